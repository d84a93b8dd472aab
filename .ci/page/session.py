"""A server, a browser, and helper functions for the checks."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

COMMAND = os.environ["COMMAND"]
EXAMPLES = pathlib.Path("examples").resolve()
# The limits are meant for an idle machine; SLACK allows for a busy one.
SLACK = float(os.environ.get("SLACK", "3"))


class Failed(Exception):
    """A failed check."""


def expect(condition, words):
    if not condition:
        raise Failed(words)


def command(*arguments):
    """Returns the lines of JSON that a command prints."""
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def own_port():
    """A free port below the system's dynamic ports, so that no other program takes it in the meantime."""
    for port in range(20_000 + os.getpid() * 37 % 9_000, 30_000):
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Server:
    """`moonroute serve` on a copy of an example, so that its files can be changed."""

    def __init__(self, example, *options, port=0):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="moonroute-page.")) / pathlib.Path(example).name
        source = pathlib.Path(example)
        shutil.copytree(source if source.is_absolute() else EXAMPLES / source, self.folder)
        # Most checks begin with an empty stage.
        self.arguments = ["--port", str(port), *(() if "--start" in options else ("--no-start",)), *(one for one in options if one != "--start")]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [COMMAND, "serve", str(self.folder), "--json", *self.arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        self.told = json.loads(self.process.stdout.readline())
        self.url, self.port = self.told["url"], self.told["port"]

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)

    def ask(self, path):
        """The HTTP response, without a browser."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/{path}",
            headers={"X-Moonroute-Key": self.told["key"]})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        shutil.rmtree(self.folder.parent, ignore_errors=True)


def driver():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for one in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(one)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    return webdriver.Chrome(options=options, service=service)


class Page:
    """The page in a browser."""

    def __init__(self, browser):
        self.browser = browser
        self.resize(1440, 900)
        self.logged = []
        # Messages of the check before, whose scripts may have failed when its server ended.
        browser.get_log("browser")

    def resize(self, width, height=900):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, **features):
        listed = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": listed})

    def visit(self, server, tail=""):
        # On the page itself, the address with another key would only change the fragment.
        self.browser.get("about:blank")
        self.browser.get(server.url)
        self.wait(lambda: self.browser.execute_script("return document.title !== 'Moonroute'"), "the page begins")
        if tail:
            self.go(tail)
        self.wait(lambda: self.js("return document.querySelector('.live')?.dataset.live === 'live'"), "the page is live")

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def go(self, tail):
        self.js("location.hash = '#/' + arguments[0]", tail)

    def wait(self, condition, words, seconds=None):
        end = time.monotonic() + (seconds if seconds is not None else 4 * SLACK)
        while time.monotonic() < end:
            try:
                value = condition()
            except Exception as error:  # An element may leave while it is asked.
                value, last = None, error
            if value:
                return value
            time.sleep(0.03)
        raise Failed(f"never: {words}")

    def all(self, css):
        return self.browser.find_elements(By.CSS_SELECTOR, css)

    def one(self, css):
        return self.wait(lambda: next(iter([e for e in self.all(css) if e.is_displayed()]), None), f"{css} is there")

    def text(self, css):
        return self.js("return document.querySelector(arguments[0])?.innerText ?? ''", css)

    def button(self, name, within="body"):
        script = """
          return [...document.querySelectorAll(arguments[0] + ' button, ' + arguments[0] + ' a')].find((one) =>
            !one.closest('[inert], [hidden]') && one.checkVisibility({visibilityProperty: true})
            && (one.getAttribute('aria-label') ?? one.innerText).trim() === arguments[1]) ?? null"""
        return self.wait(lambda: self.js(script, within, name), f"a button named {name}")

    def click(self, name, within="body"):
        """Presses a button. Finds it again if the page redraws it in the meantime."""
        def pressed():
            self.button(name, within).click()
            return True
        self.wait(pressed, f"a click on {name}")

    def press(self, *keys):
        chain = ActionChains(self.browser)
        for key in keys:
            chain = chain.send_keys(key)
        chain.perform()

    def type_link(self, link):
        box = self.one("#link")
        box.clear()
        box.send_keys(link)
        return box

    def fill(self, css, text):
        """Sets a field's text, with the events of typing."""
        self.one(css)
        self.js("""
          const field = document.querySelector(arguments[0]);
          field.value = arguments[1];
          field.dispatchEvent(new Event('input', {bubbles: true}));""", css, text)

    def open(self, link, dry=False):
        """Opens a link with Enter, and waits for its outcome in the steps."""
        self.js("document.querySelector('#view-steps .steps-body')?.replaceChildren()")
        box = self.type_link(link)
        if dry:
            ActionChains(self.browser).key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(Keys.SHIFT).perform()
        else:
            box.send_keys(Keys.ENTER)
        self.wait(lambda: self.js("return location.hash.startsWith('#/steps')"), "the steps are shown")
        self.wait(lambda: self.text("#view-steps .outcome"), f"the outcome of {link}")

    def listed(self):
        """The number of routes in the list, without the headings of files."""
        return int(self.text(".count").split(" / ")[0].replace(",", ""))

    def by_rank(self):
        """Lists the routes without headings of files."""
        self.js("const menu = document.querySelector('.grouping'); menu.value = 'rank'; menu.dispatchEvent(new Event('change'))")

    def title(self):
        """The title of the visible screen on the device."""
        return self.js("""
          const device = document.querySelector('#device');
          const layers = [...device.querySelectorAll('.layer:not([data-leaving])')];
          const within = layers.at(-1) ?? device.querySelector('.stage-base');
          const seen = [...within.querySelectorAll('.node-screen')].filter((one) => !one.inert && !one.classList.contains('is-moving') || false);
          return seen.filter((one) => one.isConnected).at(-1)?.querySelector('.screen-title')?.textContent ?? null""")

    def settle(self):
        self.wait(lambda: not self.js("return document.querySelector('#device [data-moving]')"), "the device is still")

    def get(self, path):
        return self.ask("fetch('/api/v1/' + arguments[0], {headers: moonroute.headers})", path)

    def post(self, path, body=None):
        return self.ask(
            "fetch('/api/v1/' + arguments[0], {method: 'POST', body: JSON.stringify(arguments[1]),"
            " headers: {...moonroute.headers, 'Content-Type': 'application/json', 'X-Moonroute': '1'}})", path, body or {})

    def is_on_top(self, selector):
        """Whether the middle of an element is visible, and nothing lies over it."""
        return self.js("""
          const element = document.querySelector(arguments[0]);
          element.scrollIntoView({ block: "center" });
          const box = element.getBoundingClientRect();
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return element.contains(top);""", selector)

    def ask(self, script, *arguments):
        return self.browser.execute_async_script(
            f"const done = arguments[arguments.length - 1]; {script}.then((one) => one.json()).then(done)", *arguments)

    def rows(self):
        return self.get("timeline?after=0&limit=1000")["rows"]

    def follow(self):
        """Waits until the timeline has drawn the newest row of the server."""
        self.wait(lambda: self.js("return Number(document.querySelector('.time-row:last-child')?.dataset.row)")
                  == self.rows()[-1][0], "the newest row is shown")

    def messages(self):
        """The messages of the browser's console, except for a server that was stopped on purpose."""
        self.logged += self.browser.get_log("browser")
        return [one["message"] for one in self.logged if "ERR_CONNECTION" not in one["message"]
                and "ERR_INCOMPLETE" not in one["message"] and "ERR_EMPTY" not in one["message"]]

    def drag(self, start, by):
        """Drags from a point of the window by some pixels, like a finger."""
        (x, y), (dx, dy) = start, by
        def send(kind, x, y, buttons):
            self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1})
        send("mousePressed", x, y, 1)
        for step in range(1, 9):
            send("mouseMoved", x + dx * step / 8, y + dy * step / 8, 1)
        send("mouseReleased", x + dx, y + dy, 0)

    def box(self, css):
        return self.js("const b = document.querySelector(arguments[0]).getBoundingClientRect();"
                       " return {x: b.x, y: b.y, width: b.width, height: b.height}", css)
