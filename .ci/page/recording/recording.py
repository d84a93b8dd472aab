"""The story of the README's recording: a link, its steps, time travel, and a spec.

The page is driven for real. A pointer and a line below the page say what is done.
"""

import base64

from links import serve
from recording import animation

SIZE = (1200, 750)

# The layer of the pointer and the line. It is shown again for each frame, so that it lies over dialogs.
LAYER = """
  const styled = (element, style) => { element.style.cssText = style; return element; };
  const layer = styled(document.createElement('div'), 'position: fixed; inset: 0; width: auto; height: auto; margin: 0; padding: 0; border: 0;'
    + 'background: none; overflow: hidden; pointer-events: none');
  layer.popover = 'manual';
  const line = styled(document.createElement('div'), 'position: absolute; inset: auto 0 0; height: 44px; display: flex; align-items: center;'
    + 'gap: 12px; padding: 0 20px; background: #191b21; color: #fff; font-size: 16px');
  const part = styled(document.createElement('b'), 'color: #b9b6ff; font-weight: 600');
  const words = document.createElement('span');
  line.append(part, words);
  const ring = styled(document.createElement('div'), 'position: absolute; width: 36px; height: 36px; margin: -18px; border-radius: 50%;'
    + 'border: 3px solid #4f46e5; background: #4f46e533; visibility: hidden');
  const svg = (name, attributes) => Object.entries(attributes).reduce((element, [key, value]) => (element.setAttribute(key, value), element),
    document.createElementNS('http://www.w3.org/2000/svg', name));
  const arrow = styled(svg('svg', {viewBox: '0 0 20 28', width: 20, height: 28}), 'position: absolute; overflow: visible');
  arrow.append(svg('path', {d: 'M0 0 V22 L5.5 17.5 L9 26 L13 24.3 L9.5 16 H17 Z', fill: '#191b21', stroke: '#fff', 'stroke-width': 1.6}));
  layer.append(line, ring, arrow);
  document.body.append(layer);
  // The page ends above the line.
  document.documentElement.style.height = 'calc(100% - 44px)';
  document.documentElement.style.caretColor = 'transparent';
  window.pointer = (x, y, pressed, title, text) => {
    part.textContent = title;
    words.textContent = text;
    for (const one of [ring, arrow]) [one.style.left, one.style.top] = [`${x}px`, `${y}px`];
    ring.style.visibility = pressed ? 'visible' : 'hidden';
    layer.hidePopover();
    layer.showPopover();
  };"""


class Recording:
    def __init__(self, page):
        self.page, self.frames = page, []
        self.at, self.line = (560, 420), ("", "")
        page.js(LAYER)

    def frame(self, ms, pressed=False):
        """Takes a picture after the next paint."""
        self.page.js("pointer(...arguments)", *self.at, pressed, *self.line)
        self.page.browser.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")
        taken = self.page.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        self.frames.append((animation.decoded(base64.b64decode(taken["data"])), ms))

    def say(self, part, words, ms=0):
        self.line = (part, words)
        if ms:
            self.frame(ms)

    def click(self, found):
        """Moves the pointer to an element, and clicks it. Finds it again if the page redraws it in the meantime."""
        middle = "const b = arguments[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]"
        box = self.page.wait(lambda: self.page.js(middle, found()), "a place to click")
        (x, y), (to_x, to_y) = self.at, box
        for part in (0.4, 0.8, 1):
            self.at = (round(x + (to_x - x) * part), round(y + (to_y - y) * part))
            self.frame(50)
        self.frame(150, pressed=True)
        self.page.wait(lambda: found().click() or True, "a click")

    def type(self, *parts):
        for part in parts:
            self.page.press(part)
            self.frame(110)

    def find(self, css, words):
        """The first visible element with this text."""
        return self.page.wait(lambda: self.page.js("""
          return [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility() && one.innerText.includes(arguments[1]))""",
          css, words), f"{css} with {words}")


def told(page):
    """Drives the page through the story. Returns the frames, and the number of the one that stands for all."""
    page.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    serve(page, "museum", options=("--start",))
    page.resize(*SIZE)
    page.wait(lambda: page.title() == "Today", "the first screen")
    page.wait(lambda: page.all(".route-row .guards"), "the guards of the routes")
    page.wait(lambda: "as mei" in page.text("#view-steps"), "who may open it")
    tape = Recording(page)
    tape.say("moonroute serve examples/museum", "", 700)

    tape.say("1 Link", "Type one: who may open it, and which rule decides")
    tape.click(lambda: page.one("#link"))
    page.js("document.getElementById('link').select()")
    tape.type("/", "ev", "en", "ing")
    tape.find("#view-why", "as visitor")
    tape.frame(1100)

    tape.say("2 Steps", "Open it: each step with its time and place. A redirect sends a visitor to the login")
    tape.click(lambda: page.button("Open", "#header"))
    page.wait(lambda: page.title() == "Log in", "the login")
    page.settle()
    page.wait(lambda: "as visitor" in page.text("#view-steps"), "who may open it")
    tape.frame(500)
    page.js("document.querySelector('#view-steps .step.is-notable').scrollIntoView()")
    tape.click(lambda: page.one("#view-steps .step.is-notable .step-button"))
    page.wait(lambda: "Code" in page.text(".step.is-notable .step-details"), "the code")
    still = len(tape.frames)
    tape.frame(1100)

    tape.say("2 Steps", "Log in on the device as a member: the evening opens")
    tape.click(lambda: page.one("#device .screen-input"))
    tape.type("19", "07")
    tape.click(lambda: page.button("Log in", "#device .device-window"))
    page.wait(lambda: page.title() == "Members' evening", "the evening")
    page.settle()
    page.wait(lambda: "Opened" in page.text("#view-steps .outcome") and "as visitor" in page.text("#view-steps"), "its steps")
    page.follow()
    page.js("document.querySelector('#view-steps').scrollTop = 0")
    tape.frame(800)

    tape.say("3 Time travel", "Look at an earlier row: the device shows the screens of then")
    sent = next(row[0] for row in page.rows() if row[1] == "open" and "/login" in row[4]["text"])
    page.js("document.querySelector(`.time-row[data-row='${arguments[0]}']`).scrollIntoView()", sent)
    tape.click(lambda: page.one(f".time-row[data-row='{sent}'] .link-button"))
    page.wait(lambda: page.title() == "Log in", "the past")
    page.settle()
    tape.frame(1000)
    tape.click(lambda: page.button("Back to now", "#device"))
    page.wait(lambda: page.title() == "Members' evening", "now")
    page.settle()
    tape.frame(300)

    tape.say("4 Spec", "Save what you did as a test. It runs immediately, and after each save")
    tape.click(lambda: page.button("Save journey", "#timeline"))
    page.wait(lambda: page.js("return document.activeElement.matches('dialog[open] input[name=name]')"), "the field of the name")
    tape.type("a member ", "comes to ", "the evening")
    tape.click(lambda: page.button("Save spec", "dialog[open]"))
    page.wait(lambda: "Passed" in page.text(".form-answer"), "the spec is green", 20)
    tape.frame(700)
    tape.click(lambda: page.one(".form-answer .place-code"))
    page.wait(lambda: page.all(".drawer .code-number"), "the code of the spec")
    tape.frame(2000)
    return tape.frames, still


def record(page, folder):
    """Writes the animation, and the still for those who prefer reduced motion."""
    frames, still = told(page)
    page.prefer()
    animation.write(folder / "recording.png", frames)
    animation.write(folder / "recording-still.png", frames[still:still + 1])
    print(f"recording: {len(frames)} frames, {sum(ms for _, ms in frames) / 1000:.1f} s, {(folder / 'recording.png').stat().st_size / 1000:.0f} kB")
