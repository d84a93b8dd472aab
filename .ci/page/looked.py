"""Checks of looks."""

from session import Server, command, expect
from views import AXE, look


def museum(page, link, *options):
    server = Server("museum", *options)
    page.servers = [server]
    page.visit(server)
    page.open(link)
    return server


def drawn(page):
    """A look draws words, pictures and colours; its buttons and rows act; without it, there are rows."""
    server = museum(page, "/collection")
    page.wait(lambda: page.js("return document.querySelectorAll('#device .node-screen:not([inert]) .look-list img').length") >= 3, "a picture in each row")
    page.js("[...document.querySelectorAll('#device .look-tap')].find((one) => one.innerText.includes('Two lemons')).click()")
    page.wait(lambda: page.title() == "Two lemons", "a row of a look taps")
    page.settle()
    shown = "#device .node-screen:not([inert]):has(.look-badge)"
    page.wait(lambda: page.js("return document.querySelector(arguments[0] + ' .look-image img')?.complete", shown), "the picture")
    expect(page.text(f"{shown} .look-badge") == "Room 2", "the badge has no room")
    ground = page.js("return getComputedStyle(document.querySelector(arguments[0] + ' .look-button')).backgroundColor", shown)
    expect(ground == "rgb(11, 110, 79)", f"the button has the colour {ground}")
    page.click("Where it hangs", shown)
    page.wait(lambda: page.title() == "Room 2", "the button of a look taps")
    page.wait(lambda: page.js("return document.querySelector('#device .layer .look-map') !== null"), "a drawn map")
    page.open("/you/tickets")
    page.wait(lambda: "No tickets yet." in page.text("#device .node-screen:not([inert])") and page.text("#device .node-screen:not([inert]) .screen-foot").startswith("view YourTickets"), "a view without a look has rows")
    expect(server.ask("looks")["problems"] == [], "the museum's looks have problems")


def saved(page):
    """Saving looks.lua redraws the screens without a new generation; a mistake falls back, and check names it."""
    server = museum(page, "/collection/12")
    page.wait(lambda: page.js("return document.querySelector('#device .look-badge') !== null"), "the look")
    text = (server.folder / "looks.lua").read_text()
    server.write("looks.lua", text.replace('"Room $room"', '"Hall $room"'))
    page.wait(lambda: page.text("#device .look-badge") == "Hall 1", "the new look")
    expect(server.ask("hello")["generation"] == 1, "a look makes a generation")
    server.write("looks.lua", text.replace('{ "badge", "Room $room" }', '{ "bagde", "Room $room" }'))
    page.wait(lambda: page.js("return document.querySelector('#device .look-sign') !== null"), "the sign of the mistake")
    expect(page.js("return document.querySelector('#device .screen-link') !== null"), "without a look there are no rows")
    page.wait(lambda: any("Did you mean 'badge'" in one["message"] and one["file"] == "looks.lua" for one in page.get("check")["problems"]), "check names it")
    told = command("check", server.folder, "--json")
    expect(any("Did you mean 'badge'" in one["message"] for one in told), "moonroute check does not name it")
    server.write("looks.lua", text)
    page.wait(lambda: page.text("#device .look-badge") == "Room 1", "the mended look")


def confined(page):
    """Pictures come from the application's folder only."""
    server = museum(page, "/collection/12")
    (server.folder.parent / "secret.png").write_text("secret")
    (server.folder / "pictures/link.png").symlink_to(server.folder.parent / "secret.png")
    for name in ("../secret.png", "link.png", "../main.lua", "https://other.example/12.png", "/etc/passwd", "12.txt"):
        status = page.browser.execute_async_script("""
          const [name, done] = arguments;
          fetch('/api/v1/pictures?name=' + encodeURIComponent(name), {headers: moonroute.headers}).then((one) => done(one.status))""", name)
        expect(status == 404, f"{name} answers {status}")
    expect(page.get("pictures?name=Two lemons.svg")["type"] == "image/svg+xml", "a picture has no type")


def seen(page):
    server = museum(page, "/tickets/day")
    page.js(AXE)
    found = []
    for scheme in ("light", "dark"):
        page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        page.js("document.querySelector('.device-frame').dataset.theme = arguments[0]", scheme)
        for link in ("/collection", "/collection/12", "/collection/12/plan", "/tickets/day"):
            page.post("open", {"location": link})
            page.wait(lambda: page.get("stage")["stage_text"].count(link), "the screen")
            page.settle()
            found += look(page, f"{link} {scheme}")
    page.prefer()
    expect(not found, "\n      ".join(["axe found:", *found[:12]]))


CHECKS = [
    (70, "a look draws words, pictures and colours, and its buttons and rows act", drawn),
    (71, "saving looks.lua redraws without a generation; a mistake falls back and is named", saved),
    (72, "pictures come from the application's folder only", confined),
    (73, "axe finds nothing in looks, light and dark", seen),
]
