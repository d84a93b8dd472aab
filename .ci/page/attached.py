"""Checks of the page for an attached program, which has no dry runs."""

import json
import signal
import subprocess

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from session import COMMAND, expect, own_port, Server


class Forwarder:
    """`moonroute serve --attach` to a server."""

    def __init__(self, server):
        self.process = subprocess.Popen(
            [COMMAND, "serve", "--attach", server.url, "--json", "--port", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        self.url = json.loads(self.process.stdout.readline())["url"]

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()


def attached(page):
    port = own_port()
    # Unsafe scripts have no twin either.
    server = Server("shop", "--unsafe", port=port)
    page.servers = [server]
    near = Forwarder(server)
    page.servers.append(near)
    page.visit(near)
    page.open("/product/7")
    page.wait(lambda: page.title() == "Linen shirt", "the device mirrors it")
    rows = len(page.rows())
    page.type_link("/basket/add/7")
    ActionChains(page.browser).key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(Keys.SHIFT).perform()
    page.wait(lambda: "dry runs and returns are not available" in page.text("#toasts"), "the page says why there is no dry run")
    expect(len(page.rows()) == rows, "a dry run that there is not did something")
    tabs = page.text(".tabs")
    expect("Links" not in tabs and "Access" not in tabs, f"views that need a twin are shown: {tabs}")
    server.stop()
    page.wait(lambda: "gone" in page.text(".live"), "the header says that the program is gone")
    server.start()
    expect(near.stop() == 0, "a signal does not end it in order")
    near = Forwarder(server)
    page.servers.append(near)
    page.visit(near)
    page.open("/basket")
    expect(near.stop() == 0, "a signal does not end it in order")


CHECKS = [
    (31, "a program elsewhere is mirrored and driven, has no dry run, and is shown again when it comes back", attached),
]
