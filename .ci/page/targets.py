"""Checks of times in a large application, on a slow network and without any work."""

import pathlib
import statistics
import tempfile
import time

from links import serve
from session import SLACK, Server, expect
from stage import small
from verdict import cpu
from views import FRAMES, MANY

# Each fifth page is for one of six people.
MEMBERS = MANY.replace(', view = "Page" }\n  end', """, view = "Page",
      redirect = page % 5 == 0 and function() return session.user == "p1" or "/p1" end or nil }
  end""")
PERSONAS = "return {" + "".join(f" p{number} = {{ session = {{ user = 'p{number}' }} }}," for number in range(6)) + " }\n"


def large(page, text=MANY, **files):
    """Serves 3,014 routes, and waits until they are reviewed."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "large"
        source.mkdir()
        (source / "main.lua").write_text(text)
        for name, content in files.items():
            (source / f"{name}.lua").write_text(content)
        server = Server(source, "--cpu", "60000")
    page.servers = [*getattr(page, "servers", []), server]
    page.wait(lambda: server.ask("routes")["reviewed"], "the routes are reviewed", 60)
    page.visit(server)
    return server


def percentile(times, part=0.95):
    return sorted(times)[int(len(times) * part)]


def typed(page):
    """From a key in the link box to the paint after it, and to the answer."""
    large(page)
    page.one("#link").click()
    page.js("""
      document.getElementById('link').select();
      window.keys_ = [];
      new PerformanceObserver((list) => window.keys_.push(...list.getEntries().filter((one) => one.name === 'keydown').map((one) => one.duration)))
        .observe({type: 'event', durationThreshold: 16});
      window.answers_ = [];
      const box = document.getElementById('link');
      let begin = null;
      box.addEventListener('input', () => { begin = performance.now(); });
      new MutationObserver(() => {
        if (begin === null || !document.querySelector('#view-why .verdict')?.textContent.includes(box.value)) return;
        const from = begin;
        begin = null;
        requestAnimationFrame(() => window.answers_.push(performance.now() - from));
      }).observe(document.querySelector('#view-why'), {childList: true, subtree: true});""")
    link = "/area77/page17/4711"
    for _ in range(2):
        for key in link:
            page.press(key)
            time.sleep(0.15)
        page.js("document.getElementById('link').select()")
    # The browser reports no key whose paint came within 16 ms.
    keys = page.js("return window.keys_")
    keys = sorted(keys + [16] * max(0, 2 * len(link) - len(keys)))
    answers = page.js("return window.answers_")
    print(f"      key to paint {statistics.median(keys):.0f} ms, at most {keys[-1]:.0f}; to the answer {statistics.median(answers):.0f} ms, {len(answers)} answers")
    expect(statistics.median(keys) <= 50 * SLACK, f"a key is painted after {statistics.median(keys):.0f} ms")
    # The page waits 30 ms for another key before it asks the server.
    expect(statistics.median(answers) <= 80 * SLACK, f"the answer is painted after {statistics.median(answers):.0f} ms")


SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
FAST = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


def slow(page):
    """400 kbit/s and 400 ms, nothing kept: the frame first, then the rows."""
    serve(page, "museum")
    for words, server, most in (("museum", page.servers[0], 3000), ("3,014 routes", large(page), 6000)):
        page.browser.get("about:blank")
        page.browser.execute_cdp_cmd("Network.enable", {})
        page.browser.execute_cdp_cmd("Network.clearBrowserCache", {})
        page.browser.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW)
        try:
            page.browser.get(server.url)
            paint = page.wait(lambda: page.js("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"), "the first paint", 30)
            rows = page.wait(lambda: page.js("return document.querySelector('.route-row:not(.route-head)') && performance.now()"), "the rows", 60)
        finally:
            page.browser.execute_cdp_cmd("Network.emulateNetworkConditions", FAST)
        print(f"      {words}: frame after {paint:.0f} ms, rows after {rows:.0f} ms")
        expect(paint <= 1000 * SLACK, f"{words}: the frame came after {paint:.0f} ms")
        expect(rows <= most * SLACK, f"{words}: the rows came after {rows:.0f} ms")


OPENS = """
router.route { name = "item", path = "/item/:id<int>", view = "Item", animator = animator.root { wrap = "stack" } }
local number = 0
every(0.06, function()
  for _ = 1, session.opening and 10 or 0 do
    number = number + 1
    router.open("/item/" .. number % 1000, { animated = false })
  end
end)
"""


def opens(page):
    """10,000 opens a minute, for ten seconds."""
    server = small(page, OPENS, ("--cpu", "60000"))
    page.open("/item/0")
    page.js(FRAMES)
    begin, before, first = time.monotonic(), cpu(server), server.ask("timeline?after=0&limit=1")["last"]
    page.post("session", {"path": ["opening"], "value": True})
    time.sleep(10)
    page.post("session", {"path": ["opening"], "value": None})
    took = time.monotonic() - begin
    part = (cpu(server) - before) / took / 10
    frames = page.js("return window.frames_")[5:]
    # An open is two rows: the open and the change of the stage.
    rate = (server.ask("timeline?after=0&limit=1")["last"] - first) / 2 / took * 60
    print(f"      {rate:.0f} opens a minute, frames p95 {percentile(frames):.1f} ms, worst {max(frames):.0f} ms; server {part:.1f} % of a core")
    expect(rate >= 9500 / SLACK, f"{rate:.0f} opens a minute are too few")
    expect(percentile(frames) <= 50 * SLACK, f"p95 of the frames is {percentile(frames):.0f} ms")
    expect(part <= 15 * SLACK, f"the server takes {part:.0f} % of a core")


def idle(page):
    """Without any work, neither the page nor the server does something for 20 seconds."""
    server = serve(page, "museum")
    page.open("/")
    page.open("/evening")
    page.settle()
    # The caret of a field blinks.
    page.js("document.activeElement.blur()")
    page.browser.execute_cdp_cmd("Performance.enable", {})
    spent = lambda: next(one["value"] for one in page.browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"] if one["name"] == "TaskDuration")
    # The review and the caches end.
    time.sleep(2)
    before, begun = cpu(server), spent()
    time.sleep(20)
    (own, theirs) = ((spent() - begun) * 1000, cpu(server) - before)
    print(f"      in 20 s the page took {own:.1f} ms, the server {theirs} ms")
    # A tick of the system's clock is 10 ms.
    expect(theirs <= 10 * SLACK, f"an idle server took {theirs} ms")
    expect(own <= 10 * SLACK, f"an idle page took {own:.0f} ms")


FIRST = """
  const [done] = arguments;
  for (const one of document.querySelectorAll('.matrix tbody')) one.remove();
  const begin = performance.now();
  location.hash = '#/access';
  const step = () => document.querySelector('.matrix tbody tr') ? requestAnimationFrame(() => done(performance.now() - begin)) : requestAnimationFrame(step);
  step();"""

SCROLLED = """
  const [done] = arguments;
  const times = [];
  const view = document.querySelector('#view-access');
  let last = performance.now();
  const step = (now) => {
    times.push(now - last);
    last = now;
    view.scrollTop = (view.scrollTop + 120) % Math.max(1, view.scrollHeight - view.clientHeight);
    times.length < 120 ? requestAnimationFrame(step) : done(times.slice(5));
  };
  requestAnimationFrame(step);"""


def access(page):
    """The table of 3,014 routes and six people."""
    large(page, MEMBERS, personas=PERSONAS)
    begin = time.monotonic()
    page.go("access")
    page.wait(lambda: "Checking" in page.text("#view-access"), "the progress")
    told = time.monotonic() - begin
    # Another look at the view does not begin the table again.
    page.go("check")
    page.wait(lambda: page.js("return !document.querySelector('#view-access').checkVisibility()"), "another view")
    page.go("access")
    page.wait(lambda: page.all(".matrix tbody tr"), "the table", 60)
    asked = page.js("return performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/matrix')).length")
    expect(asked <= 2, f"the page asked {asked} times for one table")
    made = time.monotonic() - begin
    times = []
    for _ in range(5):
        page.go("steps")
        page.wait(lambda: page.js("return !document.querySelector('#view-access')?.checkVisibility()"), "another view")
        times.append(page.browser.execute_async_script(FIRST))
    frames = page.browser.execute_async_script(SCROLLED)
    rows = page.js("return document.querySelectorAll('.matrix tbody tr').length")
    print(f"      progress after {told * 1000:.0f} ms, a new table after {made * 1000:.0f} ms, a known one after {statistics.median(times):.0f} ms;"
          f" scrolling p95 {percentile(frames):.1f} ms, {rows} rows")
    # The goal is 500 ms for a new table too. The server sends it only when it is complete, and opens 18,084 links for it.
    expect(told <= 0.5 * SLACK, f"the progress came after {told * 1000:.0f} ms")
    expect(made <= 5 * SLACK, f"a new table came after {made:.1f} s")
    expect(statistics.median(times) <= 500 * SLACK, f"the rows came after {statistics.median(times):.0f} ms")
    expect(percentile(frames) <= 20 * SLACK, f"scrolling takes {percentile(frames):.0f} ms a frame")
    expect(rows <= 60, f"{rows} rows are in the page")
    lost = page.js("""
      const number = (text) => Number((text ?? '0').replace(/[^0-9]/g, ''));
      return [...document.querySelectorAll('.access-group')].filter((group) => {
        const more = group.querySelector(':scope > button:not([hidden])')?.textContent;
        return group.querySelectorAll('tbody tr').length + number(more) !== number(group.querySelector('h2 .soft').textContent);
      }).map((group) => group.innerText.slice(0, 80))""")
    expect(not lost, f"rows that no button shows: {lost}")


CHECKS = [
    (89, "with 3,014 routes, a key is painted soon", typed),
    (50, "on a slow network, a frame appears first, then the rows of 18 and of 3,014 routes", slow),
    (26, "10,000 opens a minute: smooth frames, little work for the server", opens),
    (90, "an idle page and its server do nothing", idle),
    (91, "the access of six people to 3,014 routes: first rows soon, few of them in the page", access),
]
