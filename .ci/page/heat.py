"""Checks of the counts in the table of routes."""

from selenium.webdriver.common.keys import Keys

from links import serve
from session import Server, expect


def shown(page, column):
    """The visible counts of a column, by pattern."""
    return page.js("""
      return Object.fromEntries([...document.querySelectorAll('.route-row:not(.route-head)')].map((row) =>
        [row.querySelector('.pattern').textContent, Number(row.querySelector('.cell-' + arguments[0]).textContent || 0)]))""", column)


def choose(page, heat):
    page.js("""
      const menu = document.querySelector('.heat');
      menu.value = arguments[0];
      menu.dispatchEvent(new Event('change'));""", heat)


def heat(page):
    server = serve(page)
    page.open("/product/7")
    page.wait(lambda: shown(page, "hits").get("/product/:id<int>", 0) == 1 or page.fill(".filter", "product"), "the hit of now")
    choose(page, "journey_hits")
    page.wait(lambda: "No journey is saved yet" in page.text(".heat-note"), "a word for none")
    expect(page.post("journeys", {"name": "shirt"})["status"] == "passed", "the journey did not pass")
    page.post("journeys/run", {})
    page.wait(lambda: shown(page, "journey_hits")["/product/:id<int>"] == 1, "the journey is counted")
    rows = page.get("routes")["routes"]
    expect(all(row["spec_hits"] is None for row in rows), "specs are counted before they ran")
    choose(page, "spec_hits")
    page.click("Run specs", "#routes")
    page.wait(lambda: "in no spec" in page.text(".heat-note"), "the specs have run", 60)
    rows = {row["pattern"]: row["spec_hits"] for row in page.get("routes")["routes"]}
    page.wait(lambda: shown(page, "spec_hits")["/product/:id<int>"] == rows["/product/:id<int>"] > 1,
              f"the table says how often the specs came to the product, of {rows}")
    tint = page.js("return getComputedStyle(document.querySelector('.cell-spec_hits .hits')).backgroundColor")
    expect("rgba(0, 0, 0, 0)" != tint, "the chosen count has no colour")
    page.fill(".filter", "is:untested")
    untested = [row for row in page.get("routes")["routes"] if not row["spec_hits"] and not row["journey_hits"]]
    page.wait(lambda: page.listed() == len(untested), "the routes that nothing tests")
    choose(page, "hits")
    page.fill(".filter", "")
    server.write("spec/broken_spec.lua", 'it("fails", function() assert.equal(1, 2) end)')
    choose(page, "spec_hits")
    page.click("Run again", "#routes")
    page.wait(lambda: "1 file failed" in page.text(".heat-note"), "a spec that fails is told", 60)
    choose(page, "hits")


MISTAKES = """
router.route { name = "far", path = "/far", view = "Far", redirect = function() return router.too("login") end }
"""


def files(page):
    """The list has a heading for each file, with its routes and the problems of check; and how each route ends."""
    server = Server("museum")
    page.servers = [server]
    server.write("routes/far.lua", MISTAKES)
    main = (server.folder / "main.lua").read_text()
    server.write("main.lua", main + '\nrequire("routes.far")\n')
    server.stop()
    server.start()
    page.visit(server)
    routes = page.get("routes")["routes"]
    heads = "return [...document.querySelectorAll('.route-group')].map((one) => one.innerText.replaceAll('\\n', ' '))"
    page.fill(".filter", "file:main.lua")
    page.wait(lambda: page.js(heads) == [f"main.lua {sum(one['file'] == 'main.lua' for one in routes)} routes"], "the heading of a file")
    page.fill(".filter", "far")
    problems = [one for one in page.get("check")["problems"] if one.get("file") == "routes/far.lua"]
    expect(problems, "check finds nothing")
    page.wait(lambda: f"{sum(one['severity'] == 'error' for one in problems)} error" in page.js(heads)[0], "the problems of a file")
    page.click("1 error", "#routes")
    page.wait(lambda: page.js("return location.hash") == "#/check", "the heading leads to the problems")
    page.fill(".filter", "")
    # Headings are not rows to choose.
    page.js("document.querySelector('#routes .scroller').focus()")
    chosen = "return document.querySelector('.route-row[aria-selected] .pattern')?.textContent"
    page.press(Keys.HOME)
    first = page.wait(lambda: page.js(chosen), "the first route")
    page.press(Keys.ARROW_UP)
    page.press(Keys.ARROW_DOWN, Keys.ARROW_UP)
    page.wait(lambda: page.js(chosen) == first, "the first route again")
    expect(not page.js("return document.querySelectorAll('.route-end').length"), "ends are shown before they are known")
    ends = """return Object.fromEntries([...document.querySelectorAll('.route-row:not(.route-head)')].map((one) =>
      [one.querySelector('.cell-name').textContent, one.querySelector('.route-end')?.textContent]))"""
    page.go("access")
    page.fill(".filter", "members")
    page.wait(lambda: page.js(ends).get("depot") == "⊘ stopped", "the ends for nobody", 30)
    page.post("persona", {"name": "noor"})
    page.wait(lambda: page.js(ends).get("depot") == "✓ opens", "the ends for another persona")
    page.go("why")
    server.write("routes/far.lua", "")
    page.wait(lambda: "generation 2" in page.text(".generation") and not page.js("return document.querySelectorAll('.route-end').length"), "a new generation has no ends yet")
    page.fill(".filter", "")


CHECKS = [
    (35, "the routes by file, with problems and ends", files),
    (35, "the table counts opens of now, in journeys and in specs", heat),
]
