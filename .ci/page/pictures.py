"""Creates the pictures of the README and of the guide to the inspector, light and dark, and the README's recording.

COMMAND names a moonroute; run it in the root of the repository.
"""

import pathlib

from links import serve
from recording import recording
from session import Page, driver

FOLDER = pathlib.Path("Sources/Moonroute/Documentation.docc/Resources")
LINKS = ("/", "/collection", "/collection/12", "/evening")


def both(page, name):
    """Writes a picture in each theme."""
    page.js("document.activeElement.blur()")
    for theme, suffix in (("light", ""), ("dark", "~dark")):
        page.js("document.documentElement.dataset.theme = arguments[0]; document.querySelector('.device-frame').dataset.theme = arguments[0]", theme)
        page.js("document.getElementById('toasts').replaceChildren()")
        page.browser.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")
        page.browser.save_screenshot(str(FOLDER / f"{name}{suffix}.png"))
    page.js("document.documentElement.dataset.theme = 'light'")


def pictures(page):
    page.prefer(prefers_reduced_motion="reduce")
    serve(page, "museum")
    page.resize(1360, 820)
    for link in LINKS:
        page.open(link)
    page.settle()
    page.js("document.querySelector('#view-steps .step.is-notable .step-button').click()")
    page.wait(lambda: "go to" in page.text(".step.is-notable .step-details"), "the details")
    page.wait(lambda: page.all(".route-row .guards"), "the guards of the routes")
    page.wait(lambda: "as visitor" in page.text("#view-steps"), "who may open it")
    both(page, "inspector")
    page.js("document.getElementById('middle').focus()")
    page.press(".")
    page.go("gallery")
    page.wait(lambda: page.all(".tile .device-window"), "the tiles", 30)
    page.click("mei", ".gallery-tools")
    page.click("Both", ".gallery-tools")
    page.fill("#view-gallery input[type=search]", "collection")
    page.wait(lambda: page.all(".tile .device-window .look-image img"), "tiles with pictures", 30)
    page.wait(lambda: page.js("return [...document.images].every((one) => one.complete)"), "the pictures")
    both(page, "gallery")
    page.go("map")
    page.wait(lambda: "opens" in page.js("return document.querySelector('#view-map').textContent"), "the light of a visitor", 30)
    both(page, "map")


def main():
    browser = driver()
    page = Page(browser)
    try:
        pictures(page)
        recording.record(page, FOLDER)
    finally:
        for server in getattr(page, "servers", []):
            server.end()
        browser.quit()


main()
