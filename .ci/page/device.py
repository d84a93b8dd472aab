"""The device of a page in a browser: reads numbers of stages, and prints the picture of each.

A test of the package starts it, with the page's address, and compares the pictures with the stage.
"""

import json
import pathlib
import sys
import time

from session import driver

SCRIPT = pathlib.Path(__file__).with_name("picture.js").read_text()


def main():
    browser = driver()
    try:
        browser.set_script_timeout(30)
        browser.get(sys.argv[1])
        # Animations run, only faster.
        browser.execute_cdp_cmd("Animation.enable", {})
        browser.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 25})
        for line in sys.stdin:
            print(json.dumps(picture(browser, int(line))), flush=True)
    finally:
        browser.quit()


def picture(browser, number):
    """The picture after the stage of that number is shown and all motion has ended."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        answer = browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"(async () => {{{SCRIPT}}})().then(done)")
        if answer and answer["number"] >= number:
            return answer["picture"]
        time.sleep(0.01)
    return {"kind": "late", "id": 0, "selected": None, "children": [], "presented": None}


main()
