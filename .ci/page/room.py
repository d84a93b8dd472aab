"""Checks of the room: splitters, layouts, one part alone, the start, and the texts of a copied open."""

import subprocess
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from links import serve
from replayed import acts
from session import COMMAND, SLACK, expect
from stage import small
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
        field = page.box("#link")["width"]
        expect(field >= 160, f"at {width} px the link box has {field:.0f} px")
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


def first_screen(page):
    server = serve(page, "museum", options=("--start",))
    page.wait(lambda: page.title() == "Today", "the first screen is opened")
    page.wait(lambda: page.text("#view-steps .outcome-link") == "/", "its steps are shown")
    expect(acts(page) == ["open /"], f"the acts are {acts(page)}")
    expect(page.get("hello")["start"] is None, "the server still names a first screen")
    first = page.browser.current_window_handle
    page.browser.switch_to.new_window("tab")
    try:
        page.visit(server)
        page.wait(lambda: page.title() == "Today", "another tab shows it")
        expect(acts(page) == ["open /"], "another tab opens it again")
    finally:
        page.browser.close()
        page.browser.switch_to.window(first)
    answer = page.post("open", {"location": "/", "first": True})
    expect(answer["error"]["code"] == "already_there", f"a late first act is answered {answer}")
    small(page, 'router.route { name = "home", path = "/home", view = "Home" }\n'
          'router.route { name = "away", path = "/away/:n", view = "Away" }\n', ("--start",))
    page.wait(lambda: len(page.all("#view-why .start-link")) == 2, "without a first screen there are links")
    expect(not acts(page), "something was opened")
    late = small(page, "nonsense(", ("--start",))
    page.wait(lambda: page.text("dialog.overlay[open]"), "scripts that do not load")
    late.write("main.lua", 'router.route { name = "home", path = "/", view = function() return screen { "Home", title = "Home" } end }\n')
    page.wait(lambda: page.title() == "Home", "the first screen of corrected scripts", 20)


def keyboard(page):
    serve(page, "museum")
    page.open("/")
    page.press(Keys.TAB)
    page.js("document.activeElement.blur()")
    page.press(Keys.F6, Keys.F6)
    expect(page.js("return document.activeElement.id") == "routes", "F6 does not reach the routes")
    page.press(".")
    page.wait(lambda: page.box("#routes")["width"] > 1400, "the routes alone")
    page.press(".")
    ActionChains(page.browser).key_down(Keys.SHIFT).send_keys(Keys.F6).key_up(Keys.SHIFT).perform()
    expect(page.js("return document.activeElement.id") == "header", "Shift+F6 goes back")
    page.press(Keys.TAB)
    expect(page.js("return document.activeElement.innerText") == "Skip to the inspector", "the first control skips the header")
    page.press(Keys.ENTER)
    expect(page.js("return document.activeElement.closest('#middle') !== null"), "it reaches the middle")
    page.press("2")
    page.wait(lambda: page.js("return location.hash").startswith("#/why"), "2 is the second view")
    page.click("Only this part, or all parts (.)", "#middle")
    page.wait(lambda: page.box("#middle")["width"] > 1400, "the middle alone")
    page.resize(390, 844)
    page.go("device")
    page.wait(lambda: page.js("return document.getElementById('device').checkVisibility()"), "a phone shows one part anyway")
    page.press(".")
    expect(page.js("return document.getElementById('device').checkVisibility()"), "a phone lost its part")
    page.resize(1440)
    page.go("steps")
    page.js("document.activeElement.blur()")
    page.press("?")
    page.wait(lambda: page.text("dialog[open]"), "the keys")
    page.js(AXE)
    expect(not (problems := look(page, "keys")), f"axe found {problems}")
    page.js("document.querySelector('dialog[open] input[type=checkbox]').click()")
    page.press(Keys.ESCAPE)
    page.press("2", "p")
    expect(page.js("return location.hash").startswith("#/steps"), "a single key acts although they are off")
    page.press(".")
    expect(page.box("#middle")["width"] < 1000, "a single key acts although they are off")
    page.js("localStorage.removeItem('moonroute-keys')")


def copies(page):
    server = serve(page, "museum")
    page.type_link("/collection/12")
    page.wait(lambda: page.all("#view-why .end"), "the ends for each persona", 30)
    cells = next(row for row in page.get("matrix")["rows"] if row["pattern"] == "/collection/:number<int>")["cells"]
    expect(all(name in page.text("#view-why .ends") for name in cells), f"the ends are {page.text('#view-why .ends')}, of {cells}")
    answer = page.post("persona", {"name": "mei"}) and page.post("open", {"location": "/evening"})
    login = page.get(f"outcomes/{answer['number']}")["spec"]
    expect(login.startswith('app.persona "mei"\nassert.opened('), f"the spec line of a persona is {login}")
    page.post("persona", {"name": None})
    page.open("/evening")
    page.wait(lambda: page.all("#view-steps .end"), "Now has the ends for each persona", 30)
    expect(all(name in page.text("#view-steps .ends") for name in cells), f"the ends are {page.text('#view-steps .ends')}, of {cells}")
    page.js("document.activeElement.blur()")
    page.press("c")
    text = page.wait(lambda: page.text("dialog[open]"), "the texts to copy")
    outcome = page.get(f"outcomes/{page.js('return new URLSearchParams(location.hash.split(`?`)[1]).get(`open`)')}")
    expect(outcome["spec"] in text and outcome["spec"].startswith("assert."), f"the texts are {text}, the spec line {outcome['spec']}")
    expect(f"moonroute run {server.folder} '/evening'" in text, "without the command")
    expect("**" not in text and "`/evening`: Sent to /login" in text, "without a sentence")
    address = page.js("return [...document.querySelectorAll('dialog[open] .copy-row code')].at(-1).innerText")
    expect("#/journey?j=" in address, f"its journey is {address}")
    server.write("spec/copied_spec.lua", f'it("copied", function()\n  {outcome["spec"]}\nend)\n')
    done = subprocess.run([COMMAND, "test", server.folder, "--filter", "copied"], capture_output=True, text=True, timeout=120)
    expect(done.returncode == 0, f"the spec line fails: {done.stdout}{done.stderr}")
    page.press(Keys.ESCAPE)
    page.open("/collection/12")
    page.follow()
    page.js("document.querySelector('.time-list').focus()")
    def reached():
        if "/evening" in page.text(".time-row[aria-selected][data-kind=open]"):
            return True
        page.press(Keys.ARROW_DOWN)
        return False
    page.press(Keys.HOME)
    page.wait(reached, "the row of /evening")
    page.press("c")
    page.wait(lambda: "'/evening'" in page.text("dialog[open]"), "the texts of a row")
    page.press(Keys.ESCAPE)
    for width, theme in ((390, "light"), (768, "dark"), (1440, "dark")):
        page.resize(width, 844)
        page.go("steps")
        page.js("document.documentElement.dataset.theme = arguments[0]", theme)
        page.js("document.activeElement.blur()")
        page.press("c")
        page.wait(lambda: page.text("dialog[open]"), f"the texts at {width} px")
        page.js(AXE)
        expect(not (problems := look(page, f"copies {width} {theme}")), f"axe found {problems}")
        page.press(Keys.ESCAPE)
    page.js("document.documentElement.dataset.theme = 'light'")
    page.go("access")
    page.wait(lambda: page.all("#view-access .cell-button"), "the table", 30)
    page.js("document.querySelector('#view-access .cell-button').focus()")
    page.press("c")
    page.wait(lambda: "moonroute run" in page.text("dialog[open]"), "the texts of a cell")
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
    page.go("links")
    page.js("location.href = arguments[0]", address.replace("#/journey?", "#/replay?"))
    page.wait(lambda: page.js("return document.querySelector('#view-journey')?.checkVisibility()") and "/collection/12" in page.text("#view-journey .acts-list"), "the other name of the address")
    page.go("journey?j=nonsense")
    page.wait(lambda: "no valid journey" in page.text("#view-journey"), "a broken link says so")


def palette(page):
    serve(page, "museum")
    page.wait(lambda: page.all("#view-why .start-link"), "the routes")
    page.js("document.activeElement.blur()")
    def show():
        ActionChains(page.browser).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()
        page.one("dialog.palette[open] .palette-input")
    page.press(Keys.ESCAPE)
    page.click("Commands", "#header")
    page.one("dialog.palette[open] .palette-input")
    page.press("collection/", Keys.ENTER)
    page.wait(lambda: "/collection/" in page.text("#view-steps .outcome"), "a route is opened")
    show()
    page.press("as mei", Keys.ENTER)
    page.wait(lambda: page.get("personas")["current"] == "mei", "a persona is chosen")
    show()
    page.press("> stores", Keys.ENTER)
    page.wait(lambda: page.js("return location.hash") == "#/stores", "a view is shown")
    show()
    page.press("> theme: dark", Keys.ENTER)
    page.wait(lambda: page.js("return document.documentElement.dataset.theme") == "dark", "a theme is chosen")
    show()
    page.press("> device: tablet", Keys.ENTER)
    page.wait(lambda: page.js("return document.querySelector('#device').dataset.size") == "tablet", "a size is chosen")
    show()
    page.press("> full screen: timeline", Keys.ENTER)
    page.wait(lambda: page.box("#timeline")["height"] > 700, "a part alone")
    page.press(Keys.ESCAPE)
    page.resize(390, 844)
    show()
    page.press("> full screen: timeline", Keys.ENTER)
    page.wait(lambda: not page.all("dialog.palette[open]"), "the palette is closed")
    expect(page.js("return document.getElementById('middle').checkVisibility()"), "a phone lost its part")
    bar = page.js("return [...document.querySelectorAll('#bar .bar-item')].map((one) => one.innerText)")
    expect(bar == ["Device", "Now", "Routes", "Time", "More"], f"the bar has {bar}")
    page.click("More", "#bar")
    page.click("Commands", ".more-menu")
    page.one("dialog.palette[open] .palette-input")
    page.press(Keys.ESCAPE)
    page.resize(1440, 900)
    show()
    page.press("> clock: skip", Keys.ENTER)
    page.wait(lambda: page.js("return document.querySelector('[aria-label=Clock]').value") == "skip", "the clock is set")
    page.js("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    show()
    page.press("> copy the journey", Keys.ENTER)
    page.wait(lambda: "#/journey?j=" in page.js("return window.copied ?? ''"), "the journey is copied")
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
    (54, "serve opens the first screen once; without one, there are links", first_screen),
    (59, "regions, views and one part alone by keys, which can be switched off", keyboard),
    (57, "a journey is a link, which is read and waits", linked),
    (56, "the palette opens links, chooses personas and shows views, quickly", palette),
    (55, "Why shows the end for each persona; an open is copied as a spec line or a command", copies),
]
