"""Checks of the page for an application without twins, such as an attached program."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from links import serve
from session import expect, own_port, Server


def attached(page):
    port = own_port()
    # Unsafe scripts have no twin either.
    server = Server("shop", "--unsafe", port=port)
    page.servers = [server]
    page.visit(server)
    page.open("/product/7")
    page.wait(lambda: page.title() == "Linen shirt", "the device mirrors it")
    rows = len(page.rows())
    page.type_link("/basket/add/7")
    ActionChains(page.browser).key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(Keys.SHIFT).perform()
    page.wait(lambda: "dry runs and returns are not available" in page.text("#toasts"), "the page says why there is no dry run")
    expect(len(page.rows()) == rows, "a dry run that there is not did something")
    tabs = page.text(".tabs")
    expect("Links" not in tabs and "Gallery" not in tabs, f"views that need a twin are shown: {tabs}")
    page.go("check")
    page.wait(lambda: "Check" in page.text(".tabs.is-inner") or page.js("return document.querySelector('.tabs.is-inner').hidden"), "the views of a tab")
    inner = page.text(".tabs.is-inner")
    expect("Access" not in inner and "Difference" not in inner, f"views that need a twin are shown: {inner}")
    server.stop()
    page.wait(lambda: "gone" in page.text(".live"), "the header says that the program is gone")


# An attached program is a build of its own, so the check answers for its pictures. AttachTests has the answers of the wire.
PICTURES = """
  const ask = window.fetch;
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  window.fetch = async (address, options) => {
    const path = new URL(address, location).pathname;
    if (path.endsWith('/hello')) {
      const hello = await (await ask(address, options)).json();
      hello.features.push('screen_pictures');
      return Response.json(hello);
    }
    if (!/[/]screens[/][0-9]+[/]picture$/.test(path)) return ask(address, options);
    return window.hasNone ? Response.json({error: {code: 'not_found', message: 'The program has no picture.'}}, {status: 404})
      : Response.json({type: 'image/png', data: pixel});
  };"""


def pictured(page):
    script = page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PICTURES})["identifier"]
    try:
        serve(page, "museum")
        page.open("/")
        seen = "return document.querySelector('.screen-shot:not([hidden])')?.alt ?? ''"
        expect(page.js(seen) == "", "a picture that nobody asked for")
        page.click("Picture", within="#device")
        page.wait(lambda: page.js(seen).endswith("today"), "the program's picture of the screen")
        expect(page.js("return document.querySelector('.screen-shot').naturalWidth") == 1, "the picture is not drawn")
        page.open("/collection")
        page.wait(lambda: page.js(seen).endswith("collection"), "the picture follows the stage")
        page.js("window.hasNone = true")
        page.open("/evening")
        page.wait(lambda: "has no picture" in page.text("#toasts"), "the page says that there is none")
        page.wait(lambda: page.js(seen) == "", "the page's drawing is visible again")
        page.js("window.hasNone = false")
        page.click("Picture", within="#device")
        page.open("/")
        expect(page.js(seen) == "" and page.js("return document.querySelector('.device-bar [aria-pressed]').ariaPressed") == "false", "a picture stays after it was switched off")
    finally:
        page.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})


CHECKS = [
    (120, "a program's own pictures of its screens follow the stage, and give way to the page's drawing", pictured),
    (31, "an application without twins is mirrored and driven, has no dry run, and its page says when it is gone", attached),
]
