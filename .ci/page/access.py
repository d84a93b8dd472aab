"""Checks of personas, journeys, reloads and the stores."""

import time
from concurrent.futures import ThreadPoolExecutor

from selenium.webdriver.common.keys import Keys

from links import serve
from session import SLACK, command, expect
from stage import small

PERSONAS = """return {
  visitor = {},
  mei = { session = { user = "mei" } },
  jonas = { session = { user = "jonas" } },
}
"""


def with_personas(page):
    server = serve(page)
    if not page.get("personas")["personas"]:
        server.write("personas.lua", PERSONAS)
        server.stop()
        server.start()
        page.visit(server)
    return server


def choose(page, name):
    page.wait(lambda: page.js("""
      const menu = document.querySelector('.persona');
      if (![...menu.options].some((one) => one.value === arguments[0])) return false;
      menu.value = arguments[0];
      menu.dispatchEvent(new Event('change'));
      return true;""", name), f"{name} can be chosen")
    page.wait(lambda: page.get("personas")["current"] == (name or None), f"the persona is {name}")


def persona(page):
    with_personas(page)
    page.open("/")
    page.open("/account/orders")
    page.wait(lambda: page.title() == "Log in", "the login")
    choose(page, "mei")
    page.open("/account/orders")
    page.wait(lambda: page.get("stage")["stage_text"].count("/account/orders"), "mei sees orders")


# The personas of the shop as code to run after loading. The headless program knows jonas by name.
SESSIONS = {"jonas": "session.user = 'jonas'", "mei": "session.user = 'mei'", "visitor": "session.user = nil"}


def matrix(page):
    server = with_personas(page)
    page.go("access")
    page.wait(lambda: page.js("return document.querySelectorAll('.matrix tbody tr').length") >= 30
              and "Checking" not in page.text("#view-access"), "the matrix", 30)
    told = page.get("matrix")
    expect(told["personas"] == list(SESSIONS), f"the personas are {told['personas']}")
    told_rows = told["rows"]
    asked = [(row, name) for row in told_rows for name in SESSIONS]
    with ThreadPoolExecutor(4) as pool:
        ends = pool.map(lambda one: command("run", server.folder, one[0]["location"], "--json", "--eval", SESSIONS[one[1]])[0], asked)
    for (row, name), end in zip(asked, ends):
        cell = row["cells"][name]
        told = (end["status"], end["name"] or end["pattern"], end["reason"] or (end["error"] or {}).get("message"))
        expect((cell["status"], cell["name"], cell["reason"]) == told,
               f"{row['location']}: the matrix says {cell} of {name}, moonroute run {told}")
    table = command("access", server.folder, "--json")
    expect({(one["location"], one["persona"], one["access"], one["target"], one["reason"]) for one in table if one["access"]}
           == {(row["location"], name, row["cells"][name]["access"], row["cells"][name]["target"], row["cells"][name]["reason"])
               for row, name in asked}, "the matrix is not what moonroute access says")
    shown = page.js("return [...document.querySelectorAll('.matrix tbody tr')].map((row) => [...row.querySelectorAll('.cell-button')].map((one) => one.title))")
    expect(sorted(shown) == sorted([f"{name}: {row['cells'][name]['words']}. Click for the steps." for name in SESSIONS] for row in told_rows),
           f"the page shows {shown[:3]}")
    expect("staff only" in page.text("#view-access"), "no cell says staff only")
    page.js("[...document.querySelectorAll('.matrix .cell-button')].find((one) => one.innerText.includes('login')).click()")
    page.wait(lambda: page.text("#view-steps .outcome"), "a click shows the steps")


def journey(page):
    server = serve(page)
    page.open("/product/7")
    page.open("/account/orders")
    def save():
        page.follow()
        page.click("Save journey", "#timeline")
        page.one("input[name=name]").send_keys("a visitor looks for the orders")
        page.click("Save spec", "dialog")
    save()
    page.wait(lambda: "Passed" in page.text(".form-answer"), "the spec is green", 20)
    files = list((server.folder / "spec/journeys").glob("*_spec.lua"))
    expect(len(files) == 1, f"the journeys are {files}")
    before = files[0].read_bytes()
    page.click("Close", "dialog[open]")
    save()
    page.click("Replace it", "dialog")
    page.wait(lambda: "Passed" in page.text(".form-answer"), "replaced", 20)
    expect(before == files[0].read_bytes(), "the same journey is written otherwise")
    page.click("Close", "dialog[open]")


def broken(page):
    server = serve(page)
    page.open("/product/7")
    stage = page.get("stage")["stage_text"]
    text = (server.folder / "routes/staff.lua").read_text()
    begin = time.monotonic()
    server.write("routes/staff.lua", text.replace('view = "BackOffice"', 'vew = "BackOffice"'))
    page.wait(lambda: page.js("return document.querySelector('.overlay')?.open"), "the overlay")
    took = time.monotonic() - begin
    print(f"      overlay after {took * 1000:.0f} ms")
    expect(took <= 0.3 * SLACK, f"the overlay came after {took * 1000:.0f} ms")
    said = page.text(".overlay")
    expect(page.is_on_top(".overlay h2") and page.is_on_top(".overlay .problem-text"), "something lies over the message")
    expect("'vew'" in said and "routes/staff.lua:13" in said and "BackOffice" in said, said)
    expect(page.get("stage")["stage_text"] == stage, "the stage changed")
    page.press(Keys.ESCAPE)
    page.wait(lambda: not page.js("return document.querySelector('.overlay').open"), "Escape hides it")
    expect(page.js("return document.querySelector('.generation').dataset.state") == "broken", "the header is not red")
    server.write("routes/staff.lua", text + '\nrouter.route { name = "extra", path = "/extra", view = "Extra" }\n')
    page.wait(lambda: "+1" in page.text("#toasts"), "the difference")
    expect(page.js("return document.querySelector('.generation').dataset.state") == "good", "the header stays red")
    page.wait(lambda: page.listed() == 43, "the new route is in the table")


def red_journey(page):
    server = serve(page)
    page.open("/product/7")
    page.open("/account/orders")
    answer = page.post("journeys", {"name": "orders"})
    expect(answer.get("status") == "passed", f"the journey is {answer}")
    text = (server.folder / "auth.lua").read_text()
    server.write("auth.lua", text.replace("if session.user then", "if true then"))
    page.wait(lambda: any(one["status"] == "failed" for one in page.get("journeys")["journeys"]), "the journey is red", 20)
    page.wait(lambda: "0/1" in page.text(".journeys-badge"), "the header says so")
    page.wait(lambda: "generation 2, " in page.text("#toasts").lower() and "0/1 journeys" in page.text("#toasts"), "so does the line of the reload")
    page.js("document.querySelector('.journeys-badge').click()")
    page.wait(lambda: "login" in page.text("dialog[open]"), "its step is named")
    page.click("Close", "dialog[open]")


STORES = """
router.route { name = "home", path = "/", view = "Home" }
events.on("basket/**", function(value) session.heard = (session.heard or 0) + 1 end)
events.declare { name = "paid", path = "/paid", sticky = true }
events.declare { path = "/closed/:shop", reach = "fleet" }
events.on("/closed/:shop", function() end)
resources.put { name = "motto", path = "/motto", value = "on we go" }
resources.put { name = "stock", path = "/stock", value = 3, shared = true }
session.user = "mei"
session.basket = { count = 2 }
"""


def stores(page):
    small(page, STORES)
    page.go("stores")
    page.wait(lambda: "basket/**" in page.text("#view-stores"), "the subscription")
    form = page.wait(lambda: page.js("return [...document.querySelectorAll('#view-stores form')].find((one) => one.innerText.includes('Event'))"), "the form")
    page.js("""
      arguments[0].elements.key.value = 'basket/changed';
      arguments[0].elements.value.value = '{"count": 3}';
      arguments[0].requestSubmit();""", form)
    page.wait(lambda: "1 receiver" in page.text("#toasts"), "one receiver got it")
    page.wait(lambda: page.get("session")["session"].get("heard") == 1, "it was heard")
    page.js("""
      const form = [...document.querySelectorAll('#view-stores form')].find((one) => one.innerText.includes('Event'));
      form.elements.key.value = 'paid';
      form.elements.value.value = '7';
      form.requestSubmit();""")
    page.wait(lambda: "0 receivers" in page.text("#toasts"), "nothing listens to the second")
    page.wait(lambda: "/paid" in page.text("#view-stores .store-row") and "sticky" in page.text("#view-stores .store-row"), "it is kept")
    counts = page.js("return [...document.querySelectorAll('#view-stores tbody tr')].map((one) => one.children[2].innerText)")
    expect(sorted(counts) == ["0", "1"], f"the counts of receivers are {counts}")
    rows = page.text("#view-stores")
    expect("/closed/:shop fleet" in rows and "shared" in rows, f"what belongs to the fleet is not shown: {rows}")


def edits(page):
    small(page, STORES)
    page.go("stores")
    page.wait(lambda: page.js("""
      const value = [...document.querySelectorAll('#view-stores .tree-row')].find((one) => one.innerText.startsWith('user'))
        ?.querySelector('button.tree-value');
      value?.click();
      return Boolean(value)"""), "the user")
    page.wait(lambda: page.js("return document.activeElement.matches('#view-stores .tree-row input')"), "a field")
    page.press("jonas", Keys.ENTER)
    page.wait(lambda: page.get("session")["session"]["user"] == "jonas", "the edit")
    page.click("Undo", "#view-stores")
    page.wait(lambda: page.get("session")["session"]["user"] == "mei", "the undo")
    page.wait(lambda: page.js("""
      const value = [...document.querySelectorAll('#view-stores .store-row')].find((one) => one.innerText.includes('/motto'))
        ?.querySelector('button.tree-value');
      value?.click();
      return Boolean(value)"""), "the resource")
    page.press("slowly now", Keys.ENTER)
    page.wait(lambda: page.get("resources")["resources"][0]["value"] == "slowly now", "the edit of the resource")


CHECKS = [
    (11, "as mei the same link opens orders", persona),
    (12, "the matrix says what moonroute run says", matrix),
    (19, "a saved journey is a green spec, the same bytes twice, and an existing file is asked about", journey),
    (20, "a broken file: overlay, stage kept; mended: the difference", broken),
    (21, "a changed guard turns a journey red and names its step", red_journey),
    (22, "an emitted event reaches its receivers, is counted, and kept if it is sticky", stores),
    (23, "edits of the session and of a resource work, and the undo", edits),
]
