"""Checks of the gallery."""

import pathlib
import re
import statistics
import tempfile
import time

from session import SLACK, Server, command, expect
from views import AXE, look

# 300 views with looks, each with a list.
LARGE = """
for page = 1, 300 do
  router.route { name = "page" .. page, path = "/page" .. page, view = function()
    return screen { "Page" .. page, title = "Page " .. page, price = page, body = { { "text", "The page" }, { "link", "Next", to = "/page1" }, { "button", "Buy" } } }
  end }
end
"""
LOOKS = """
local views = {}
for page = 1, 300 do
  views["Page" .. page] = { { "heading", "$title" }, { "price", "$price", currency = "EUR" }, { "button", "Buy" } }
end
return { accent = "#0b6e4f", views = views }
"""

TILES = "return [...document.querySelectorAll('.gallery-groups .tile')].map((one) => one.querySelector('.tile-open').getAttribute('aria-label'))"


def gallery(page, example="museum", *options):
    server = Server(example, *options)
    page.servers = [server]
    page.visit(server)
    page.go("gallery")
    page.wait(lambda: page.js(TILES), "the tiles", 30)
    return server


def tile(page, words):
    return next((one for one in page.js(TILES) if words in one), None)


def same(page):
    """The tiles are the locations and endings of `moonroute access`, with the screens of the device."""
    server = gallery(page)
    page.click("all", ".gallery-tools")
    table = [one for one in command("access", server.folder, "--json") if one["access"]]
    page.wait(lambda: len(page.js(TILES)) == len(table), "a tile for each location and persona", 30)
    told = page.post("gallery")["tiles"]
    expect([(one["location"], one["persona"], one["cell"]["access"], one["cell"]["target"]) for one in told]
           == [(one["location"], one["persona"], one["access"], one["target"]) for one in table], "the tiles are not those of moonroute access")
    heads = page.js("return [...document.querySelectorAll('.gallery-group h2')].map((one) => one.innerText)")
    expect(heads and all("tile" not in one and re.search(r" \d+ (screen|sent|stopped|action)", one) for one in heads), f"the groups say {heads}")
    page.click("visitor", ".gallery-tools")
    page.wait(lambda: len(page.js(TILES)) * 3 == len(table), "the tiles of one persona", 30)
    shown = "[...document.querySelectorAll('.tile')].find((one) => one.querySelector('figcaption code').innerText === '/collection/12')"
    page.js(f"{shown}.scrollIntoView()")
    page.wait(lambda: page.js(f"return {shown}.querySelector('.look-badge')?.innerText") == "Room 1", "a tile has the look")
    expect(page.js(f"return {shown}.querySelector('.tabs-bar') !== null"), "a tile has no tabs")
    expect(page.js("return document.querySelectorAll('.tile-ending').length") >= 4, "endings without a screen have no tiles")
    page.js(f"{shown}.querySelector('.tile-open').click()")
    page.wait(lambda: page.title() == "Harbour at dawn", "a click opens the tile on the device")


def changed(page):
    """A save marks the tiles that it changes, with the part or the earlier ending; a look too."""
    server = gallery(page)
    page.wait(lambda: "Nothing to compare with yet" in page.text("#view-gallery"), "the first run says that there is nothing to compare with")
    rules = (server.folder / "routes/members.lua").read_text()
    server.write("routes/members.lua", rules + '\nrouter.guard("/day", function() return false, "closed today" end)\n')
    page.wait(lambda: "was: opens" in (tile(page, "/day, ") or ""), "the earlier ending", 30)
    expect("Stopped" in page.js("return [...document.querySelectorAll('.tile')].find((one) => one.innerText.includes('closed today'))?.innerText ?? ''"), "the reason is not on the tile")
    page.click("1 changed", ".gallery-tools")
    page.wait(lambda: len(page.js(TILES)) == 1, "only the changed tile")
    server.write("routes/members.lua", rules)
    page.wait(lambda: "was: stopped: closed today" in (tile(page, "/day, ") or ""), "and back", 30)
    page.click("1 changed", ".gallery-tools")
    name, collection = next((str(path.relative_to(server.folder)), path.read_text()) for path in sorted(server.folder.rglob("*.lua")) if 'Harbour at dawn"' in path.read_text() and "spec" not in path.parts)
    server.write(name, collection.replace("Harbour at dawn", "Harbour at noon"))
    page.wait(lambda: "changed: title" in (tile(page, "/collection/12, ") or ""), "the changed part", 30)
    looks = (server.folder / "looks.lua").read_text()
    server.write("looks.lua", looks.replace('"Room $room"', '"Hall $roum"'))
    page.wait(lambda: "Did you mean 'room'?" in page.text("#view-gallery"), "the note about a property that no screen has")
    expect("'Object' had no property 'roum'" in page.text("#view-gallery"), "the note has other words")
    expect("without a look" in page.text(".gallery-tools"), "nothing says that a view has no look")


def kept(page):
    """One file has the same tiles without a network; the pages of paper have them too."""
    gallery(page)
    texts = page.js("return [...document.querySelectorAll('.tile figcaption')].map((one) => one.innerText)")
    page.js("""
      window.file = null;
      const real = URL.createObjectURL;
      URL.createObjectURL = (blob) => { blob.text().then((text) => { window.file = text; }); return real(blob); };
      document.addEventListener('click', (event) => { if (event.target.download) event.preventDefault(); }, true);
      window.printed = null;
      window.print = () => { window.printed = document.querySelectorAll('.gallery-paper .tile').length; dispatchEvent(new Event('afterprint')); };""")
    page.click("Print", ".gallery-tools")
    page.wait(lambda: page.js("return window.printed") == len(texts), "the paper has all tiles")
    page.click("Save as one file", ".gallery-tools")
    text = page.wait(lambda: page.js("return window.file"), "the file")
    expect("<script" not in text and "http:" not in text.replace("http://www.w3.org", "") and "default-src 'none'" in text, "the file asks for something")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "gallery.html"
        file.write_text(text)
        page.browser.execute_cdp_cmd("Network.enable", {})
        page.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        try:
            page.browser.get(file.as_uri())
            page.wait(lambda: page.js("return [...document.querySelectorAll('.tile figcaption')].map((one) => one.innerText)") == texts, "the file has the same texts")
            expect(page.js("return [...document.querySelectorAll('.tile .look-image img')].some((one) => one.complete && one.naturalWidth > 0)"), "the file has no pictures")
            expect(page.js("return document.querySelector('.tile .screen-title').getBoundingClientRect().width < 190"), "the screens of the file are not small")
        finally:
            page.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
            page.browser.execute_cdp_cmd("Network.disable", {})


# The times from the click to the 12th drawn tile, and to the last tile.
DRAWN = """
  const [done] = arguments;
  const begin = performance.now();
  let first = null;
  document.querySelector('.tabs a[href*="gallery"]').click();
  const step = () => {
    const now = performance.now() - begin;
    if (first === null && document.querySelectorAll('.tile .device-window .look-price').length >= 12) first = now;
    if (first !== null && document.querySelectorAll('.gallery-groups .tile').length === 300) return done([first, now]);
    requestAnimationFrame(step);
  };
  step();"""


def many(page):
    """Three hundred tiles come soon, and the page has only what the window shows."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "large"
        source.mkdir()
        (source / "main.lua").write_text(LARGE)
        (source / "looks.lua").write_text(LOOKS)
        server = Server(str(source))
        page.servers = [server]
        page.visit(server)
        page.resize(2200, 1200)
        times = []
        for _ in range(5):
            times.append(page.browser.execute_async_script(DRAWN))
            count = page.js("return document.querySelectorAll('.tile-frame *').length")
            page.visit(server)
        page.go("gallery")
        first, last = (statistics.median(one) for one in zip(*times))
        print(f"      12 tiles after {first:.0f} ms, all after {last:.0f} ms, {count} elements in tiles")
        expect(first <= 300 * SLACK, f"12 tiles took {first:.0f} ms")
        expect(last <= 2000 * SLACK, f"all tiles took {last:.0f} ms")
        expect(count <= 2500, f"the tiles have {count} elements")
        page.fill("#view-gallery input[type=search]", "page77")
        page.wait(lambda: len(page.js(TILES)) == 1, "the filter")


# Enough opens for a run that takes seconds.
SLOW = """
for page = 1, 400 do
  router.route { name = "page" .. page, path = "/page" .. page, view = function()
    for step = 1, 300000 do local _ = step * page end
    return screen { "Page" }
  end }
end
"""


def cancelled(page):
    """A running gallery can be cancelled, says so, and can run again."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "slow"
        source.mkdir()
        (source / "main.lua").write_text(SLOW)
        server = Server(str(source), "--cpu", "60000")
        page.servers = [server]
        page.visit(server, "gallery")
        page.wait(lambda: " of 400" in page.text(".gallery-tools [role=status]"), "the progress", 30)
        page.click("Cancel", ".gallery-tools")
        begin = time.monotonic()
        page.wait(lambda: page.text(".gallery-tools [role=status]").startswith("Cancelled after "), "the end of the run", 30)
        print(f"      cancelled in {(time.monotonic() - begin) * 1000:.0f} ms")
        expect(not page.js(TILES) and "No screen was drawn" in page.text("#view-gallery"), "a cancelled run has tiles")
        expect(page.post("gallery/cancel") == {"cancelled": 0}, "the run goes on")
        page.click("Run again", ".gallery-tools")
        page.wait(lambda: page.text(".gallery-tools [role=status]").endswith(" of 400") and page.button("Cancel", ".gallery-tools"), "it runs again", 30)
        page.click("Cancel", ".gallery-tools")
        page.wait(lambda: page.text(".gallery-tools [role=status]").startswith("Cancelled") and page.button("Run again", ".gallery-tools"), "and ends again", 30)


SHEETS = """
router.route { name = "home", path = "/", view = function() return screen { "Home", title = "Home" } end }
router.route { name = "ask", path = "/ask", animator = animator.sheet { position = "bottom", wrap = "stack" }, view = function() return screen { "Ask", title = "Ask" } end }
"""


def presented(page):
    """A sheet that is opened by its own link is drawn as a sheet, over a plain screen."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "sheets"
        source.mkdir()
        (source / "main.lua").write_text(SHEETS)
        server = Server(str(source))
        page.servers = [server]
        page.visit(server, "gallery")
        page.wait(lambda: len(page.js(TILES)) == 2, "the tiles", 30)
        told = {one["location"]: one["style"] for one in page.post("gallery")["tiles"]}
        expect(told["/"] is None and told["/ask"]["animator"] == "sheet", f"the styles are {told}")
        shown = page.wait(lambda: page.js("""
          const [home, ask] = ['/', '/ask'].map((text) => [...document.querySelectorAll('.tile')].find((one) => one.querySelector('figcaption code').innerText === text));
          if (!ask.querySelector('.layer[data-kind=sheet] .screen-title')) return null;
          const [sheet, frame] = ['.modal', '.device-window'].map((css) => ask.querySelector(css).getBoundingClientRect());
          return {title: ask.querySelector('.layer .screen-title').textContent, layers: home.querySelectorAll('.layer').length, top: (sheet.top - frame.top) / frame.height, under: ask.querySelector('.stage-base').innerText.trim()}"""), "the sheet")
        expect(shown["title"] == "Ask" and shown["layers"] == 0, f"the tiles are {shown}")
        expect(0.2 < shown["top"] < 0.6, f"the sheet begins at {shown['top']:.2f} of the height")
        expect(shown["under"] == "", f"under the sheet is {shown['under']!r}")


def seen(page):
    server = gallery(page)
    page.js(AXE)
    found = []
    for scheme, width in (("light", 1440), ("light", 390), ("dark", 1440)):
        page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        page.resize(width, 900)
        page.click("☾ Dark" if scheme == "dark" else "☀ Light", ".gallery-tools")
        page.wait(lambda: page.js("return document.querySelector('.tile .device-window') !== null"), "drawn tiles")
        found += look(page, f"gallery {scheme} {width}")
        expect(width != 390 or page.js("return document.querySelector('#view-gallery').scrollWidth <= 392"), "the gallery is wider than a phone")
    page.prefer()
    page.resize(1440)
    page.js("document.querySelector('#view-gallery').scrollTop = 300")
    above = page.js("const b = document.querySelector('#view-gallery').getBoundingClientRect(); return document.elementFromPoint(b.x + 100, b.y + 4).closest('.tile') !== null")
    expect(not above, "a tile shows above the tools")
    expect(not found, "\n      ".join(["axe found:", *found[:12]]))
    expect(server.ask("hello")["generation"] == 1, "the gallery loads scripts")


CHECKS = [
    (80, "the gallery has the locations and endings of moonroute access, drawn as on the device", same),
    (81, "a save marks the changed tiles; a look with a mistyped property is noted", changed),
    (82, "the gallery on paper and as one file, which needs no network", kept),
    (83, "a gallery of 300 tiles is quick and small", many),
    (83, "a running gallery is cancelled, says so, and runs again", cancelled),
    (83, "a sheet with a link of its own is drawn as a sheet", presented),
    (84, "axe finds nothing in the gallery, light and dark", seen),
]
