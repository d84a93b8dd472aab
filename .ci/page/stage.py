"""Checks of the device and of time."""

import time

from selenium.webdriver.common.keys import Keys

from links import serve
from session import Page, driver, expect, own_port


def back(page):
    serve(page)
    page.open("/")
    page.open("/basket")
    page.wait(lambda: page.title() == "Basket (0)", "the basket")
    page.settle()
    page.click("Back", "#device .device-window")
    page.wait(lambda: page.title() == "Welcome", "home again")
    serve(page, "tabs")
    page.open("/listen")
    page.open("/new-playlist")
    screen = page.get("stage")["stage"]["children"][0]["presented"]["node"]["children"][0]["id"]
    expect(screen, "no form is presented")
    page.wait(lambda: page.title() == "New playlist", "the form")
    # The form of this example refuses to close once its property says that the user has typed.
    text = (page.servers[-1].folder / "screens/library.lua").read_text()
    page.servers[-1].write("screens/library.lua", text.replace(
        "if not form.unsaved then\n      return true\n    end", "do return false, \"the playlist is not saved\" end"))
    page.wait(lambda: "generation 2" in page.text(".generation"), "generation 2")
    page.click("Close", "#device .device-window")
    page.wait(lambda: "not saved" in page.text(".refusal"), "the guard's reason")
    expect(page.title() == "New playlist", "the screen left all the same")


SHEETS = """
router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
router.route { name = "ask", path = "/ask", view = function() return screen { "Ask", title = "Ask" } end, animator = animator.sheet { position = "bottom" } }
router.route { name = "firm", path = "/firm", view = function() return screen { "Firm", title = "Firm" } end, animator = animator.sheet { tap_outside = "ignore" } }
router.route { name = "what", path = "/what", action = function()
  local value, how = router.ask("ask")
  session.how = how
  return how
end }
router.route { name = "form", path = "/form", view = function()
  return screen { "Form", title = "Form", body = {
    { "heading", "Write" }, { "field", "email", placeholder = "you@example.com" },
    { "link", "Ask", to = "/ask" },
    { "button", "Send", on_tap = function(page) session.sent = page.fields.email end },
  } }
end }
"""


def small(page, text=SHEETS, options=()):
    import pathlib
    import tempfile
    folder = pathlib.Path(tempfile.mkdtemp(prefix="moonroute-small.")) / "small"
    folder.mkdir()
    (folder / "main.lua").write_text(text)
    return serve(page, folder, options=options)


def sheets(page):
    small(page)
    page.open("/")
    page.post("open", {"location": "/ask"})
    page.wait(lambda: page.title() == "Ask", "the sheet")
    page.settle()
    box = page.box(".grabber")
    page.drag((box["x"] + box["width"] / 2, box["y"] + 6), (0, 320))
    page.wait(lambda: not page.get("stage")["stage"]["children"][0]["presented"], "the sheet is gone")
    page.wait(lambda: page.title() != "Ask", "the page shows that it is gone")
    acts = [row for row in page.rows() if row[1] == "act"]
    expect("swipe" in acts[-1][4]["text"] or "dismiss" in acts[-1][4]["text"], f"the last act is {acts[-1]}")
    page.open("/ask")
    page.wait(lambda: page.title() == "Ask", "the sheet again")
    page.settle()
    page.js("document.querySelector('.layer .backdrop').click()")
    page.wait(lambda: not page.get("stage")["stage"]["children"][0]["presented"], "a tap outside closes it")
    page.wait(lambda: page.title() != "Ask", "the page shows that it is closed")
    page.settle()
    page.js("fetch('/api/v1/open', {method: 'POST', body: JSON.stringify({location: '/what'}),"
            " headers: {...moonroute.headers, 'Content-Type': 'application/json', 'X-Moonroute': '1'}})")
    page.wait(lambda: page.title() == "Ask", "a sheet that answers")
    page.settle()
    box = page.box(".grabber")
    page.drag((box["x"] + box["width"] / 2, box["y"] + 6), (0, 320))
    page.wait(lambda: page.get("session")["session"].get("how") == "dismissed", "who asked hears that it was dismissed")
    # The end of the open puts its link into the box.
    page.wait(lambda: "Handled" in page.text("#view-steps .outcome"), "the steps of the open that has ended")
    page.open("/firm")
    page.wait(lambda: page.title() == "Firm", "the firm sheet")
    page.settle()
    page.js("document.querySelector('.layer .backdrop').click()")
    time.sleep(0.5)
    expect(page.title() == "Firm", "a tap outside closed a sheet that ignores it")


def tabs(page):
    serve(page, "tabs")
    page.open("/listen")
    page.open("/listen/album/3")
    page.wait(lambda: page.title() == "Album 3", "the album")
    page.settle()
    page.click("Search", "#device")
    page.wait(lambda: page.title() == "Search", "the tab search")
    page.click("Listen", "#device")
    page.wait(lambda: page.title() == "Album 3", "the stack of listen is kept")
    page.settle()
    page.click("Listen", "#device")
    page.wait(lambda: page.title() == "Listen", "the tab again goes to its first screen")
    expect(page.js("return document.querySelectorAll('#device [role=tab][aria-selected=true]').length") == 1, "one tab is selected")
    serve(page, "museum")
    page.open("/letters")
    page.open("/letters/2")
    page.settle()
    titles = "return [...document.querySelectorAll('#device .split-place .screen-title')].map((one) => one.textContent)"
    page.wait(lambda: page.js(titles) == ["Letters", "Her sister"], "the split shows both places")


def persons(page):
    small(page)
    page.open("/")
    page.open("/form")
    field = page.one("#device .screen-input")
    field.send_keys("ada@example.com", Keys.TAB)
    page.wait(lambda: any("fill" in row[4]["text"] for row in page.rows() if row[1] == "act"), "the fill is an act")
    page.click("Send", "#device")
    page.wait(lambda: page.get("session")["session"].get("sent") == "ada@example.com", "the button has the field")
    page.click("Ask", "#device")
    page.wait(lambda: page.title() == "Ask", "the link opens")
    kinds = [row[4]["text"] for row in page.rows() if row[1] == "act"]
    expect(len([one for one in kinds if "tap" in one]) >= 2, f"the acts are {kinds}")


def travel(page):
    serve(page)
    page.open("/")
    page.open("/basket")
    page.open("/product/7")
    page.settle()
    stage = page.get("stage")["stage_text"]
    target = [row for row in page.rows() if row[1] == "open" and row[4]["text"].startswith("/basket")][0][0]
    page.wait(lambda: page.js("""
      const look = document.querySelector(`.time-row[data-row='${arguments[0]}'] .link-button`);
      look?.click();
      return Boolean(look)""", target), "the row of the basket")
    page.wait(lambda: "after row" in page.text(".look-banner"), "the banner")
    page.wait(lambda: page.title() == "Basket (0)", "the stage of then")
    expect(page.get("stage")["stage_text"] == stage, "looking changed the application")
    page.click("Return here", "#device")
    page.wait(lambda: "Linen shirt" not in page.get("stage")["stage_text"], "the application is back there")
    expect("Basket" in page.get("stage")["stage_text"], page.get("stage")["stage_text"])
    rows = page.rows()
    expect(any("/product/7" in row[4]["text"] for row in rows), "the old branch is gone")
    page.open("/login")


def restart(page):
    server = serve(page, port=own_port())
    page.open("/")
    server.stop()
    page.wait(lambda: "gone" in page.text(".live"), "the header says that the server is gone")
    server.start()
    page.wait(lambda: page.text(".live") == "other key", "the header says that the key is another one", 20)
    expect("Open the address that it printed." in page.text("#toasts"), page.text("#toasts"))
    # In the same tab, where only the fragment changes.
    page.browser.get(server.url)
    page.wait(lambda: page.js("return document.querySelector('.live')?.dataset.live") == "live", "live again", 20)
    page.open("/product/7")
    expect(len(page.rows()) > 0, "the rows of the new server are not there")


def twelve(page):
    server = serve(page)
    first = page.browser.current_window_handle
    try:
        for _ in range(11):
            page.browser.switch_to.new_window("tab")
            page.browser.get(server.url)
        page.wait(lambda: page.js("return document.querySelector('.live')?.dataset.live") == "live", "the twelfth tab is live", 20)
        page.open("/product/7")
        for handle in page.browser.window_handles:
            page.browser.switch_to.window(handle)
            page.wait(lambda: page.title() == "Linen shirt", "each tab shows the product", 20)
    finally:
        for handle in page.browser.window_handles:
            if handle != first:
                page.browser.switch_to.window(handle)
                page.browser.close()
        page.browser.switch_to.window(first)


def two(page):
    """Two browsers that only share the server."""
    server = serve(page)
    browser = driver()
    try:
        other = Page(browser)
        other.visit(server)
        page.open("/product/7")
        other.wait(lambda: other.title() == "Linen shirt", "the second browser shows what the first opened")
        other.open("/basket")
        page.wait(lambda: page.title() == "Basket (0)", "and the first what the second opened")
        def rows():
            return [one.js("return [...document.querySelectorAll('.time-row')].map((row) => row.innerText)") for one in (page, other)]
        page.wait(lambda: (both := rows())[0] == both[1] and len(both[0]) > 3, "their timelines are the same")
    finally:
        browser.quit()


CHECKS = [
    (13, "Back goes back, and a leave guard keeps its screen and says why", back),
    (14, "a sheet swiped down answers dismissed, a tap outside obeys its option", sheets),
    (15, "tabs: select, select again, stacks kept; a split shows both places", tabs),
    (17, "link, button and field work and are in the journal", persons),
    (18, "looking changes nothing, returning does, and branches remain", travel),
    (27, "twelve tabs are live", twelve),
    (27, "two browsers show what the other one does", two),
    (29, "a server that was started again: the page says that it has another key, and goes on with it", restart),
]
