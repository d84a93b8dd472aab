"""Runs the checks in the order of the list, and saves a picture of each failure."""

import os
import pathlib
import sys
import time
import traceback

import access
import attached
import follow
import heat
import inner
import kept
import links
import looked
import maps
import prompted
import replayed
import room
import stage
import targets
import tiles
import truth
import verdict
import views
import widths
from session import Failed, Page, driver

PICTURES = pathlib.Path(".build/page")


def told(error):
    """Returns an error without the driver's stack trace."""
    lines = traceback.format_exception(type(error), error, error.__traceback__, limit=-3)
    return "".join(lines).split("Stacktrace:")[0].rstrip()


def main():
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    only = {int(one) for one in os.environ.get("ONLY", "").split(",") if one}
    checks = sorted(
        (check for module in (links, stage, inner, access, views, kept, replayed, prompted, heat, attached, truth, room, follow, maps, looked, tiles, verdict, targets, widths) for check in module.CHECKS),
        key=lambda check: check[0],
    )
    browser = driver()
    browser.set_script_timeout(30)
    failed = 0
    begin = time.monotonic()
    try:
        for number, words, check in checks:
            if only and number not in only:
                continue
            started = time.monotonic()
            page = Page(browser)
            try:
                check(page)
                print(f"{number:>3} ok    {words} ({time.monotonic() - started:.1f} s)", flush=True)
            except Exception as error:
                failed += 1
                browser.save_screenshot(str(PICTURES / f"{number}.png"))
                reason = error if isinstance(error, Failed) else told(error)
                print(f"{number:>3} FAILED {words}: {reason}", flush=True)
            finally:
                page.prefer()
                for server in getattr(page, "servers", []):
                    server.end()
    finally:
        browser.quit()
    print(f"page: {failed} failed, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


sys.exit(main())
