"""Opens 2,000 connections to a host: crowd.py MOONROUTE APP.

The host answers 1,024 of them and closes the others. When they are gone, it answers a new one."""

import json
import resource
import socket
import subprocess
import sys
import time

moonroute, app = sys.argv[1:]
connections, limit = 2_000, 1_024
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192), hard))
host = subprocess.Popen([moonroute, "host", app, "--port", "0", "--json"], stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE, text=True)
port = json.loads(host.stdout.readline())["port"]


def connect():
    client = socket.create_connection(("127.0.0.1", port), timeout=60)
    client.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return client


def answers(client):
    """Whether an answer arrives; a connection that is closed gives none."""
    try:
        return client.recv(4_096).startswith(b"HTTP/1.1 200 ")
    except ConnectionError:
        return False


try:
    clients = []
    for _ in range(connections):
        try:
            clients.append(connect())
        except ConnectionError:
            # The host has closed it already.
            pass
    count = sum(answers(client) for client in clients)
    if count != limit:
        sys.exit(f"{count} of {connections} connections are answered instead of {limit}")
    for client in clients:
        client.close()
    for attempt in range(600):
        # The host may still be noticing that the others are gone.
        time.sleep(0.1 * (attempt > 0))
        with connect() as client:
            if answers(client):
                break
    else:
        sys.exit("the host does not answer after the crowd is gone")
    print(f"{connections} connections: {count} are answered, the others are closed")
finally:
    host.terminate()
    host.wait()
