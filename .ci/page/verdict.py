"""Checks of the access table's groups and of the difference."""

import pathlib
import subprocess
import tempfile

from maps import LARGE
from session import SLACK, Server, command, expect
from views import AXE, look

CLOSED = '\nrouter.guard("/day", function() return false, "closed today" end)\n'


def museum(page, *options):
    server = Server("museum", *options)
    page.servers = [server]
    page.visit(server)
    return server


def grouped(page):
    """The groups are the sections of the command, and a rule shows only its locations."""
    server = museum(page)
    page.go("access")
    page.wait(lambda: page.all(".access-group"), "the groups", 30)
    shown = page.js("return [...document.querySelectorAll('.access-group h2')].map((one) => one.innerText)")
    expect(shown == ["Depends on the person 4", "Closed to everybody 4", "Redirected for everybody 1", "Open to everybody 15"], f"the groups are {shown}")
    told = subprocess.run([command.__globals__["COMMAND"], "access", str(server.folder), "--no-color"], capture_output=True, text=True, timeout=60).stdout
    expect(all(one.rsplit(" ", 1)[0] in told for one in shown), "the command has other sections")
    page.js("[...document.querySelectorAll('.access-group .total')].find((one) => one.innerText.includes('guard of depot')).click()")
    page.wait(lambda: page.js("return document.querySelectorAll('.matrix tbody tr').length") == 1, "the locations of one rule")
    expect("/depot" in page.text(".matrix tbody"), "another rule's location")
    page.click("Show all", "#view-access")
    page.js("document.querySelector('.matrix .cell-button').focus()")
    page.press("c")
    page.wait(lambda: "app.persona" in page.text("dialog[open]") and "assert." in page.text("dialog[open]"), "a cell is copied as lines of a spec")
    expect("curl " in page.text("dialog[open]") and "$KEY" in page.text("dialog[open]"), "no curl, or one with the key")


# Six personas, one of them with a long name.
MANY = """return { visitor = {}, mei = { session = { member = { name = "Mei", since = 2019, card = "1907" } } }, noor = {}, tariq = {}, ada = {},
  a_persona_with_a_long_name = {} }"""


def narrow(page):
    """All personas can be seen: in columns, beside the route when they scroll, and as a list for each location."""
    server = museum(page)
    server.write("personas.lua", MANY)
    server.stop()
    server.start()
    page.visit(server)
    page.js(AXE)
    found = []
    for width, scheme in ((1440, "light"), (1024, "dark"), (390, "light"), (390, "dark")):
        page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        page.resize(width)
        page.go("access")
        page.wait(lambda: page.js("return document.querySelector('.matrix tbody tr')?.querySelectorAll('.cell-button').length") == 6, "the personas", 30)
        head, box = page.box(".matrix tbody th"), page.box(".access-group .table-box")
        if width > 400:
            def last_is_shown():
                # A table that is drawn again is not scrolled.
                page.js("document.querySelector('.access-group .table-box').scrollLeft = 9999")
                shown = page.box(".matrix thead th:last-child")
                return shown["width"] >= 80 and shown["x"] + shown["width"] <= box["x"] + box["width"] + 1
            page.wait(last_is_shown, f"the last persona, at {width} px")
            expect(page.box(".matrix tbody th")["x"] == head["x"], f"at {width} px, the route scrolls away")
        else:
            expect(page.js("return document.querySelector('.access-group .table-box').scrollWidth") <= box["width"], "at 390 px, the list scrolls")
            told = page.js("return [...document.querySelector('.matrix tbody tr').querySelectorAll('td')].map((one) => getComputedStyle(one, '::before').content.split('\"')[1])")
            expect(sorted(told) == sorted(page.get("matrix")["personas"]), f"the list names {told}")
        found += look(page, f"access {scheme} {width}")
    page.prefer()
    page.resize(1440)
    expect(not found, "\n      ".join(["axe found:", *found[:12]]))


def compared(page):
    """The difference is that of moonroute diff: from the last save, a snapshot and a commit."""
    server = museum(page, "--git")
    git = lambda *words: subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=server.folder, check=True, capture_output=True)
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "museum")
    subprocess.run([command.__globals__["COMMAND"], "access", str(server.folder), "--save", str(server.folder / "access.snap")], check=True, capture_output=True, timeout=60)
    page.go("difference")
    page.wait(lambda: "Nothing to compare with yet" in page.text("#view-difference"), "there is no save yet")
    rules = (server.folder / "routes/members.lua").read_text()
    server.write("routes/members.lua", rules + CLOSED)
    sentence = "mei, noor and visitor can no longer open /day"
    page.wait(lambda: sentence in page.text("#view-difference"), "the door that the save closes", 30)
    page.js("window.copied = null; navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click("Copy for the pull request", "#view-difference")
    copied = page.wait(lambda: page.js("return window.copied"), "the Markdown")
    told = subprocess.run([command.__globals__["COMMAND"], "diff", str(server.folder), "HEAD", "--format", "markdown"], capture_output=True, text=True, timeout=60).stdout
    expect(copied.strip() == told.strip(), f"the command says {told}, the page {copied}")
    for kind, name in (("snapshot", "access.snap"), ("commit", "main")):
        page.js("const menu = document.querySelector('#view-difference select'); menu.value = arguments[0]; menu.dispatchEvent(new Event('change'))", kind)
        page.js("document.querySelector('.difference').replaceChildren()")
        page.fill("#view-difference input", name)
        page.click("Compare", "#view-difference")
        page.wait(lambda: sentence in page.text(".difference"), f"the difference from a {kind}", 30)
    page.js(AXE)
    found = look(page, "difference") + [one for scheme in ("dark",) for one in (page.prefer(prefers_color_scheme=scheme) or look(page, "difference dark"))]
    page.prefer()
    expect(not found, "\n      ".join(["axe found:", *found[:12]]))
    plain = Server("museum")
    page.servers.append(plain)
    expect(plain.ask("difference")["commits"] is False, "a server without --git reads commits")


def keyed(page):
    """Seven tabs; a tab returns to its last view, and numbers choose tabs."""
    museum(page)
    expect(page.text(".tabs").split() == ["Now", "Why", "Rules", "Gallery", "Map", "State", "Links"], f"the tabs are {page.text('.tabs')}")
    page.js("document.activeElement.blur()")
    for key, view in (("3", "check"), ("4", "gallery"), ("5", "map"), ("6", "stores"), ("7", "links"), ("1", "steps")):
        page.press(key)
        page.wait(lambda: page.js("return location.hash").startswith(f"#/{view}"), f"{key} shows {view}")
        page.js("document.activeElement.blur()")
    page.press("3")
    page.click("Access", ".tabs.is-inner")
    page.press("7", "3")
    page.wait(lambda: page.js("return location.hash") == "#/access", "the tab returns to its last view")


def cpu(server):
    """The processor time of a server in ms."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 10


def typed(page):
    """With 3,014 routes, the explanation after a keystroke takes the time of one match."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "main.lua").write_text(LARGE)
        server = Server(folder, "--cpu", "60000")
        page.servers = [server]
        server.ask("review")
        link = "/area212/page17"
        begin = cpu(server)
        for count in range(200):
            server.ask(f"match?location={link[:1 + count % len(link)]}&near=false")
        each = (cpu(server) - begin) / 200
        print(f"      {each:.1f} ms of the processor for each keystroke")
        expect(each <= 5 * SLACK, f"a keystroke takes {each:.1f} ms")


CHECKS = [
    (85, "the access table has the sections of the command, its rules, and spec lines for cells", grouped),
    (85, "all personas of the access table can be seen, also in a narrow window", narrow),
    (86, "the difference is that of moonroute diff, from a save, a snapshot and a commit", compared),
    (88, "with 3,014 routes, a keystroke does not try every route", typed),
    (87, "seven tabs, by number, each with its last view", keyed),
]
