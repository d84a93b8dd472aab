"""Checks of the console, which exists only with an option."""

from selenium.webdriver.common.keys import Keys

from links import serve
from session import Server, expect


def entries(page):
    return page.js("return [...document.querySelectorAll('.console-entry')].map((one) => one.innerText.replaceAll('\\n', ' '))")


def run(page, *keys):
    """Types into the console, and presses Enter."""
    page.one(".console-input")
    count = len(entries(page))
    page.js("document.querySelector('.console-input').focus()")
    page.press(*keys, Keys.ENTER)
    page.wait(lambda: len(entries(page)) > count and "running…" not in entries(page)[-1], f"the end of {keys}")
    return entries(page)[-1]


def prompt(page):
    serve(page)
    page.wait(lambda: "Map" in page.text(".tabs"), "the tabs")
    page.click("State", ".tabs")
    page.wait(lambda: "Stores" in page.text(".tabs.is-inner"), "the views of a tab")
    expect("Console" not in page.text(".tabs.is-inner"), "a page without --console shows one")
    page.go("console")
    page.wait(lambda: not page.all("#bar [aria-current]"), "the address is heard of")
    page.wait(lambda: page.text(".view:not([hidden])"), "another view")
    expect(not page.all(".console-input"), "the address leads to a console")
    server = Server("shop", "--console")
    page.servers.append(server)
    page.visit(server)
    page.click("State", ".tabs")
    page.click("Console", ".tabs.is-inner")
    said = run(page, "local shirt = 7")
    expect(said == "› local shirt = 7", f"a statement answers {said!r}")
    said = run(page, "print('opening', shirt) return router.open('/product/' .. shirt).status")
    expect("opening" in said and said.endswith("= opened"), f"the answer is {said!r}")
    page.wait(lambda: page.title() == "Linen shirt", "the device shows it")
    said = run(page, "session.a.b = 1")
    expect("✗" in said and "nil" in said, f"a mistake says {said!r}")
    # Incomplete text continues on the next line; the arrow key recalls an older one.
    page.press("for n = 1, 2 do", Keys.ENTER)
    page.wait(lambda: page.js("return document.querySelector('.console-input').value") == "for n = 1, 2 do\n", "the text goes on")
    run(page, "print(n) end")
    expect("1 2" in entries(page)[-1], f"the loop says {entries(page)[-1]!r}")
    page.press(Keys.ARROW_UP, Keys.ARROW_UP)
    expect(page.js("return document.querySelector('.console-input').value") == "session.a.b = 1", "the arrow brings another text")
    kinds = [row[4]["kind"] for row in page.rows() if row[1] == "act"]
    expect(kinds == ["console"] * 4, f"the acts are {kinds}")


CHECKS = [
    (34, "a console is there only with --console, runs Lua, and each text is an act", prompt),
]
