"""Creates the two pictures of the README: the museum in the inspector, light and dark.

COMMAND names a moonroute; run it in the root of the repository.
"""

import pathlib
import time

from links import serve
from session import Page, driver

FOLDER = pathlib.Path("Sources/Moonroute/Documentation.docc/Resources")


def main():
    browser = driver()
    page = Page(browser)
    try:
        serve(page, "museum")
        page.resize(1360, 820)
        for link in ("/", "/collection", "/evening"):
            page.open(link)
        page.settle()
        page.js("document.querySelector('#view-steps .step.is-notable .step-button').click()")
        page.wait(lambda: "go to" in page.text(".step.is-notable .step-details"), "the details")
        page.wait(lambda: page.all(".route-row .guards"), "the guards of the routes")
        page.js("document.activeElement.blur()")
        for theme, name in (("light", "inspector.png"), ("dark", "inspector~dark.png")):
            page.js("document.documentElement.dataset.theme = arguments[0]; document.querySelector('.device-frame').dataset.theme = arguments[0]", theme)
            page.js("document.getElementById('toasts').replaceChildren()")
            time.sleep(0.5)
            browser.save_screenshot(str(FOLDER / name))
    finally:
        for server in getattr(page, "servers", []):
            server.end()
        browser.quit()


main()
