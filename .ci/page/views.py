"""Checks of lists of links, of speed, and of accessibility."""

import csv
import http.client
import os
import pathlib
import statistics
import threading
import time
import urllib.request

import axe_playwright_python
from selenium.webdriver.common.keys import Keys

from links import serve
from session import COMMAND, EXAMPLES, SLACK, command, expect
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
    told = command("audit", server.folder, server.folder / "links.txt", "--json")[-1]["summary"]["statuses"]
    # The page counts a loop as a failure.
    told["failed"] = told.get("failed", 0) + told.pop("loop", 0)
    expect(statuses == told, f"the totals are {statuses}, of moonroute audit {told}")


# A thousand opens per second, and after every ten of them as many events as the session says.
ENDLESS = """
router.route { name = "item", path = "/item/:id<int>", view = "Item", animator = animator.root { wrap = "stack" } }
events.declare { name = "tick", path = "/tick" }
events.on("tick", function() end)
local number = 0
every(0.01, function()
  if not session.endless then
    return
  end
  for _ = 1, 10 do
    number = number + 1
    router.open("/item/" .. number % 1000, { animated = false })
  end
  for _ = 1, session.endless do
    number = number + 1
    events.emit("tick", { number = number })
  end
end)
"""


def resident(server):
    """The memory of a server in megabytes."""
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) / 1000


def held(page):
    """The page's heap in megabytes after a collection, and its number of elements."""
    page.browser.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    heap = page.browser.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"] / 1e6
    return heap, page.js("return document.querySelectorAll('*').length")


FRAMES = """
  window.frames_ = [];
  let last = performance.now();
  const step = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);"""


def flood(page):
    """With SOAK=1 a million rows; otherwise enough to fill every bound twice."""
    count = 1_000_000 if os.environ.get("SOAK") else 30_000
    server = small(page, ENDLESS)
    page.open("/item/0")
    (before, (heap, elements)) = (resident(server), held(page))
    page.js(FRAMES)
    most, begin, last = before, time.monotonic(), 0
    page.post("session", {"path": ["endless"], "value": 150 if os.environ.get("SOAK") else 40})
    while last < count:
        expect(time.monotonic() - begin < 60 + count / 500, f"only {last} rows came in {time.monotonic() - begin:.0f} s")
        time.sleep(0.25)
        last = server.ask("timeline?after=0&limit=1")["last"]
        most = max(most, resident(server))
    took = time.monotonic() - begin
    frames = sorted(page.js("return window.frames_")[5:])
    page.post("session", {"path": ["endless"], "value": None})
    page.wait(lambda: page.js("return Number(document.querySelector('.time-row:last-child')?.dataset.row)") >= last, "the page has the last rows", 30)
    (later, many) = held(page)
    print(f"      {last / took:.0f} rows a second, p95 {frames[int(len(frames) * .95)]:.1f} ms, worst {frames[-1]:.0f} ms")
    print(f"      {last} rows; server {before:.0f} MB, at most {most:.0f}; page {heap:.1f} MB, then {later:.1f},"
          f" {elements} elements, then {many}")
    expect(last / took >= 5000 / SLACK, f"{last / took:.0f} rows a second are no flood")
    expect(frames[-1] <= 100 * SLACK, f"a frame took {frames[-1]:.0f} ms")
    expect(page.js("return document.querySelectorAll('.time-row').length") <= 60, "too many rows in the page")
    # A debug build uses slightly more than the 16 MB limit of a flood.
    expect(most - before < (32 if os.environ.get("SOAK") else 24), f"{last} rows took {most - before:.0f} MB of the server's memory")
    expect(later - heap < 32, f"{last} rows took {later - heap:.0f} MB of the page's memory")
    expect(many - elements < 1000, f"{many - elements} elements are in the page for them")


# At least a thousand pushes per second while the session says so, on a stack that is emptied at 500 screens.
PUSHES = """
router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
router.route { name = "item", path = "/item/:number<int>", animator = "push", view = function(page)
  return screen { "Item", title = "Item " .. page.params.number }
end }
local number = 0
every(0.01, function()
  for _ = 1, session.pushing and 20 or 0 do
    number = number + 1
    if stage.depth() >= 500 then router.pop_to_root() end
    router.open("/item/" .. number, { animated = false })
  end
end)
"""


class Listener(threading.Thread):
    """Counts the bytes of the stream, as the page reads it, without compression."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.count = 0
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/api/v1/stream?events=stage_changes,steps",
            headers={"X-Moonroute-Key": server.told["key"], "Accept": "text/event-stream"})
        self.answer = urllib.request.urlopen(request, timeout=60)

    def run(self):
        try:
            while part := self.answer.read1(1 << 16):
                self.count += len(part)
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # The server ended.


def pushes(page):
    """A thousand pushes per second for ten seconds: the page keeps up, and has the last screen."""
    server = small(page, PUSHES, ("--cpu", "60000"))
    page.open("/")
    page.wait(lambda: page.title() == "Home", "the first screen")
    (before, (heap, _)) = (resident(server), held(page))
    page.js(FRAMES)
    page.js("window.blocks_ = []; new PerformanceObserver((list) => window.blocks_.push(...list.getEntries().map((one) => one.duration))).observe({type: 'longtask'})")
    listener = Listener(server)
    listener.start()
    begin, sent = time.monotonic(), listener.count
    page.post("session", {"path": ["pushing"], "value": True})
    time.sleep(10)
    page.post("session", {"path": ["pushing"], "value": None})
    took = time.monotonic() - begin
    # Opens that had begun come to their end.
    top = lambda: server.ask("stage")["stage"]["children"][0]["children"][-1]["title"]
    last = top()
    while (time.sleep(0.2) or top()) != last:
        last = top()
    reached = int(last.split()[1]) / took
    ended = time.monotonic()
    page.wait(lambda: page.title() == last, f"the page shows {last}", 30)
    behind, rate = time.monotonic() - ended, (listener.count - sent) / took / 1000
    frames = sorted(page.js("return window.frames_")[5:])
    blocks, most = page.js("return window.blocks_"), resident(server)
    (later, _) = held(page)
    print(f"      {reached:.0f} pushes a second, frames p95 {frames[int(len(frames) * .95)]:.1f} ms, worst {frames[-1]:.0f} ms, longest task {max(blocks, default=0):.0f} ms,"
          f" last screen {behind * 1000:.0f} ms later")
    print(f"      stream {rate:.0f} kB a second; server {before:.0f} MB, then {most:.0f}; page {heap:.1f} MB, then {later:.1f}")
    # A debug build of the server is slower by far; the page must keep up with either.
    expect(reached >= 1000 / SLACK, f"{reached:.0f} pushes a second are no flood")
    expect(max(blocks, default=0) <= 100 * SLACK, f"tasks took {blocks} ms")
    expect(rate * 1000 <= 600 * reached, f"the stream has {rate / reached * 1000:.0f} bytes per push")
    expect(later - heap <= 32, f"the page took {later - heap:.0f} MB")
    expect(most <= 150 * (2 if "/debug/" in COMMAND else 1), f"the server has {most:.0f} MB")


ASKED = """
  const [path, body, times, done] = arguments;
  (async () => {
    const found = [];
    for (let n = 0; n < times; n += 1) {
      const begin = performance.now();
      const answer = await fetch('/api/v1/' + path, {method: 'POST', body: JSON.stringify(body),
        headers: {...moonroute.headers, 'Content-Type': 'application/json', 'X-Moonroute': '1'}});
      await answer.json();
      found.push(performance.now() - begin);
    }
    return found;
  })().then(done);"""


def answers(page):
    serve(page)
    def median(path, body, times=9):
        return statistics.median(page.browser.execute_async_script(ASKED, path, body, times))
    dry = {"location": "/account/orders", "dry": True}
    median("open", {"location": "/product/7"}, 4)
    match, few = median("match", {"location": "/product/x"}), median("open", dry)
    median("open", {"location": "/product/7"}, 117)
    many = median("open", dry)
    print(f"      match {match:.0f} ms, dry run after 4 acts {few:.0f} ms, after 121 {many:.0f} ms")
    # A debug build needs three times as long to load a twin.
    slack = SLACK * (3 if "/debug/" in COMMAND else 1)
    for words, took, most in (("a match", match, 20), ("a dry run after 4 acts", few, 20), ("one after 121", many, 50)):
        expect(took <= most * slack, f"{words} took {took:.0f} ms")


# Pages below a few areas, as a large application has them.
MANY = """
for area = 1, 120 do
  for page = 1, 25 do
    router.route { name = ("a%d_%d"):format(area, page), path = ("/area%d/page%d/:id<int>"):format(area, page), view = "Page" }
  end
end
for page = 1, 14 do
  router.route { name = "p" .. page, path = "/p" .. page, view = "Page" }
end
"""


def near(page):
    """With 3,014 routes, near misses are there soon after a keystroke."""
    server = small(page, MANY, ("--cpu", "60000"))
    expect(len(server.ask("routes")["routes"]) == 3014, "other routes")
    took = {}
    for link in ("/a", "/area7", "/area7/pag", "/area7/page3/x", "/nothing/here/at/all", "/are77"):
        found = [one for one in page.browser.execute_async_script(ASKED, "match", {"location": link}, 9)]
        took[link] = statistics.median(found)
        misses = page.post("match", {"location": link})["candidates"]
        expect(link in ("/a", "/nothing/here/at/all") or misses, f"{link} has no near miss")
    print("      " + ", ".join(f"{link} {time:.1f} ms" for link, time in took.items()))
    # The patterns of a similar length are compared with the whole path, for the question "Did you mean"; they are many
    # here. A debug build needs many times as long.
    slack = SLACK * (10 if "/debug/" in COMMAND else 1)
    expect(max(took.values()) <= 20 * slack, f"near misses took {took}")


def reloads(page):
    """With SOAK=1 ten thousand reloads; otherwise a few."""
    count = 10_000 if os.environ.get("SOAK") else 40
    text = "router.route { name = 'home', path = '/', view = function() return screen { 'Home', title = 'Home %d' } end }\n"
    server = small(page, text % 0)
    page.open("/")
    for number in range(1, 11):
        reload(page, server, text, number)
    (before, (heap, elements)) = (resident(server), held(page))
    begin = time.monotonic()
    for number in range(11, count + 1):
        reload(page, server, text, number)
    page.wait(lambda: page.text(".generation") == f"generation {count + 1}", "the page has the last generation", 20)
    page.wait(lambda: page.title() == f"Home {count}", "and its screen")
    expect(page.js("return document.querySelectorAll('.toast').length") <= 3, "the lines of reloads pile up")
    (most, (later, many)) = (resident(server), held(page))
    print(f"      {count} reloads in {time.monotonic() - begin:.0f} s; server {before:.0f} MB, then {most:.0f};"
          f" page {heap:.1f} MB, then {later:.1f}, {elements} elements, then {many}")
    expect(most - before < 32, f"{count} reloads took {most - before:.0f} MB of the server's memory")
    expect(later - heap < 32 and many - elements < 1000, f"{count} reloads took {later - heap:.0f} MB of the page's memory")


def reload(page, server, text, number):
    """Writes the scripts again, and waits until the server has loaded them."""
    # The length changes each time, because several writes can have the same time stamp.
    server.write("main.lua", text % number + "-" * (2 + number % 100))
    page.wait(lambda: server.ask("hello")["generation"] > number, f"generation {number + 1}", 20)


# Whether the view in the address is drawn and nothing in it is loading.
SHOWN = """
  const [name, query] = arguments[0].split('?');
  const link = new URLSearchParams(query).get('link');
  const part = {device: '#device', routes: '#routes', time: '#timeline'}[name] ?? '#view-' + name;
  const element = document.querySelector(part);
  return Boolean(element?.checkVisibility() && element.childElementCount
    && (!part.startsWith('#view') || document.body.dataset.part === 'middle') && (!link || element.dataset.link === link)
    && ![...element.querySelectorAll('.loading, .step-waits')].some((one) => one.checkVisibility()))"""


def look(page, where, rules=None, within=None):
    """Returns the findings of axe in the page or a part, for all rules or some, once animations that end have ended."""
    result = page.browser.execute_async_script("""
      const [rules, within, done] = arguments;
      const options = rules ? {runOnly: rules} : {rules: {'target-size': {enabled: true}}};
      const motions = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
      Promise.allSettled(motions.map((one) => one.finished))
        .then(() => axe.run(within ?? document, {...options, resultTypes: ['violations']})).then(done)""", rules, within)
    return [f"{where}: {one['id']}: {one['nodes'][0]['html'][:140]} ({len(one['nodes'])})" for one in result["violations"]]


# The contrast of the borders of fields and of the marks of splitters with what is around them, and texts in a colour
# that is meant for signs.
CONTRASTS = """
  const light = (text) => {
    const parts = text.match(/[\\d.]+/g).map(Number);
    const [r, g, b] = parts.slice(0, 3).map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isClear = (text) => text === 'transparent' || /, 0\\)$/.test(text);
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (!isClear(colour)) return colour;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  const contrast = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--faint)';
  const faint = getComputedStyle(probe).color;
  probe.remove();
  const seen = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility());
  const found = [];
  for (const one of seen) {
    const style = getComputedStyle(one);
    const name = `${one.tagName} ${one.className}`;
    if (one.matches('input:not([type=checkbox], [type=range]), select, textarea') && one.closest('#device .device-window') === null && !isClear(style.borderTopColor) && document.activeElement !== one) {
      const value = contrast(style.borderTopColor, ground(one.parentElement));
      if (value < 3) found.push(`${name}: border ${value.toFixed(2)}`);
    }
    if (one.matches('.splitter')) {
      const value = contrast(getComputedStyle(one, '::before').backgroundColor, ground(one.parentElement));
      if (value < 3) found.push(`${name}: mark ${value.toFixed(2)}`);
    }
    if (style.color === faint && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) found.push(`${name}: faint text`);
  }
  return found;"""


def contrasts(page):
    """Borders of fields and splitters have a contrast of at least 3, and no text is faint."""
    serve(page)
    page.open("/account/orders")
    page.open("/basket/add/7", dry=True)
    found = []
    for scheme in ("light", "dark"):
        page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        for view in ("why?link=/product/x", "steps", "route?id=1", "check", "access", "gallery", "map", "stores", "journey", "links"):
            page.go(view)
            page.wait(lambda: page.js("return document.querySelector('.view:not([hidden])')?.innerText.trim().length > 0"), view, 30)
            page.js("document.activeElement.blur()")
            found += [f"{view}, {scheme}: {one}" for one in page.js(CONTRASTS)]
    page.prefer()
    expect(not found, "\n      ".join(["too little contrast:", *found[:12]]))


def keyboard(page):
    serve(page)
    page.js("document.activeElement.blur()")
    page.press("/")
    page.press("/product/x")
    page.wait(lambda: page.js("return document.querySelector('#view-why').dataset.link") == "/product/x"
              and "does not match" in page.text("#view-why"), "the reason")
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
    page.wait(lambda: page.listed() == len(staff), "the filter")
    page.press(Keys.ENTER, Keys.ENTER)
    page.wait(lambda: page.js("return location.hash.startsWith('#/route')"), "a route by keyboard")
    page.js("document.activeElement.blur()")
    page.press("?")
    page.one("dialog[open] .keys")
    page.press(Keys.ESCAPE)
    page.prefer(prefers_reduced_motion="reduce")
    page.open("/")
    page.open("/product/7")
    page.wait(lambda: page.title() == "Linen shirt", "the product")
    moving = page.js("return document.getAnimations().filter((one) => one.playState === 'running').length")
    expect(moving == 0, f"{moving} things move although motion is reduced")


CHECKS = [
    (24, "links.txt: the totals of moonroute audit, and a row of CSV for each link", campaign),
    (26, "a flood of rows leaves the page smooth, and the memory of the server and of the page bounded", flood),
    (26, "a thousand pushes a second: the page keeps up, and shows the last screen", pushes),
    (36, "a page that is left open over many reloads keeps up, and its memory is bounded", reloads),
    (37, "matches and dry runs are answered as fast as one types", answers),
    (37, "near misses among 3,014 routes come soon after a keystroke", near),
    (28, "borders of fields and splitters have a contrast of 3, and no text is faint", contrasts),
    (28, "story 1 by keyboard alone, and reduced motion moves nothing", keyboard),
]
