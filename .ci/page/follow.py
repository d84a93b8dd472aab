"""Checks of the subject of the middle: each cell of the table of states in the design."""

from selenium.webdriver.common.keys import Keys

from session import Server, expect
from stage import small
from truth import ROWS
from views import AXE, look

LINE = "#view-steps .follow-line"


def value(page, key):
    """A value of the page's state."""
    return page.browser.execute_async_script("""
      const [key, done] = arguments;
      import(new URL('state.js', document.querySelector('script[type=module]').src)).then(({state}) => done(state[key] ?? null));""", key)


def away(page):
    page.js("document.activeElement.blur()")


def steps_of(page, link, sign):
    page.wait(lambda: page.text("#view-steps .outcome-link") == link and sign in page.text(LINE)
              and page.js("return location.hash").startswith("#/steps"), f"the steps of {link}, {sign.lower()}")


def ask(page, link):
    page.type_link(link)
    page.wait(lambda: f"link={link}" in page.js("return location.hash") and "Wins" in page.text("#view-why"), f"the question about {link}")


def choose(page, number):
    """Chooses a row of the timeline, whose list has only its visible rows."""
    def chosen():
        return page.js("""
          const row = document.querySelector(`.time-row[data-row='${arguments[0]}'] .time-text`);
          if (row) row.click();
          else document.querySelector('.time-list').scrollTop = 28 * (arguments[0] - 3);
          return Boolean(row);""", number)
    page.wait(chosen, f"row {number}")


def opens(page):
    """The rows of the opens, with their links."""
    page.follow()
    return [(row[0], row[4]["location"]) for row in page.rows() if row[1] == "open" and "parent" not in row[4]]


def following(page):
    server = small(page, ROWS)
    page.open("/")
    page.post("open", {"location": "/inner"})
    steps_of(page, "/inner", "Following")
    away(page)
    page.press(Keys.ESCAPE)
    steps_of(page, "/inner", "Following")
    server.write("main.lua", ROWS + "-- another generation\n")
    page.wait(lambda: "Scripts have changed since" in page.text(LINE), "a new generation is named")
    steps_of(page, "/inner", "Following")
    page.post("open", {"location": "/"})
    steps_of(page, "/", "Following")
    expect("changed since" not in page.text(LINE), "an open of this generation says that scripts have changed")
    first = opens(page)[0]
    choose(page, first[0])
    steps_of(page, first[1], "Pinned")
    page.press("p")
    steps_of(page, "/", "Following")
    page.press("p")
    steps_of(page, "/", "Pinned")


def why_of_subject(page):
    small(page, ROWS)
    page.open("/")
    page.post("open", {"location": "/inner"})
    steps_of(page, "/inner", "Following")
    page.click("Why", ".tabs")
    page.wait(lambda: "link=/inner" in page.js("return location.hash") and "Wins" in page.text("#view-why"), "Why asks about the shown open")
    page.click("Now", ".tabs")
    choose(page, opens(page)[0][0])
    steps_of(page, "/", "Pinned")
    page.click("Why", ".tabs")
    page.wait(lambda: page.js("return location.hash") == "#/why?link=/", "Why asks about the pinned open, not about the last question")


def asking(page):
    small(page, ROWS)
    page.open("/")
    ask(page, "/inner")
    page.post("open", {"location": "/old"})
    page.wait(lambda: "1 new open" in page.text("#view-why .follow-line"), "the question stays, and new opens are counted")
    away(page)
    page.press("p")
    expect(value(page, "pinned") is None, "p pins during a question")
    page.press(Keys.ESCAPE)
    steps_of(page, "/old", "Following")
    page.wait(lambda: page.js("return document.getElementById('link').value") == "/old", "the box has the link of the steps")
    ask(page, "/ask")
    choose(page, opens(page)[0][0])
    steps_of(page, "/", "Pinned")


def pinned(page):
    small(page, ROWS)
    for link in ("/", "/inner", "/ask"):
        page.open(link)
    rows = opens(page)
    choose(page, rows[0][0])
    steps_of(page, "/", "Pinned")
    page.post("open", {"location": "/inner"})
    page.post("open", {"location": "/"})
    page.wait(lambda: "2 newer" in page.text(LINE), "newer opens are counted")
    ask(page, "/old")
    page.press(Keys.ESCAPE)
    steps_of(page, "/", "Pinned")
    expect("2 newer" in page.text(LINE), "a question forgets the newer opens")
    choose(page, rows[1][0])
    steps_of(page, "/inner", "Pinned")
    page.type_link("/ask").send_keys(Keys.ENTER)
    steps_of(page, "/ask", "Following")


EARLIER = "return [...document.querySelectorAll('#view-steps .earlier-row')].map((one) => [...one.children].slice(0, 2).map((part) => part.innerText))"


def earlier(page):
    """Below the steps are the opens before; a click shows their steps, and nothing travels in time."""
    server = Server("museum")
    page.servers = [server]
    page.visit(server)
    page.go("steps")
    page.wait(lambda: "No link has been opened yet" in page.text("#view-steps") and 1 <= len(page.all("#view-steps .start-link")) <= 3, "without an open there are links")
    for link in ("/", "/depot", "/evening", "/collection/12"):
        page.post("open", {"location": link})
    page.wait(lambda: page.js(EARLIER) == [["/evening", "sent to /login"], ["/depot", "stopped: the depot is for the staff"], ["/", "opened today"]], "the opens before")
    stage = page.get("stage")["stage_text"]
    page.js("document.querySelectorAll('#view-steps .earlier-row')[1].click()")
    steps_of(page, "/depot", "Pinned")
    expect(page.get("stage")["stage_text"] == stage and value(page, "look") is None, "a click on an earlier open travels")
    page.wait(lambda: page.js(EARLIER) == [["/", "opened today"]], "the opens before the shown one")


def other_view(page):
    small(page, ROWS)
    page.open("/")
    page.go("stores")
    page.wait(lambda: page.text("#view-stores"), "another view")
    page.post("open", {"location": "/inner"})
    page.wait(lambda: page.all(".tab-link .news"), "a dot")
    away(page)
    page.press("p", Keys.ESCAPE)
    expect(page.js("return location.hash") == "#/stores" and page.all(".tab-link .news"), "p or Escape leaves another view")
    for width, theme in ((1440, "light"), (1440, "dark"), (768, "light"), (390, "dark")):
        page.resize(width, 844)
        page.js("document.documentElement.dataset.theme = arguments[0]", theme)
        page.type_link("/old")
        page.wait(lambda: "wins" in page.text(".found:not([hidden])"), f"the routes below the box at {width} px")
        expect(page.js("return location.hash") == "#/stores", "typing leaves another view")
        box = page.box(".found")
        expect(box["x"] >= 0 and box["x"] + box["width"] <= width, f"at {width} px the list is at {box}")
        page.js(AXE)
        expect(not (problems := look(page, f"found {width} {theme}")), f"axe found {problems}")
        page.press(Keys.ESCAPE)
        expect(not page.all(".found:not([hidden])"), "Escape hides the list")
        away(page)
    page.resize(1440)
    page.type_link("/inne")
    page.wait(lambda: "/inner" in page.text(".found:not([hidden])"), "the nearest routes")
    page.go("links")
    page.wait(lambda: page.text("#view-links") and not page.all(".found:not([hidden])"), "the list is left with its view")
    page.type_link("/old")
    page.one(".found-row").click()
    page.wait(lambda: "Wins" in page.text("#view-why"), "a route of the list is explained")
    page.go("stores")
    page.wait(lambda: page.text("#view-stores"), "another view")
    choose(page, opens(page)[0][0])
    steps_of(page, "/", "Pinned")
    page.go("stores")
    page.type_link("/ask").send_keys(Keys.ENTER)
    steps_of(page, "/ask", "Following")


def past(page):
    small(page, ROWS)
    for link in ("/", "/inner"):
        page.open(link)
    page.settle()
    page.follow()
    away(page)
    def back():
        before = value(page, "look")
        page.press("[")
        page.wait(lambda: value(page, "look") != before, "a step back")
        return page.title() == "Home"
    page.wait(back, "the past")
    row = value(page, "look")["row"]
    page.post("open", {"location": "/ask"})
    page.wait(lambda: "1 newer" in page.text(LINE), "newer opens are counted")
    expect(page.title() == "Home", "the device leaves the past")
    page.press("p")
    expect(value(page, "pinned") is None, "p pins in the past")
    ask(page, "/old")
    page.press(Keys.ESCAPE)
    steps_of(page, "/inner", "Following")
    expect(value(page, "look")["row"] == row, "a question leaves the past")
    away(page)
    page.press(Keys.ESCAPE)
    steps_of(page, "/ask", "Following")
    page.press("[")
    page.wait(lambda: value(page, "look"), "the past again")
    row = value(page, "look")["row"]
    choose(page, opens(page)[0][0])
    steps_of(page, "/", "Pinned")
    expect(value(page, "look")["row"] == row, "choosing a row travels")
    page.press(Keys.ESCAPE)
    steps_of(page, "/", "Pinned")
    expect(value(page, "look") is None, "Escape leaves the past first")
    page.press(Keys.ESCAPE)
    steps_of(page, "/ask", "Following")


def chosen(page):
    small(page, ROWS)
    page.open("/")
    for words, way in {"the link box": "go('steps', {open: 1})", "a link": "location.hash = '#/steps?open=1'"}.items():
        page.go("why?link=")
        page.wait(lambda: page.all("#view-why:not([hidden])"), "Why is shown")
        page.js("document.querySelector('#link').value = '/inner'")
        # The world arrives from the stream at any time, and Why then asks about the link in the box.
        page.browser.execute_async_script("""
          const done = arguments[arguments.length - 1];
          const module = (name) => import(new URL(name, document.querySelector('script[type=module]').src));
          Promise.all([module('address.js'), module('state.js')]).then(([{go}, {set, state}]) => {
            history.replaceState(null, '', '#/why');
            state.address = {view: 'why', params: {}};
            %s;
            set({world: state.world});
            setTimeout(done, 100);
          });""" % way)
        expect(page.js("return location.hash") == "#/steps?open=1", f"Why undoes what {words} chose")


CHECKS = [
    (58, "following: new opens are shown, and a new generation is named", following),
    (58, "asking: the question stays, and Escape shows the newest open", asking),
    (58, "Why asks about the shown open", why_of_subject),
    (58, "the opens before the shown one are below its steps", earlier),
    (58, "a view that was just chosen is shown, whatever arrives meanwhile", chosen),
    (58, "pinned: the row stays, also after a question", pinned),
    (58, "another view: it stays, and the answer is below the link box", other_view),
    (58, "the past: it stays until Escape, which then follows the newest open", past),
]
