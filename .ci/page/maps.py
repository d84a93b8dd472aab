"""Checks of the map."""

import base64
import re
import time

from selenium.webdriver.common.keys import Keys

from links import serve
from session import SLACK, Server, command, expect
from stage import small
from views import AXE, look

# Districts for a map of 3,014 routes, with a guard on one of them and a login.
LARGE = """
for file = 1, 2 do
  for area = 1, 60 do
    for page = 1, 25 do
      local name = ("a%d_%d_%d"):format(file, area, page)
      router.route { name = name, path = ("/area%d%d/page%d"):format(file, area, page), view = "Page", tags = { "area " .. file .. " " .. area },
        redirect = page == 1 and function() return router.to("login") end or nil }
    end
  end
end
for page = 1, 13 do
  router.route { name = "p" .. page, path = "/p" .. page, view = "Page" }
end
router.route { name = "login", path = "/login", view = "Login" }
"""

# The medians of five layouts with all districts folded, and with all of them unfolded.
LAID_OUT = """
  const done = arguments[0];
  const url = (name) => performance.getEntriesByType('resource').find((one) => one.name.endsWith(name)).name;
  (async () => {
    const {lay} = await import(url('/js/map/roads.js'));
    const graph = await (await fetch('/api/v1/graph?by=tag', {headers: moonroute.headers})).json();
    return [new Set(), new Set(graph.districts)].map((open) => [1, 2, 3, 4, 5].map(() => {
      const begin = performance.now();
      // Each copy is a graph that has not been laid out before.
      lay({...graph}, open, false);
      return performance.now() - begin;
    }).sort((a, b) => a - b)[2]);
  })().then(done);"""

# The crossings of roads in file order and in the order that the map chooses, counted pair by pair, and the map's
# own count; a second layout of the same graph must be the same.
CROSSED = """
  const [graphs, done] = arguments;
  const url = (name) => performance.getEntriesByType('resource').find((one) => one.name.endsWith(name)).name;
  const naive = ({roads}) => {
    const found = new Set();
    const lines = roads.flatMap(({points, kind, to}) => points.slice(1).map((end, at) => ({key: kind + ' ' + to.id, from: points[at], to: end})));
    for (const a of lines) for (const b of lines) {
      if (a.key === b.key || a.from[1] !== a.to[1] || b.from[0] !== b.to[0]) continue;
      const [x, y] = [b.from[0], a.from[1]];
      if (Math.min(a.from[0], a.to[0]) < x && x < Math.max(a.from[0], a.to[0]) && Math.min(b.from[1], b.to[1]) < y && y < Math.max(b.from[1], b.to[1])) found.add(x + ' ' + y);
    }
    return found.size;
  };
  (async () => {
    const [{layOut}, {connect, crossings, lay}] = await Promise.all([import(url('/js/map/layout.js')), import(url('/js/map/roads.js'))]);
    return graphs.map((graph) => {
      const open = new Set(graph.districts);
      const edges = graph.edges.filter((one) => one.kind !== 'seen');
      const plain = {...graph, edges};
      const [before, after] = [connect(layOut(plain, open, false), edges), lay(plain, open, false)];
      const places = (layout) => layout.districts.map((one) => [one.name, one.x, one.y]).join();
      return {before: naive(before), after: naive(after), own: [crossings(before), crossings(after)], same: places(after) === places(lay({...plain}, open, false))};
    });
  })().then(done);"""


def drawn(districts, ways):
    """A graph with a route in each district, and redirects between districts by their places."""
    nodes = [{"id": at, "label": f"/{name}", "name": name, "parent": None, "district": at, "asked": [], "gates": []} for at, name in enumerate(districts)]
    return {"districts": list(districts), "nodes": nodes, "gates": [], "edges": [{"from": a, "to": b, "kind": "fixed", "count": 1} for a, b in ways]}


# The name of a case, its districts, their redirects, and whether an order with fewer crossings exists.
CASES = [
    ("no roads", "abcd", [], False),
    ("one road", "ab", [(0, 1)], False),
    ("roads in order", "abcdef", [(0, 3), (1, 4), (2, 5)], False),
    ("roads in reverse", "abcdef", [(0, 5), (1, 4), (2, 3)], True),
    ("many in reverse", "abcdefghijklmnop", [(at, 15 - at) for at in range(8)], True),
    ("a circle", "abc", [(0, 1), (1, 2), (2, 0)], False),
    ("all to one", "abcdefgh", [(at, 7) for at in range(7)], False),
    ("one to all", "abcdefgh", [(0, at) for at in range(1, 8)], False),
]


def crossed(page):
    """The order of districts never has more crossings than the order of files, and fewer if there is one."""
    graphs, names = [], []
    for example in ("museum", "shop", "github", "library"):
        server = Server(example)
        page.servers = [*getattr(page, "servers", []), server]
        for by in ("folder", "tag", "segment"):
            graphs.append(server.ask(f"graph?by={by}"))
            names.append(f"{example} by {by}")
    page.visit(page.servers[0], "map")
    on_map(page)
    graphs += [drawn(districts, ways) for _, districts, ways, _ in CASES]
    results = page.browser.execute_async_script(CROSSED, graphs)
    for name, result in zip(names + [case[0] for case in CASES], results):
        expect(result["own"] == [result["before"], result["after"]], f"{name}: the map counts {result}")
        expect(result["after"] <= result["before"], f"{name}: {result['before']} crossings become {result['after']}")
        expect(result["same"], f"{name}: another picture the second time")
    print("      crossings " + ", ".join(f"{name} {one['before']} → {one['after']}" for name, one in zip(names + [case[0] for case in CASES], results) if one["before"]))
    for (name, _, _, is_fewer), result in zip(CASES, results[len(names):]):
        expect(not is_fewer or result["after"] < result["before"], f"{name}: {result['before']} crossings stay")


CARDS = "return [...document.querySelectorAll('.map-world .map-card')].length"


def shown(page, name):
    return page.js("""
      const found = [...document.querySelectorAll('.map-world [data-id]')].find((one) => one.getAttribute('aria-label').split(', ').includes(arguments[0]));
      return found?.getAttribute('aria-label') ?? null""", name)


def on_map(page):
    page.go("map")
    page.wait(lambda: page.js("return document.querySelector('.map-world .map-district') !== null"), "the map")
    page.wait(lambda: page.js("return document.querySelector('.map-tools select[aria-label=Light]')?.options.length > 0"), "its light", 30)


def overlaps(page):
    return page.js("""
      const boxes = [...document.querySelectorAll('.map-world .map-card > rect:first-child')].map((one) => one.getBoundingClientRect());
      let count = 0;
      boxes.forEach((a, at) => boxes.slice(at + 1).forEach((b) => {
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) count += 1;
      }));
      return count""")


def lit(page):
    """The verdicts are those of `moonroute access`, and the gates follow them."""
    server = Server("museum")
    page.servers = [server]
    page.visit(server)
    on_map(page)
    table = [one for one in command("access", server.folder, "--json") if one["persona"] == "visitor" and one["access"]]
    page.js("const menu = document.querySelector('.map-tools select[aria-label=Light]'); menu.value = 'visitor'; menu.dispatchEvent(new Event('change'))")
    by_name = {}
    for one in table:
        by_name.setdefault(one["name"], set()).add(one["access"])
    for name, kinds in by_name.items():
        label = page.wait(lambda: shown(page, name), f"{name} is on the map")
        sign = page.js("return [...document.querySelectorAll('.map-card')].find((one) => one.getAttribute('aria-label') === arguments[0]).querySelector('.map-verdict, .map-sign')?.textContent[0]", label)
        wanted = "◐" if len(kinds) > 1 else {"opens": "✓▶", "sent": "→", "stopped": "⊘", "missing": "?", "fails": "✕", "waits": "◌"}[next(iter(kinds))]
        expect(sign and sign in wanted, f"{name} has {sign!r}, and moonroute access says {kinds}")
    gates = page.js("return [...document.querySelectorAll('.map-gate.is-shut')].length")
    page.js("const menu = document.querySelector('.map-tools select[aria-label=Light]'); menu.value = 'noor'; menu.dispatchEvent(new Event('change'))")
    page.wait(lambda: page.js("return [...document.querySelectorAll('.map-gate.is-shut')].length") != gates, "other gates for another persona")
    expect(overlaps(page) == 0, "cards overlap")


SIZES = """return [...document.querySelectorAll('.map-world .map-name, .map-world .map-pattern, .map-world .map-title')].map((one) =>
  Number.parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""


def first(page):
    """The names of a map with few routes can be read in its first view, which shows the start; 0 shows the whole map."""
    server = Server("shop")
    page.servers = [server]
    page.visit(server)
    for width in (1440, 1024):
        page.resize(width)
        page.visit(server, "map")
        on_map(page)
        page.wait(lambda: page.js(CARDS) > 10, f"at {width} px, the routes")
        sizes = page.js(SIZES)
        expect(min(sizes) >= 10, f"at {width} px, a name is {min(sizes):.1f} px high")
        box, card = page.box(".map-box"), page.box(".map-card[aria-label^='/, '] > rect")
        expect(box["x"] <= card["x"] and card["x"] + card["width"] <= box["x"] + box["width"] and box["y"] <= card["y"] and card["y"] + card["height"] <= box["y"] + box["height"], f"at {width} px, the start is out of sight")
    page.resize(1440)
    page.js("document.querySelector('.map-percent').click()")
    whole = """const box = document.querySelector('.map-box').getBoundingClientRect();
      return [...document.querySelectorAll('.map-district > rect:first-child')].map((one) => one.getBoundingClientRect()).filter((one) =>
        one.left >= box.left && one.right <= box.right && one.top >= box.top && one.bottom <= box.bottom).length"""
    page.wait(lambda: page.js(whole) == len(server.ask("graph?by=folder")["districts"]), "the whole map")


def trails(page):
    """The newest open is a line over its gates and along its redirect."""
    server = Server("museum")
    page.servers = [server]
    page.visit(server)
    on_map(page)
    page.post("open", {"location": "/evening"})
    page.wait(lambda: page.js("return document.querySelectorAll('.map-trail.is-last').length"), "the way of the open")
    page.wait(lambda: page.js("return [...document.querySelectorAll('.map-road.is-seen, .map-road.is-fixed')].some((one) => one.textContent.includes('evening') || one.textContent.includes('/login'))"), "its road")
    page.post("open", {"location": "/"})
    page.wait(lambda: page.js("return document.querySelectorAll('.map-trail.is-before').length"), "the way before")
    expect(page.js("return location.hash") == "#/map", "an open leaves the map")


def keyed(page):
    """The map is one stop of the keyboard; arrows walk, Enter opens, w asks why, + - 0 zoom."""
    serve(page, "museum", "map")
    on_map(page)
    expect(page.js("return document.querySelectorAll('.map-world [tabindex=\"0\"]').length") == 1, "the map has several stops")
    page.js("document.querySelector('.map-world [tabindex=\"0\"]').focus()")
    def focused():
        return page.js("return document.activeElement.getAttribute('aria-label')")
    page.press(Keys.HOME)
    first = page.wait(focused, "a district has the focus")
    page.press(Keys.ARROW_RIGHT)
    page.wait(lambda: focused() != first and page.js("return document.activeElement.matches('.map-card')"), "the first route")
    page.press(Keys.ARROW_LEFT)
    page.wait(lambda: focused() == first, "back at the district")
    page.press(Keys.END)
    page.wait(lambda: page.js("return document.activeElement.matches('.map-card')"), "the last route")
    page.press("0")
    time.sleep(0.1)
    zoom = page.text(".map-percent")
    page.press("+")
    page.wait(lambda: page.text(".map-percent") != zoom, "+ zooms")
    page.press("0")
    page.wait(lambda: page.text(".map-percent") == zoom, "0 fits")
    page.press(Keys.HOME, Keys.ARROW_RIGHT)
    page.press(Keys.ENTER)
    page.wait(lambda: any(row[1] == "open" for row in page.rows()), "Enter opens")
    page.press("w")
    page.wait(lambda: page.js("return location.hash").startswith("#/why?link="), "w asks why")
    page.go("graph")
    page.wait(lambda: page.js("return document.querySelector('#view-map')?.checkVisibility()"), "the old address")


def large_tile(page):
    """From 160 % on, the chosen route has its tile of the gallery, with its look; a click opens it."""
    serve(page, "museum", "map")
    on_map(page)
    page.fill(".map-tools input", "object")
    page.one(".map-tools input").send_keys(Keys.ENTER)
    page.wait(lambda: page.text(".map-found").startswith("1 of"), "the route is chosen")
    expect(page.js("return document.querySelector('.map-tile').hidden"), "a small map has a tile")
    page.js(ACTUAL, 160)
    page.wait(lambda: page.js("return document.querySelector('.map-tile .look-badge')?.innerText") == "Room 1", "its tile", 30)
    box, tile = page.box(".map-box"), page.box(".map-tile")
    expect(box["x"] <= tile["x"] and tile["x"] + tile["width"] <= box["x"] + box["width"] + 1, "the tile is out of sight")
    page.js(AXE)
    found = look(page, "map with a tile")
    expect(not found, f"axe found: {found}")
    page.js("document.querySelector('.map-tile .tile-open').click()")
    page.wait(lambda: page.title() == "Harbour at dawn", "a click opens it")
    page.click("Zoom out", ".map-tools")
    page.click("Zoom out", ".map-tools")
    page.wait(lambda: page.js("return document.querySelector('.map-tile').hidden"), "a smaller map has no tile")


# Zooms in until the map has a size in percent.
ACTUAL = """
  const button = document.querySelector('.map-tools [aria-label="Zoom in"]');
  const wanted = arguments[0];
  return new Promise((done) => {
    const step = () => {
      if (Number.parseInt(document.querySelector('.map-percent').textContent) >= wanted) return done();
      button.click();
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });"""


def searched(page):
    serve(page, "museum", "map")
    on_map(page)
    page.fill(".map-tools input", "login")
    page.wait(lambda: page.text(".map-found") == "1 match", "a match")
    page.one(".map-tools input").send_keys(Keys.ENTER)
    page.wait(lambda: page.text(".map-found") == "1 of 1", "the first match")
    box, card = page.box(".map-box"), page.box(".map-card.is-chosen > rect")
    expect(abs(card["x"] + card["width"] / 2 - box["x"] - box["width"] / 2) < 3, "the match is not in the middle")
    page.click("Why", ".map-strip")
    page.wait(lambda: page.js("return location.hash") == "#/why?link=/login", "the strip asks why")


def large(page):
    """3,014 routes are districts that unfold; the map is quick, and has few elements."""
    server = small(page, LARGE, ("--cpu", "60000"))
    page.go("map")
    page.js("localStorage.setItem('moonroute-map', 'tag')")
    page.visit(server)
    page.js("window.blocks_ = []; new PerformanceObserver((list) => window.blocks_.push(...list.getEntries().map((one) => one.duration))).observe({type: 'longtask'})")
    page.go("map")
    page.wait(lambda: page.js("return document.querySelectorAll('.map-world .map-district').length"), "the districts", 60)
    time.sleep(0.5)
    blocks = page.js("return window.blocks_")
    print(f"      longest block of the main thread while the map appears: {max(blocks, default=0):.0f} ms")
    expect(max(blocks, default=0) <= 100 * SLACK, f"the main thread was blocked for {blocks} ms")
    many = len(server.ask("graph")["nodes"])
    expect(many == 3014, f"the map has {many} routes")
    expect(page.js(CARDS) == 0, "districts are unfolded")
    took = page.browser.execute_async_script(LAID_OUT)
    page.fill(".map-tools input", "/area212/page7")
    page.one(".map-tools input").send_keys(Keys.ENTER)
    page.wait(lambda: page.js(CARDS) >= 5, "a district unfolds")
    expect(overlaps(page) == 0, "cards overlap")
    page.js("window.frames_ = []; let last = performance.now(); const step = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(step); }; requestAnimationFrame(step);")
    area = page.box(".map-box")
    middle = (area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    for by in ((-300, -180), (280, 200), (-260, 220), (300, -240)):
        page.drag(middle, by)
    frames = sorted(page.js("return window.frames_.slice(5)"))
    p95 = frames[int(len(frames) * .95)]
    elements = page.js("return document.querySelectorAll('.map-world *').length")
    print(f"      pan p95 {p95:.1f} ms, {elements} elements, layout folded {took[0]:.0f} ms, unfolded {took[1]:.0f} ms")
    expect(p95 <= 20 * SLACK, f"a frame of a pan takes {p95:.0f} ms")
    expect(elements <= 1500, f"the map has {elements} elements")
    expect(max(took) <= 50 * SLACK, f"the layout took {took} ms")
    picture = "return [...document.querySelectorAll('.map-world [data-id]')].map((one) => one.getAttribute('transform') + one.getAttribute('aria-label')).join('\\n')"
    page.js("document.querySelector('.map-percent').click()")
    page.visit(server, "map")
    page.wait(lambda: page.js("return document.querySelectorAll('.map-world .map-district').length"), "the districts", 60)
    # The labels include the light, which comes with the access table.
    page.get("matrix")
    first = page.js(picture)
    while (time.sleep(0.3) or page.js(picture)) != first:
        first = page.js(picture)
    page.visit(server, "map")
    page.wait(lambda: page.js(picture) == first, "the same picture twice")
    page.js("localStorage.removeItem('moonroute-map')")


def kept(page):
    """The map as Mermaid, as SVG, and on A3."""
    server = serve(page, "museum", "map")
    on_map(page)
    page.js("Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}, configurable: true})")
    page.js("const real = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return real(blob); };"
            "document.addEventListener('click', (event) => { if (event.target.download) event.preventDefault(); }, true)")
    page.click("Copy Mermaid", "#view-map")
    text = page.wait(lambda: page.js("return window.copied"), "the text of Mermaid", 30)
    expect(text.startswith("flowchart LR\n") and '["main.lua"]' in text and "classDef shut" in text, text[:400])
    page.click("Save SVG", "#view-map")
    svg = page.wait(lambda: page.js("return window.saved"), "the file")
    shapes = page.js("""
      const file = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');
      return [file.querySelectorAll('parsererror, script').length, file.querySelectorAll('.map-card').length, file.querySelectorAll('.map-card > title').length]""", svg)
    nodes = len(server.ask("graph")["nodes"])
    expect(shapes == [0, nodes, nodes], f"the file has {shapes} of {nodes} routes")
    expect("var(--" not in svg and "http" not in svg.replace("http://www.w3.org/2000/svg", ""), "the file needs something else")
    pdf = base64.b64decode(page.browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True, "printBackground": True})["data"])
    sizes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
    expect(len(sizes) == 1 and abs(float(sizes[0][0]) - 1191) < 3 and abs(float(sizes[0][1]) - 842) < 3, f"the pages are {sizes}")
    page.wait(lambda: not page.all(".map-paper"), "the paper leaves")


def seen(page):
    """axe finds nothing, nothing is wider than the window, at each width, dark, and in forced colours."""
    server = Server("museum")
    page.servers = [server]
    page.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    page.visit(server)
    page.js(AXE)
    page.open("/evening")
    on_map(page)
    found = []
    for scheme, width in (("light", 1440), ("light", 390), ("light", 768), ("light", 2560), ("dark", 1440), ("dark", 390)):
        page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        page.resize(width, 900)
        page.wait(lambda: page.js("return document.querySelectorAll('.map-world .map-district').length"), "the districts")
        found += look(page, f"map {scheme} {width}")
        page.wait(lambda: page.js("return document.documentElement.scrollWidth <= innerWidth"), f"at {width} px the page fits")
    page.resize(390, 844)
    page.wait(lambda: page.js(CARDS) == 0 and page.js("return document.querySelectorAll('.map-district').length") > 1, "a list of districts")
    page.js("document.querySelector('.map-district').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    page.wait(lambda: page.js(CARDS) > 0, "one district")
    card = page.box(".map-card > rect")
    expect(card["height"] >= 30, f"a route is {card['height']:.0f} px high")
    found += look(page, "map, one district 390")
    page.resize(1440, 900)
    page.prefer(forced_colors="active", prefers_reduced_motion="reduce")
    colours = page.js("return [...new Set([...document.querySelectorAll('.map-card > rect:first-child')].map((one) => getComputedStyle(one).stroke))].length")
    expect(1 <= colours <= 2, f"in forced colours, cards have {colours} colours")
    page.prefer()
    expect(not found, "\n      ".join(["axe found:", *found[:12]]))


CHECKS = [
    (60, "the map's light is the table of moonroute access, and no cards overlap", lit),
    (60, "the first view of the map is readable and shows the start", first),
    (61, "the last opens are ways over the map, which stays", trails),
    (62, "the map by keyboard alone, and the old address of the graph", keyed),
    (63, "from 160 %, the chosen route has its tile of the gallery", large_tile),
    (63, "the map finds routes, and asks why", searched),
    (64, "3,014 routes are districts that unfold, quickly, and the same each time", large),
    (64, "the districts have an order with few crossings, the same each time", crossed),
    (65, "the map as Mermaid, as a file, and on A3", kept),
    (66, "axe finds nothing on the map, at each width, dark, and in forced colours", seen),
]
