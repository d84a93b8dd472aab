"""Kills a host that follows a depot, at random points: kill.py MOONROUTE FOLDER ROUNDS.

FOLDER has an application `tabs`, a depot `public` with the releases 1 and 2, and their `keys`. The
channel changes all the time. Every second host reads the depot from a web server. After each kill,
the store must be whole; each tenth round, a host without a readable depot must start from it with
one of the releases or with its own rules."""

import contextlib
import functools
import hashlib
import http.server
import json
import pathlib
import random
import subprocess
import sys
import threading
import time
import urllib.request

moonroute, folder, rounds = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
store = folder / "store"
dice = random.Random(41)
stop = threading.Event()
published = {"count": 0}
failures = []


def publish(version):
    done = subprocess.run(
        [moonroute, "channel", "publish", str(version), "--channel", "stable", "--depot", "public",
         "--key", "keys/channel.pem", "--retry"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        failures.append(done.stderr)
    published["count"] += 1


def publisher():
    version = 1
    while not stop.is_set():
        version = 3 - version
        publish(version)
        time.sleep(0.05)


def start(depot, store=store):
    return subprocess.Popen(
        [moonroute, "host", "tabs", "--from", depot, "--root", "keys/1.root.json", "--channel", "stable",
         "--id", "web-1", "--store", str(store), "--every", "0.1", "--port", "0"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class Files(http.server.SimpleHTTPRequestHandler):
    """The files of the depot, without a line for each request."""

    def log_message(self, *_):
        pass


def serve():
    files = functools.partial(Files, directory=str(folder / "public"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def check_store():
    state = store / "state.json"
    if not state.exists():
        return None
    known = json.loads(state.read_text())
    digests = [one["sha256"] for one in known["bundles"]] + list(known["files"].values())
    for digest in digests:
        if hashlib.sha256((store / digest).read_bytes()).hexdigest() != digest:
            sys.exit(f"the store has a changed file {digest}")
    return len(known["bundles"])


def version_of(host):
    for line in host.stdout:
        if " at http://127.0.0.1:" in line:
            port = line.strip().rsplit(":", 1)[1]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/release", timeout=60) as answer:
                return json.load(answer)["version"]
    sys.exit("a host did not start from its store")


(folder / "nothing").mkdir(exist_ok=True)
thread = threading.Thread(target=publisher, daemon=True)
thread.start()
web = serve()
seen, bundles = {}, {}
for number in range(rounds):
    host = start("public" if number % 2 == 0 else web)
    time.sleep(dice.uniform(0.02, 0.6))
    host.kill()
    host.wait()
    host.stdout.close()
    count = check_store()
    bundles[count] = bundles.get(count, 0) + 1
    if number % 10 == 9:
        host = start("nothing")
        version = version_of(host)
        host.terminate()
        host.wait()
        host.stdout.close()
        if version not in (None, 1, 2):
            sys.exit(f"a host uses the release {version}")
        seen[str(version)] = seen.get(str(version), 0) + 1
stop.set()
thread.join()
publish(2)
if failures:
    sys.exit(f"publications failed: {failures[0]}")
host = start("public")
version = version_of(host)
host.terminate()
host.wait()
if version != 2:
    sys.exit(f"after all kills, the host uses the release {version}")
print(f"{rounds} kills, {published['count']} publications: the store is whole after each; bundles in it: "
      f"{dict(sorted(bundles.items(), key=str))}; releases of the restarts: {dict(sorted(seen.items()))}")


def check_full_disk():
    """A host whose store has no space uses its own rules and says why."""
    disk = folder / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True).returncode:
        return print("no full disk was tried: this user cannot mount one")
    try:
        with open(disk / "full", "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        host = start("public", disk / "store")
        lines = []
        for line in host.stdout:
            lines.append(line)
            if " at http://127.0.0.1:" in line:
                break
        host.terminate()
        rest = "".join(lines) + host.communicate(timeout=60)[0]
        if "The store cannot be written" not in rest or " is in use" in rest.replace("own rules are in use", ""):
            sys.exit(f"a host with a full disk says {rest}")
        print("a host with a full disk uses its own rules, and says why")
    finally:
        subprocess.run(["umount", disk], check=True)


check_full_disk()
