"""Checks that typed text, selections and drags survive while the application runs."""

import time

from selenium.webdriver.common.keys import Keys

from links import serve
from session import expect, own_port
from stage import small

LIVELY = """
router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
router.route { name = "pair", path = "/pair/:a/:b", view = "Pair" }
router.route { name = "tick", path = "/tick", view = function()
  return screen { "Tick", title = "Tick", n = 0, body = { { "field", "email" } } }
end }
every(0.2, function()
  local top = stage.top()
  if session.lively and top then
    log.info("noise")
    session.seen = (session.seen or 0) + 1
    top.n = (top.n or 0) + 1
  end
end)
"""


def lively(page, tail=""):
    server = small(page, LIVELY)
    page.open("/")
    page.open("/tick")
    page.wait(lambda: page.title() == "Tick", "the screen")
    page.settle()
    page.post("session", {"path": ["lively"], "value": True})
    if tail:
        page.go(tail)
    return server


def focus(page, css):
    page.wait(lambda: page.js("const one = document.querySelector(arguments[0]); one?.focus(); return Boolean(one)", css), css)


def focused(page, css):
    return page.js("return document.activeElement.matches(arguments[0])", css)


def typed(page):
    server = lively(page, "stores")
    field = ".node-screen:not([inert]) .screen-input"
    focus(page, field)
    page.press("ada")
    time.sleep(0.6)
    page.press("@x")
    value = page.js("return document.activeElement.value")
    expect(value == "ada@x", f"a field of the device has {value!r}, not what was typed")
    focus(page, "#view-stores input[name=key]")
    page.press("user")
    focus(page, "#view-stores button[value=set]")
    before = page.text("#view-stores")
    page.wait(lambda: page.text("#view-stores") != before, "the session goes on")
    expect(page.js("return document.querySelector('#view-stores input[name=key]').value") == "user", "a form lost what was typed")
    expect(focused(page, "#view-stores button[value=set]"), "its button lost the focus")
    page.post("session", {"path": ["lively"], "value": None})
    page.go("route?id=1")
    page.fill(".params input[name=a]", ":b")
    page.fill(".params input[name=b]", "50% ü/?")
    link = page.text(".form-link")
    expect(link == "/pair/:b/50%25%20%C3%BC%2F%3F", f"the form makes {link}")
    focus(page, ".params input[name=b]")
    page.js("document.querySelector('.params').classList.add('is-old')")
    server.write("personas.lua", "return { mei = {} }")
    server.write("main.lua", LIVELY + '\nrouter.route { name = "more", path = "/more", view = "More" }\n')
    page.wait(lambda: page.js("return [...document.querySelector('.persona').options].some((one) => one.value === 'mei')"), "the new persona")
    page.wait(lambda: page.listed() == 4, "the new route")
    page.wait(lambda: page.all(".params:not(.is-old)"), "the form is drawn anew")
    expect(page.text(".form-link") == link and focused(page, ".params input[name=b]"), "a reload took the form away")
    page.go("route")
    page.wait(lambda: "No route is selected" in page.text("#view-route"), "no route")
    page.go("route?id=1")
    page.wait(lambda: "/pair/" in page.text("#view-route"), "the same route again")
    focus(page, ".tab-link[href='#/links']")
    page.press(Keys.ENTER)
    page.wait(lambda: page.js("return location.hash") == "#/links", "the links")
    page.wait(lambda: page.all(".tab-link[href='#/links'][aria-current=page]"), "the tabs are drawn anew")
    time.sleep(0.1)
    expect(focused(page, ".tab-link"), "a tab lost the focus")


def held(page):
    lively(page)
    page.js("""
      const list = document.querySelector('.time-list');
      list.focus();
      for (const key of ['Home', 'ArrowDown']) list.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
      const search = document.querySelector('.time-search');
      search.value = 'tick';
      search.dispatchEvent(new Event('input'));""")
    def mouse(kind, x, y, buttons):
        page.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1})
    time.sleep(0.3)
    box = page.box(".time-row .pin")
    mouse("mousePressed", box["x"] + 8, box["y"] + 8, 1)
    time.sleep(0.5)
    mouse("mouseReleased", box["x"] + 8, box["y"] + 8, 0)
    page.wait(lambda: page.js("return document.querySelector('.time-row .pin')?.getAttribute('aria-pressed')") == "true", "a slow click while rows come")
    page.post("session", {"path": ["lively"], "value": None})
    page.fill(".time-search", "")
    focus(page, ".time-list")
    page.press(Keys.HOME, Keys.ARROW_DOWN)
    chosen = "return document.querySelector('.time-list [aria-selected]')?.dataset.row"
    page.wait(lambda: page.js(chosen) not in (None, page.js("return document.querySelector('.time-row')?.dataset.row")), "the second row is selected")
    row = page.wait(lambda: page.js(chosen), "a selected row")
    count = len(page.rows())
    page.post("open", {"location": "/pair/1/2"})
    page.wait(lambda: len(page.rows()) > count, "more rows")
    page.wait(lambda: page.js("return document.querySelector('.time-list').getAttribute('aria-rowcount')") == str(len(page.rows())), "the page has them")
    time.sleep(0.3)
    expect(page.js(chosen) == row, "a new row took the selection away")
    page.wait(lambda: page.title() == "Pair", "the pair")
    page.settle()
    box = page.box("#device .device-window")
    (x, y) = (box["x"], box["y"] + 300)
    for kind, at, buttons in (("mousePressed", 10, 1), ("mouseMoved", -40, 1), ("mouseReleased", -40, 0), ("mouseMoved", 150, 0)):
        mouse(kind, x + at, y, buttons)
    moved = page.js("return [...document.querySelectorAll('#device .node')].some((one) => one.style.translate)")
    expect(not moved, "a screen follows a mouse that holds nothing")


def touched(page):
    """A finger swipes back; a second finger, or a swipe that the system takes over, does not move the screen."""
    small(page, LIVELY)
    page.open("/")
    page.open("/tick")
    page.wait(lambda: page.title() == "Tick", "the screen")
    page.settle()
    box = page.box("#device .device-window")
    (x, y) = (box["x"] + 12, box["y"] + 300)
    def touch(kind, *points):
        page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x + at, "y": y + down, "id": id} for id, (at, down) in enumerate(points)]})
    touch("touchStart", (0, 0))
    for step in range(1, 6):
        touch("touchMove", (20 * step, 0))
    touch("touchStart", (100, 0), (0, 60))
    touch("touchMove", (120, 0), (30, 60))
    touch("touchCancel")
    time.sleep(0.3)
    moved = page.js("return [...document.querySelectorAll('#device .node')].some((one) => one.style.translate)")
    expect(not moved and page.title() == "Tick", "a swipe that was cancelled moved a screen")
    touch("touchStart", (0, 0))
    for step in range(1, 12):
        touch("touchMove", (20 * step, 0))
    touch("touchEnd")
    page.wait(lambda: not page.get("stage")["stage_text"].count("/tick"), "a finger swipes back")


def late(page):
    """Late responses are not shown."""
    small(page, LIVELY)
    page.open("/")
    page.open("/tick")
    page.follow()
    page.js("""
      const real = window.fetch;
      window.fetch = async (...all) => {
        const answer = await real(...all);
        if (/match|travel/.test(String(all[0]))) await new Promise((done) => setTimeout(done, 400));
        return answer;
      };""")
    page.type_link("/pair/1/2")
    time.sleep(0.1)
    page.fill("#link", "")
    page.js("document.querySelector('.time-row .link-button').click()")
    time.sleep(0.1)
    page.js("document.activeElement.blur()")
    page.press("]")
    page.go("why")
    page.wait(lambda: "Where does a link lead" in page.text("#view-why"), "the question of no link")
    time.sleep(0.8)
    expect("Where does a link lead" in page.text("#view-why"), "an answer to a link that is not there any more")
    expect(page.js("return document.querySelector('.look-banner').hidden"), "a look came after the way back to now")
    page.go("links")
    page.js("window.saved = null; const real = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return real(blob); };"
            "document.addEventListener('click', (event) => { if (event.target.download) event.preventDefault(); }, true)")
    page.fill(".drop textarea", "=1+1\n/pair/1/2\n" + "/tick\n" * 300)
    page.click("Check all", "#view-links")
    page.click("Check all", "#view-links")
    page.wait(lambda: page.text(".totals").startswith("302 links"), "each link once", 30)
    page.click("CSV", "#view-links")
    saved = page.wait(lambda: page.js("return window.saved"), "the CSV").splitlines()
    expect(len(saved) == 303 and saved[1].startswith("'=1+1,"), f"the CSV begins with {saved[:2]}, of {len(saved)} lines")


def cleared(page):
    port = own_port()
    server = serve(page, port=port)
    for link in ("/", "/product/7", "/basket", "/product/9"):
        page.open(link)
    numbers = "return [...document.querySelectorAll('.time-row')].map((row) => Number(row.dataset.row))"
    last = page.rows()[-1][0]
    for pinned, kept in ((True, [last]), (False, [])):
        page.post("pin", {"row": last, "pinned": pinned})
        page.wait(lambda: page.js("return document.querySelectorAll('.time-row .pin[aria-pressed=true]').length") == len(kept), "the pin is shown")
        page.click("Clear the timeline except pinned rows")
        page.wait(lambda: page.js(numbers) == kept, f"the rows are {kept}")
    server.stop()
    page.wait(lambda: "gone" in page.text(".live"), "the server is gone")
    page.click("Share")
    page.wait(lambda: "did not load" in page.text("#toasts"), "a part that cannot be loaded is told")
    server.start()
    page.visit(server)
    page.open("/basket")
    page.wait(lambda: "/basket" in page.text(".time-list"), "the rows of the new server")


CHECKS = [
    (32, "what is typed, and the focus, stay while the application goes on and is reloaded", typed),
    (32, "a slow click, a selected row and a drag outlive rows that come", held),
    (32, "a finger swipes back, and a cancelled one leaves the screen in its place", touched),
    (32, "no answer is shown after its question has gone, and no cell of CSV is a formula", late),
    (32, "a cleared timeline goes on with a server that was started again", cleared),
]
