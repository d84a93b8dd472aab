"""Checks of the page for an application without twins, such as an attached program."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

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


CHECKS = [
    (31, "an application without twins is mirrored and driven, has no dry run, and its page says when it is gone", attached),
]
