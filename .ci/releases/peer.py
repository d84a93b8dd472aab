"""Depots of moonroute and of python-tuf, each followed by the other's client.

peer.py write FOLDER    writes three depots of python-tuf: 1, 2 (a release), 3 (other keys)
peer.py follow FOLDER   follows three depots of moonroute with the unmodified client of python-tuf
"""

import functools
import http.server
import json
import os
import sys
import tempfile
import threading
from datetime import datetime, timedelta, timezone

from securesystemslib.signer import CryptoSigner
from tuf.api.exceptions import BadVersionNumberError
from tuf.api.metadata import (
    DelegatedRole,
    Delegations,
    Metadata,
    MetaFile,
    Root,
    Snapshot,
    TargetFile,
    Targets,
    Timestamp,
)
from tuf.ngclient import Updater

EXPIRY = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=10)


class Depot:
    """A depot as python-tuf writes it, with two keys for the root."""

    def __init__(self):
        self.files = {}
        self.roots = [CryptoSigner.generate_ed25519() for _ in range(2)]
        self.root = Root(expires=EXPIRY, consistent_snapshot=True)
        self.bundles, self.channels = {}, {}
        self.versions = dict.fromkeys(
            ["timestamp", "snapshot", "targets", "releases", "channels"], 0
        )
        self.use_keys()
        self.sign_root(self.roots)

    def use_keys(self):
        self.releases_key = CryptoSigner.generate_ed25519()
        self.channels_key = CryptoSigner.generate_ed25519()
        for role in ["root", "targets", "snapshot", "timestamp"]:
            for keyid in list(self.root.roles[role].keyids):
                self.root.revoke_key(keyid, role)
        for key in self.roots:
            self.root.add_key(key.public_key, "root")
        self.root.roles["root"].threshold = 2
        self.root.add_key(self.roots[0].public_key, "targets")
        for role in ["snapshot", "timestamp"]:
            self.root.add_key(self.channels_key.public_key, role)

    def sign_root(self, signers):
        self.write(f"{self.root.version}.root.json", self.root, signers)

    def rotate(self):
        old = self.roots
        self.roots = [CryptoSigner.generate_ed25519() for _ in range(2)]
        self.use_keys()
        self.root.version += 1
        self.sign_root(old + self.roots)

    def write(self, name, signed, signers):
        metadata = Metadata(signed)
        for signer in signers:
            metadata.sign(signer, append=True)
        self.files[f"metadata/{name}"] = metadata.to_bytes()

    def add(self, name, content, custom=None):
        info = TargetFile.from_data(name, content, ["sha256"])
        if custom:
            info.unrecognized_fields["custom"] = {"moonroute": custom}
        folder, file = name.split("/")
        self.files[f"targets/{folder}/{info.hashes['sha256']}.{file}"] = content
        return info

    def admit(self, version):
        name = f"bundles/shop-{version}.tar"
        custom = {"app": "shop", "version": version}
        self.bundles[name] = self.add(name, f"the bundle {version}".encode(), custom)

    def publish(self, *versions):
        record = {
            "app": "shop",
            "channel": "stable",
            "offers": [
                {"bundle": f"bundles/shop-{version}.tar", "salt": "", "share": 10000}
                for version in versions
            ],
            "retry": [],
            "state": "live",
        }
        content = json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
        self.channels = {"channels/stable.json": self.add("channels/stable.json", content)}
        for role in self.versions:
            self.versions[role] += 1
        keys = {"releases": self.releases_key, "channels": self.channels_key}
        roles = {
            name: DelegatedRole(
                name, [key.public_key.keyid], 1, True, paths=[f"{folder}/*"]
            )
            for (name, key), folder in zip(keys.items(), ["bundles", "channels"])
        }
        table = {key.public_key.keyid: key.public_key for key in keys.values()}
        top = Targets(
            self.versions["targets"], expires=EXPIRY, delegations=Delegations(table, roles)
        )
        self.write(f"{top.version}.targets.json", top, self.roots[:1])
        for name, targets in [("releases", self.bundles), ("channels", self.channels)]:
            role = Targets(self.versions[name], expires=EXPIRY, targets=targets)
            self.write(f"{role.version}.{name}.json", role, [keys[name]])
        names = ["targets", "releases", "channels"]
        meta = {f"{name}.json": MetaFile(self.versions[name]) for name in names}
        snapshot = Snapshot(self.versions["snapshot"], expires=EXPIRY, meta=meta)
        self.write(f"{snapshot.version}.snapshot.json", snapshot, [self.channels_key])
        timestamp = Timestamp(
            self.versions["timestamp"], expires=EXPIRY, snapshot_meta=MetaFile(snapshot.version)
        )
        self.write("timestamp.json", timestamp, [self.channels_key])

    def save(self, folder):
        for path, content in self.files.items():
            file = os.path.join(folder, path)
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "wb") as output:
                output.write(content)


def write(folder):
    depot = Depot()
    depot.admit(1)
    depot.publish(1)
    depot.save(f"{folder}/1")
    depot.admit(2)
    depot.publish(2, 1)
    depot.save(f"{folder}/2")
    depot.rotate()
    depot.publish(2)
    depot.save(f"{folder}/3")


def follow(folder):
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}"
    with open(f"{folder}/1/metadata/1.root.json", "rb") as file:
        anchor = file.read()
    with tempfile.TemporaryDirectory() as work:

        def updater(number):
            return Updater(
                metadata_dir=work,
                metadata_base_url=f"{base}/{number}/metadata/",
                target_dir=os.path.join(work, "targets"),
                target_base_url=f"{base}/{number}/targets/",
                bootstrap=anchor,
            )

        for number, versions in [(1, [1]), (2, [2, 1]), (3, [2])]:
            os.makedirs(os.path.join(work, "targets"), exist_ok=True)
            client = updater(number)
            client.refresh()
            with open(load(client, "channels/stable.json"), "rb") as file:
                record = json.load(file)
            names = [offer["bundle"] for offer in record["offers"]]
            assert names == [f"bundles/shop-{version}.tar" for version in versions], names
            for version in versions:
                info = client.get_targetinfo(f"bundles/shop-{version}.tar")
                custom = info.unrecognized_fields["custom"]["moonroute"]
                assert custom == {"app": "shop", "version": version}, custom
                with open(load(client, info.path), "rb") as file:
                    assert file.read() == f"the bundle {version}".encode()
            assert client.get_targetinfo("bundles/shop-9.tar") is None
            print(f"python-tuf follows depot {number} of moonroute")
            if number == 2:
                refuse(updater(1))
    server.shutdown()


def refuse(client):
    try:
        client.refresh()
    except BadVersionNumberError as error:
        print(f"python-tuf refuses the older depot: {error}")
    else:
        sys.exit("python-tuf accepts an older depot")


def load(client, name):
    return client.download_target(client.get_targetinfo(name))


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    {"write": write, "follow": follow}[sys.argv[1]](sys.argv[2])
