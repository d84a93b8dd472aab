"""Follows a depot on a web server: web.py MOONROUTE DEPOT ROOT CHANNEL.

Serves the depot with Python's server, starts `moonroute host --from http://…`, and checks that the
host answers with the release of the channel."""

import functools
import http.server
import json
import subprocess
import sys
import threading
import urllib.request

moonroute, depot, root, channel = sys.argv[1:]


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=depot))
threading.Thread(target=server.serve_forever, daemon=True).start()
host = subprocess.Popen(
    [moonroute, "host", "--from", f"http://127.0.0.1:{server.server_port}", "--root", root,
     "--channel", channel, "--port", "0"],
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
lines = []
try:
    for line in host.stdout:
        lines.append(line)
        if " at http://127.0.0.1:" in line:
            break
    else:
        sys.exit("the host ended: " + "".join(lines))
    port = line.strip().rsplit(":", 1)[1]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/release", timeout=60) as answer:
        release = json.load(answer)
    if release["version"] != 1 or release["channel"] != channel:
        sys.exit(f"the host has the release {release}")
finally:
    host.terminate()
    host.wait(60)
print(f"moonroute host follows a depot over HTTP: release {release['version']} of {channel!r}")
