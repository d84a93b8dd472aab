"""Checks of the room: splitters, layouts, one part alone, the start, and the texts of a copied open."""

import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from links import serve
from replayed import acts
from session import SLACK, expect
from views import AXE, look


def splitters(page):
    server = serve(page)
    page.open("/product/7")
    page.js("document.querySelector('.splitter.is-routes').focus()")
    before = page.box("#routes")["width"]
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    page.wait(lambda: abs(page.box("#routes")["width"] - before - 32) < 2, "the arrow keys move a splitter")
    expect(page.js("return document.activeElement.getAttribute('aria-valuenow')") == str(round(before + 32)), "its value is announced")
    page.press(Keys.HOME)
    page.wait(lambda: abs(page.box("#routes")["width"] - 200) < 2, "Home sets the smallest width")
    page.press(Keys.ENTER)
    page.wait(lambda: abs(page.box("#routes")["width"] - before) < 2, "Enter restores the width")
    box = page.box(".splitter.is-device")
    wide = page.box("#device")["width"]
    page.drag((box["x"] + 12, box["y"] + 200), (-60, 0))
    page.wait(lambda: abs(page.box("#device")["width"] - wide - 60) < 3, "a drag moves it")
    page.visit(server)
    page.wait(lambda: abs(page.box("#device")["width"] - wide - 60) < 3, "the width is remembered")
    page.js("localStorage.removeItem('moonroute-panes')")
    page.js("document.activeElement.blur()")
    page.press(".")
    page.wait(lambda: page.box("#middle")["width"] > 1400, "the middle alone")
    page.press(Keys.ESCAPE)
    page.wait(lambda: page.box("#middle")["width"] < 1000, "all parts again")


def layouts(page):
    serve(page)
    page.open("/product/7")
    for width in (390, 768, 1000, 1440, 2560):
        page.resize(width, 844)
        page.go("steps")
        time.sleep(0.3)
        wide = page.js("return document.documentElement.scrollWidth")
        expect(wide <= width, f"at {width} px the page is {wide} px wide")
        parts = page.js("return ['routes', 'middle', 'device', 'timeline'].filter((id) => document.getElementById(id).checkVisibility())")
        wanted = ["middle"] if width < 768 else ["middle", "device", "timeline"] if width < 1200 else ["routes", "middle", "device", "timeline"]
        expect(parts == wanted, f"at {width} px there are {parts}")
        boxes = [page.box("#" + id) for id in parts]
        for at, one in enumerate(boxes):
            for other in boxes[at + 1:]:
                overlap = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"]) > 1 \
                    and min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"]) > 1
                expect(not overlap, f"at {width} px parts overlap")
    page.resize(1000, 844)
    page.js("document.activeElement.blur()")
    page.press("r")
    page.one("#routes .route-row")
    page.press("r")
    page.wait(lambda: not page.js("return document.getElementById('routes').checkVisibility()"), "r hides the routes")
    page.resize(1440, 900)


def begins(page):
    serve(page, "museum")
    page.wait(lambda: len(page.all("#view-why .start-link")) >= 2, "links to begin with")
    page.all("#view-why .start-link")[0].click()
    page.wait(lambda: page.text("#view-steps .outcome"), "a click opens one")
    page.wait(lambda: page.title(), "its screen")


def copies(page):
    server = serve(page, "museum")
    page.type_link("/collection/12")
    page.wait(lambda: page.all("#view-why .end"), "the ends for each persona", 30)
    cells = next(row for row in page.get("matrix")["rows"] if row["pattern"] == "/collection/:number<int>")["cells"]
    expect(all(name in page.text("#view-why .ends") for name in cells), f"the ends are {page.text('#view-why .ends')}, of {cells}")
    page.open("/evening")
    page.js("document.activeElement.blur()")
    page.press("c")
    text = page.wait(lambda: page.text("dialog[open]"), "the texts to copy")
    outcome = page.get(f"outcomes/{page.js('return new URLSearchParams(location.hash.split(`?`)[1]).get(`open`)')}")
    expect(outcome["spec"] in text and outcome["spec"].startswith("assert."), f"the texts are {text}, the spec line {outcome['spec']}")
    expect(f"moonroute run {server.folder} '/evening'" in text, "without the command")
    server.write("spec/copied_spec.lua", f'it("copied", function()\n  {outcome["spec"]}\nend)\n')
    page.press(Keys.ESCAPE)


def linked(page):
    serve(page, "museum")
    page.open("/")
    page.open("/collection/12")
    page.go("journey")
    page.js("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click("Copy a link", "#view-journey")
    address = page.wait(lambda: page.js("return window.copied"), "the link")
    expect(len(address) < 8000 and "#/journey?j=" in address, f"the link is {address[:200]}")
    before = acts(page)
    page.go("links")
    page.js("location.href = arguments[0]", address)
    page.wait(lambda: "Paused before the first act" in page.text("#view-journey"), "the journey is read, and waits")
    page.wait(lambda: "/collection/12" in page.text("#view-journey .acts-list"), "its acts are shown")
    expect(acts(page) == before, f"the journey ran: {acts(page)}")
    page.go("journey?j=nonsense")
    page.wait(lambda: "no valid journey" in page.text("#view-journey"), "a broken link says so")


def palette(page):
    serve(page, "museum")
    page.wait(lambda: page.all("#view-why .start-link"), "the routes")
    page.js("document.activeElement.blur()")
    def show():
        ActionChains(page.browser).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()
        page.one("dialog.palette[open] .palette-input")
    show()
    page.press("collection/", Keys.ENTER)
    page.wait(lambda: "/collection/" in page.text("#view-steps .outcome"), "a route is opened")
    show()
    page.press("as mei", Keys.ENTER)
    page.wait(lambda: page.get("personas")["current"] == "mei", "a persona is chosen")
    show()
    page.press("> stores", Keys.ENTER)
    page.wait(lambda: page.js("return location.hash") == "#/stores", "a view is shown")
    show()
    page.js(AXE)
    expect(not (found := look(page, "palette")), f"axe found {found}")
    took = page.js("""
      const input = document.querySelector('.palette-input');
      const begin = performance.now();
      for (const text of ['c', 'co', 'col', '/t', 'as ']) { input.value = text; input.dispatchEvent(new Event('input')); }
      return (performance.now() - begin) / 5""")
    expect(took <= 5 * SLACK, f"a key takes {took:.1f} ms")
    page.press(Keys.ESCAPE)
    page.wait(lambda: not page.all("dialog.palette[open]"), "Escape closes it")
    page.press("[")
    page.wait(lambda: "after row" in page.text(".look-banner"), "the past")
    page.type_link("/").send_keys(Keys.ENTER)
    page.wait(lambda: "You are viewing the past." in page.text("#toasts"), "nothing is opened in the past")


CHECKS = [
    (52, "splitters move by key and by drag, and are remembered; a part fills the window", splitters),
    (53, "three layouts, without overlap", layouts),
    (54, "the start has links of this application", begins),
    (57, "a journey is a link, which is read and waits", linked),
    (56, "the palette opens links, chooses personas and shows views, quickly", palette),
    (55, "Why shows the end for each persona; an open is copied as a spec line or a command", copies),
]
