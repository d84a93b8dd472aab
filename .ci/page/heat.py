"""Checks of the counts in the table of routes."""

from links import serve
from session import expect


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
    page.wait(lambda: page.js("return document.querySelector('[aria-label=Routes][role=grid]').getAttribute('aria-rowcount')")
              == str(len(untested) + 1), "the routes that nothing tests")
    choose(page, "hits")
    page.fill(".filter", "")
    server.write("spec/broken_spec.lua", 'it("fails", function() assert.equal(1, 2) end)')
    choose(page, "spec_hits")
    page.click("Run again", "#routes")
    page.wait(lambda: "1 file failed" in page.text(".heat-note"), "a spec that fails is told", 60)
    choose(page, "hits")


CHECKS = [
    (35, "the table counts opens of now, in journeys and in specs", heat),
]
