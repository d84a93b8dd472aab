"""Checks that the page reports events correctly, and follows the user."""

import time

from selenium.webdriver.common.keys import Keys

from links import serve
from session import SLACK, command, expect
from stage import small

ROWS = """
router.route { name = "home", path = "/", view = function()
  return screen { "Home", title = "Home", body = {
    { "list", { "a", "b", "c" } },
    { "list", { { { "link", "Inner", to = "/inner" } }, { "button", "Count", on_tap = function(page) page.n = (page.n or 0) + 1 end } } },
    false,
    { "list", { "a row", { "link", "Show", to = "/inner" }, { "link", "Show", to = "/ask" } } },
  } }
end, animator = animator.root { wrap = "stack" } }
router.route { name = "inner", path = "/inner", view = function() return screen { "Inner", title = "Inner" } end }
router.route { name = "old", path = "/old", redirect = "/inner" }
router.route { name = "long", path = "/long/:text", redirect = function(state) return "/" .. state.params.text end }
router.route { name = "ask", path = "/ask", view = function() return screen { "Ask", title = "Ask" } end, animator = animator.sheet {} }
router.route { name = "what", path = "/what", action = function()
  local _, how = router.ask("ask")
  session.how = how
end }
"""


def nested(page):
    serve(page, "museum")
    page.open("/collection")
    page.wait(lambda: page.title() == "Collection", "the collection")
    page.settle()
    page.js("document.querySelector('#device .node-screen:not([inert]) .look-tap').click()")
    page.wait(lambda: page.title() not in (None, "Collection"), "a tap on a row opens its object")
    small(page, ROWS)
    page.open("/")
    page.wait(lambda: page.title() == "Home", "home")
    texts = page.js("return [...document.querySelector('#device .screen-list').querySelectorAll('li')].map((one) => one.innerText)")
    expect(texts == ["a", "b", "c"], f"the list of texts is {texts}")
    page.click("Count", "#device .device-window")
    page.wait(lambda: "n" in page.get("stage")["stage"]["children"][0]["children"][0]["props"], "a button in a list")
    page.click("Inner", "#device .device-window")
    page.wait(lambda: page.title() == "Inner", "a link in a row of a list")


def same_text(page):
    server = small(page, ROWS)
    page.open("/")
    page.settle()
    text = page.text("#device .screen-content")
    expect("a row" in text and "false" not in text, f"the rows are {text!r}")
    page.js("[...document.querySelectorAll('#device .screen-link')].filter((one) => one.innerText === 'Show')[1].click()")
    page.wait(lambda: page.title() == "Ask", "the second of two links with the same text")
    answer = page.post("journeys", {"name": "same"})
    expect(answer.get("status") == "passed", f"its journey is {answer}")
    spec = (server.folder / "spec/journeys/same_spec.lua").read_text()
    expect('tap("Show", { 4, 3 })' in spec, f"its spec is {spec}")


def follows(page):
    small(page, ROWS)
    page.open("/")
    page.settle()
    page.click("Inner", "#device .device-window")
    page.wait(lambda: "/inner" in page.text("#view-steps .outcome"), "the steps follow a tap")
    page.wait(lambda: page.js("return document.getElementById('link').value") == "/inner", "so does the link box")
    page.post("open", {"location": "/old"})
    page.wait(lambda: "Sent to /inner" in page.text("#view-steps .outcome .chip"), "and a link from elsewhere, which was sent on")
    expect("is-notable" in page.js("return document.querySelector('#view-steps .outcome .chip').className"), "an open that was sent on is green")
    stage = page.get("stage")["stage_text"]
    first = next(row[0] for row in page.rows() if row[1] == "open")
    page.js("document.querySelector(`.time-row[data-row='${arguments[0]}'] .time-text`).click()", first)
    page.wait(lambda: page.text("#view-steps .outcome-link") == "/" and "Pinned" in page.text("#view-steps .follow-line"), "a row shows its steps")
    expect(page.js("return document.querySelector('.look-banner').hidden"), "choosing a row travels in time")
    page.post("open", {"location": "/inner"})
    page.wait(lambda: "1 newer" in page.text("#view-steps .follow-line"), "newer opens are counted")
    expect(page.text("#view-steps .outcome-link") == "/", "the page left a pinned row")
    page.js("document.activeElement.blur()")
    page.press("[")
    page.wait(lambda: "after row" in page.text(".look-banner"), "the past")
    page.press(Keys.ESCAPE)
    page.wait(lambda: page.js("return document.querySelector('.look-banner').hidden"), "Escape leaves it")
    expect("Pinned" in page.text("#view-steps .follow-line"), "one Escape did two things")
    page.press(Keys.ESCAPE)
    page.wait(lambda: page.text("#view-steps .outcome-link") == "/inner" and "Following" in page.text("#view-steps .follow-line"), "and follows again")
    page.press("p")
    page.wait(lambda: "Pinned" in page.text("#view-steps .follow-line"), "p pins")
    page.press("p")
    page.go("stores")
    page.wait(lambda: page.text("#view-stores"), "another view")
    page.post("open", {"location": "/"})
    page.wait(lambda: page.all(".tab-link .news"), "a dot says that there is something new")
    page.go("why?link=/inner")
    page.wait(lambda: "1 new open" in page.text("#view-why .follow-line"), "a question stays, and new opens are counted")
    expect(stage, "no stage")


def back_in_box(page):
    small(page, ROWS)
    page.open("/")
    page.type_link("/inner")
    page.wait(lambda: "link=/inner" in page.js("return location.hash"), "the question")
    page.open("/old")
    page.go("links")
    page.wait(lambda: page.text("#view-links"), "another view")
    page.type_link("/ask")
    page.one(".found-row").click()
    page.wait(lambda: "link=/ask" in page.js("return location.hash"), "another question")
    page.browser.back()
    page.wait(lambda: page.js("return location.hash").startswith("#/steps"), "back at the steps")
    page.wait(lambda: page.js("return document.getElementById('link').value") == "/old", "the box has their link")


def returns(page):
    small(page, ROWS)
    page.open("/")
    page.open("/inner")
    page.open("/old")
    page.follow()
    act = next(row[0] for row in page.rows() if row[1] == "act" and "/inner" in row[4]["text"])
    page.js("document.querySelector(`.time-row[data-row='${arguments[0]}']`).querySelector('.time-tools button').click()", act)
    page.wait(lambda: f"after row {act}" in page.text(".look-banner"), "the past")
    page.wait(lambda: page.title() == "Inner", "an act's row shows its effects")
    page.click("Return here", "#device")
    page.wait(lambda: any("kind" in row[4] and row[4]["kind"] == "travel" for row in page.rows()), "the return")
    expect("Inner" in page.get("stage")["stage_text"], "Look and Return here disagree")
    page.follow()
    page.wait(lambda: "Returned to row" in page.text(".time-row.is-fork"), "the fork")
    dead = page.js("return [...document.querySelectorAll('.time-row.is-dead')].map((one) => one.innerText).join(' ')")
    expect("/old" in dead and "Home" not in dead, f"the rows that no longer apply are {dead!r}")
    page.wait(lambda: page.text("#view-steps .outcome-link") == "/inner", "the steps follow the newest open that still applies")
    page.wait(lambda: page.js("return document.getElementById('link').value") == "/inner", "so does the link box")
    toast = page.box("#toasts")
    time_box = page.box("#timeline")
    expect(toast["y"] + toast["height"] <= time_box["y"], "a message covers the timeline")


def checked(page):
    server = serve(page, "museum")
    told = command("check", server.folder, "--json")
    page.go("check")
    page.wait(lambda: page.text("#view-check") and not page.all("#view-check .loading"), "the list")
    text = page.text("#view-check")
    for one in told:
        expect(one["message"] in text and f"{one['file']}:{one['line']}" in text, f"{one['file']}:{one['line']} is missing: {text}")
    found = page.get("check")["problems"]
    expect([(one["file"], one["line"], one["rule"]) for one in found] == [(one["file"], one["line"], one["rule"]) for one in told],
           f"the page has {found}, moonroute check {told}")
    text = (server.folder / "main.lua").read_text()
    server.write("main.lua", text + '\nrouter.guard("today", function() if session.member then router.too("/") end return true end)\n')
    page.wait(lambda: "1 error" in page.text(".check-badge"), "the header counts the error", 20)
    page.wait(lambda: "1 error" in page.text("#toasts"), "so does the message of the save")
    expect(not page.all("#toasts .is-good"), "a save with an error gets a green tick")
    page.js("document.querySelector('.check-badge').click()")
    page.wait(lambda: "router.too" in page.text("#view-check"), "the list names it")
    expect("main.lua:" in page.text("#view-check") and page.all("#view-check .code-frame"), "without place and code")
    expect(page.is_on_top("#view-check .problem-text"), "something lies over the message")


def dry_times(page):
    serve(page)
    page.open("/")
    page.open("/account/orders", dry=True)
    page.wait(lambda: page.all("#view-steps .step"), "the steps")
    text = page.text("#view-steps")
    expect("µs" not in text and not page.all("#view-steps .bar"), f"a dry run has times: {text}")
    page.open("/account/orders")
    page.wait(lambda: "µs" in page.text("#view-steps") or "ms" in page.text("#view-steps"), "a real open has them")
    small(page, ROWS)
    page.open("/")
    page.open("/what", dry=True)
    page.wait(lambda: "It waits for a person." in page.text("#view-steps"), "a dry run that waits for a person says so")
    page.click("Show the stage", "#view-steps")
    page.wait(lambda: page.title() == "Ask", "and shows the question")


def long_link(page):
    # The log of the browser has the refusals of earlier checks.
    page.browser.get_log("browser")
    serve(page)
    link = "/" + "x" * 60_000
    page.js("document.getElementById('link').value = arguments[0]; document.getElementById('link').dispatchEvent(new Event('input', {bubbles: true}))", link)
    page.wait(lambda: page.js("return document.querySelector('#view-why').dataset.link?.length") == len(link), "the answer to a long link", 20)
    expect(len(page.text("#view-why")) < 3000, "a long link floods the page")
    expect("characters, show all" in page.text("#view-why"), "nothing says how long it is")
    box = page.one("#link")
    box.send_keys(Keys.ENTER)
    page.wait(lambda: page.text("#view-steps .outcome"), "its outcome", 20)
    expect(len(page.text("#middle")) < 3000, "a long link floods the steps")
    small(page, ROWS)
    page.open("/")
    page.post("open", {"location": "/long" + link})
    page.wait(lambda: "No match" in page.text("#view-steps .outcome"), "a long target", 20)
    page.js("for (const one of document.querySelectorAll('#view-steps .step-button')) one.click()")
    page.wait(lambda: "Returned" in page.text("#view-steps"), "the unfolded steps")
    expect(len(page.text("#middle")) < 6000, "a long target floods the unfolded steps")
    row = next(row[0] for row in page.rows() if row[1] == "open" and row[4]["text"].startswith("/long"))
    page.open("/")
    page.js("document.querySelector(`.time-row[data-row='${arguments[0]}'] .time-text`).click()", row)
    page.wait(lambda: page.js("return document.getElementById('link').value") == "/long" + link, "the box has all of a long link", 20)
    expect(not page.messages(), f"the console has messages: {page.messages()[:2]}")


def sizes(page):
    serve(page)
    page.open("/product/7")
    page.resize(720, 450)
    page.go("device")
    page.wait(lambda: page.js("return document.body.dataset.part") == "device", "the device")
    time.sleep(0.3)
    scale = page.js("const f = document.querySelector('.device-frame'); return f.getBoundingClientRect().width / f.offsetWidth")
    expect(scale >= 0.599, f"at 200 % the device is scaled by {scale:.2f}")
    page.one(".device-space.is-scrolled")
    page.click("100 %", "#device")
    page.wait(lambda: page.js("const f = document.querySelector('.device-frame'); return f.getBoundingClientRect().width / f.offsetWidth") > 0.99, "its full size")
    page.click("Fit", "#device")
    page.resize(390, 844)
    page.go("time")
    page.wait(lambda: page.js("return document.body.dataset.part") == "time", "the timeline")
    expect(not page.js("return document.querySelector('.filter-chip').checkVisibility()"), "the kinds are squeezed")
    page.click("Kinds", "#timeline")
    inside = page.js("""
      return [...document.querySelectorAll('.filter-chip')].every((one) => {
        const b = one.getBoundingClientRect();
        return one.checkVisibility() && b.left >= 0 && b.right <= innerWidth;
      })""")
    expect(inside, "a kind is outside of the window")
    page.resize(1440, 900)


def modes(page):
    serve(page)
    page.open("/product/7")
    page.prefer(forced_colors="active")
    width = page.js("return getComputedStyle(document.querySelector('.tab-link[aria-current]')).borderTopWidth")
    expect(width == "2px", f"the current tab is not marked in forced colours: {width}")
    page.prefer()
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    hidden = page.js("return ['#routes', '#device', '#timeline', '.tabs'].filter((one) => document.querySelector(one).checkVisibility())")
    flow = page.js("return getComputedStyle(document.querySelector('#view-steps')).position")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    expect(hidden == [] and flow == "static", f"in print, {hidden} are shown, and the view is {flow}")
    page.go("access")
    page.wait(lambda: page.all("#view-access .cell-button"), "the table", 30)
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    wraps = page.js("return getComputedStyle(document.querySelector('#view-access .cell-button')).whiteSpace")
    fields = page.js("return [...document.querySelectorAll('.view input')].filter((one) => one.checkVisibility()).length")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    expect(wraps == "normal" and fields == 0, f"in print, cells are cut ({wraps}), and {fields} fields are shown")


def closes(page):
    small(page, ROWS)
    page.open("/")
    page.settle()
    page.js("fetch('/api/v1/open', {method: 'POST', body: JSON.stringify({location: '/what'}),"
            " headers: {...moonroute.headers, 'Content-Type': 'application/json', 'X-Moonroute': '1'}})")
    page.wait(lambda: page.title() == "Ask", "the sheet")
    page.settle()
    page.click("Close", "#device .device-window")
    page.wait(lambda: page.get("session")["session"].get("how") == "closed", "the opener learns that it was closed")
    answer = page.post("journeys", {"name": "close"})
    expect(answer.get("status") == "passed", f"its journey is {answer}")


SLOW = """
router.configure { wait_limit = 3600 }
router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
router.route { name = "evening", path = "/evening", view = "Evening", redirect = function()
  return host.seats("evening") > 0
end }
router.route { name = "late", path = "/late", view = "Late", redirect = function() sleep(3000) return true end }
"""
SEATS = """
host.stub("seats", function() sleep(3000) return 1 end)
"""


def waits(page):
    server = small(page, SLOW)
    server.write("headless.lua", SEATS)
    server.write("main.lua", SLOW + "-- with seats\n")
    page.wait(lambda: server.ask("hello")["generation"] == 2, "the stand-in")
    page.open("/")
    start = page.get("stage")["stage_text"]
    page.js("fetch('/api/v1/open', {method: 'POST', body: JSON.stringify({location: '/late'}),"
            " headers: {...moonroute.headers, 'Content-Type': 'application/json', 'X-Moonroute': '1'}})")
    page.wait(lambda: "Waiting" in page.text("#view-steps .outcome"), "a wait from elsewhere is shown")
    page.wait(lambda: page.js("return document.getElementById('link').value") == "/late", "the link box has its link")
    page.click("Cancel\nEsc", "#view-steps")
    page.wait(lambda: "Cancelled" in page.text("#view-steps .outcome"), "its end")
    page.type_link("/evening").send_keys(Keys.ENTER)
    page.wait(lambda: "Waiting" in page.text("#view-steps .outcome"), "the wait is shown")
    page.wait(lambda: 'host.seats("evening")' in page.text("#view-steps .is-waiting"), "with its function")
    page.wait(lambda: "at most" in page.text("#view-steps .is-waiting"), "with its time limit")
    text = page.text("#view-steps .is-waiting")
    expect("main.lua:5" in text and "at most 3600 s" in text and "redirect of evening" in text, f"the waiting step says {text!r}")
    expect([one.text.split("\n")[0] for one in page.all("#view-steps .step:not(.is-waiting):not(.is-next)")][:2] == ["parse", "match"], "the steps before it")
    page.wait(lambda: "waits in redirect, " in page.text(".time-list"), "its row says where it waits, and for how long")
    page.wait(lambda: "evening opening…" in page.text("#routes .scroller"), "the row of its route is marked")
    expect("Nothing has changed yet: the device still shows" in page.text("#view-steps"), "the state of the device is not told")
    first = page.text("#view-steps .outcome .chip")
    page.wait(lambda: page.text("#view-steps .outcome .chip") != first, "the time goes on")
    page.click("Cancel\nEsc", "#view-steps")
    page.wait(lambda: "Cancelled" in page.text("#view-steps .outcome"), "it is cancelled")
    expect(page.get("stage")["stage_text"] == start, "a cancelled open changed the stage")
    page.type_link("/late").send_keys(Keys.ENTER)
    page.wait(lambda: "Waiting" in page.text("#view-steps .outcome") and "/late" in page.text("#view-steps .outcome"), "another wait")
    page.press(Keys.ESCAPE)
    page.wait(lambda: "Cancelled" in page.text("#view-steps .outcome"), "Escape in the link box cancels it")
    page.type_link("/late").send_keys(Keys.ENTER)
    page.click("Skip the wait", "#view-steps")
    page.wait(lambda: "Opened" in page.text("#view-steps .outcome"), "a skipped wait")
    page.wait(lambda: page.get("stage")["stage_text"] != start, "its screen")


CHECKS = [
    (40, "rows of a list are tapped at any depth, and a list shows all its texts", nested),
    (40, "of two rows with the same text, each can be tapped, and its journey passes", same_text),
    (41, "steps follow taps and links; a row shows its steps and does not travel; Escape leaves", follows),
    (42, "Back brings the link of its steps into the box", back_in_box),
    (43, "Look and Return here agree; rows that no longer apply are struck out; messages cover no rows", returns),
    (44, "the header counts what moonroute check finds, and a save with an error is not green", checked),
    (45, "a dry run has no times", dry_times),
    (46, "a link of 60 kB is clipped and posted", long_link),
    (47, "at 200 % the device is scrolled, at 390 px the kinds have a menu", sizes),
    (48, "forced colours mark the current tab, and print has the view alone", modes),
    (49, "the close button closes, and its journey says so", closes),
    (51, "an open that waits shows its step, for how long, and can be cancelled or skipped", waits),
]
