"""Checks of lists of links, of speed, and of what everybody can use."""

import csv
import pathlib
import time

import axe_playwright_python
from selenium.webdriver.common.keys import Keys

from links import serve
from session import EXAMPLES, SLACK, Server, command, expect
from stage import small

AXE = next(pathlib.Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()


def campaign(page):
    server = serve(page)
    text = (EXAMPLES / "shop/links.txt").read_text()
    page.js("window.saved = null; const real = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return real(blob); }")
    page.go("links")
    page.fill(".drop textarea", text)
    page.click("Check all", "#view-links")
    wanted = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith(("#", "--"))]
    page.wait(lambda: page.text(".totals").startswith(f"{len(wanted)} links"), "all are checked", 60)
    page.js("document.addEventListener('click', (event) => { if (event.target.download) event.preventDefault(); }, true)")
    page.click("CSV", "#view-links")
    rows = list(csv.reader(page.wait(lambda: page.js("return window.saved"), "the CSV").splitlines()))[1:]
    expect([row[0] for row in rows] == wanted, "the CSV has other links")
    statuses = {}
    for row in rows:
        statuses[row[1]] = statuses.get(row[1], 0) + 1
    told = {}
    for one in command("run", server.folder, *wanted, "--json")[:len(wanted)]:
        told[one["status"]] = told.get(one["status"], 0) + 1
    expect(statuses == told, f"the totals are {statuses}, of moonroute run {told}")


FLOOD = """
router.route { name = "item", path = "/item/:id<int>", view = "Item", animator = animator.root { wrap = "stack" } }
every(0.01, function()
  if not session.flood then
    return
  end
  for number = 1, 10 do
    router.open("/item/" .. number, { animated = false })
  end
end)
"""


def flood(page):
    small(page, FLOOD)
    page.open("/item/0")
    page.js("""
      window.frames_ = [];
      let last = performance.now();
      const step = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(step); };
      requestAnimationFrame(step);""")
    before = page.get("timeline?after=0&limit=1")["last"]
    page.post("session", {"path": ["flood"], "value": True})
    time.sleep(6)
    page.post("session", {"path": ["flood"], "value": None})
    frames = sorted(page.js("return window.frames_")[5:])
    count = page.get("timeline?after=0&limit=1")["last"] - before
    print(f"      {count / 6:.0f} rows a second, p95 {frames[int(len(frames) * .95)]:.1f} ms, worst {frames[-1]:.0f} ms")
    expect(frames[-1] <= 100 * SLACK, f"a frame took {frames[-1]:.0f} ms")
    expect(page.js("return document.querySelectorAll('.time-row').length") <= 60, "too many rows in the page")


VIEWS = ("why?link=/product/x", "why?link=/product/7", "route?id=0", "links", "access", "stores", "graph", "console", "journey")


def axe(page):
    server = Server("shop", "--console")
    page.servers = [server]
    page.visit(server)
    page.open("/")
    page.open("/product/7")
    page.open("/account/orders")
    found = []
    for scheme in ("light", "dark"):
        page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        page.js("document.querySelector('.device-frame').dataset.theme = arguments[0]", scheme)
        # Colours are the same in every window, so that a narrow one is looked at once.
        for width in ((1440, 390) if scheme == "light" else (1440,)):
            page.resize(width, 900)
            page.js("document.body.classList.remove('has-wide-routes')")
            names = ("steps", *VIEWS, "device", "routes", "time") if width == 390 else ("steps", *VIEWS)
            for name in names:
                page.go(name)
                time.sleep(0.35)
                found += look(page, f"{name} {scheme} {width}")
    page.resize(1440)
    for key, words in (("?", "help"), ):
        page.js("document.activeElement.blur()")
        page.press(key)
        time.sleep(0.2)
        found += look(page, words)
        page.press(Keys.ESCAPE)
    page.click("Share")
    page.one(".qr")
    found += look(page, "share")
    page.press(Keys.ESCAPE)
    expect(not found, "\n      ".join(["axe found:", *found[:12]]))


def look(page, where):
    if not page.js("return Boolean(window.axe)"):
        page.js(AXE)
    result = page.browser.execute_async_script("""
      const done = arguments[arguments.length - 1];
      axe.run(document, {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}}).then(done)""")
    return [f"{where}: {one['id']}: {one['nodes'][0]['html'][:140]} ({len(one['nodes'])})" for one in result["violations"]]


def keyboard(page):
    serve(page)
    page.js("document.activeElement.blur()")
    page.press("/")
    page.press("/product/x")
    page.wait(lambda: "does not fit" in page.text("#view-why"), "the reason")
    for _ in range(60):
        page.press(Keys.TAB)
        if page.js("return document.activeElement.matches('#view-why a.place')"):
            break
    link = page.js("return document.activeElement.href ?? ''")
    expect(link.endswith("routes/products.lua:82") or "routes/products.lua:" in link, f"the keyboard reaches {link!r}")
    page.press(Keys.ESCAPE)
    page.js("document.activeElement.blur()")
    staff = [one for one in page.get("routes")["routes"] if "staff" in f"{one['pattern']} {one['name']} {one['file']}"]
    page.press("f", "staff")
    page.wait(lambda: page.js("return document.querySelector('[aria-label=Routes][role=grid]').getAttribute('aria-rowcount')") == str(len(staff) + 1), "the filter")
    page.press(Keys.ENTER, Keys.ENTER)
    page.wait(lambda: page.js("return location.hash.startsWith('#/route')"), "a route by keyboard")
    page.js("document.activeElement.blur()")
    page.press("?")
    page.one("dialog[open] .keys")
    page.press(Keys.ESCAPE)
    page.prefer(prefers_reduced_motion="reduce")
    page.open("/")
    page.open("/product/7")
    moving = page.js("return document.getAnimations().filter((one) => one.playState === 'running').length")
    expect(moving == 0, f"{moving} things move although motion is reduced")


CHECKS = [
    (24, "links.txt: the totals of moonroute run, and a row of CSV for each link", campaign),
    (26, "a flood of opens leaves the page smooth", flood),
    (28, "axe finds nothing in each view, light, dark and at 390 px", axe),
    (28, "story 1 by keyboard alone, and reduced motion moves nothing", keyboard),
]
