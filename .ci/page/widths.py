"""Checks of each view at each width, light, dark, in forced colours and at 200 % zoom."""

from selenium.webdriver.common.keys import Keys

from session import Server, expect
from views import AXE, SHOWN, look

VIEWS = ("steps", "why?link=/product/x", "why?link=/product/7", "route?id=0", "check", "access", "difference", "gallery", "map", "stores", "journey",
         "console", "links")
PARTS = ("device", "routes", "time")
WIDTHS = (390, 768, 1440, 2560)
# The schemes of colours, and the rules of axe for them: all, those about colours, or none. All rules about anything but
# colours have the same findings in each scheme. With forced colours, axe reads the colours that the browser replaces, so
# the device, whose theme may be another one, is left out, and two widths are enough.
COLOURS = ["color-contrast", "link-in-text-block"]
SCHEMES = (("light", "none", None), ("dark", "none", COLOURS), ("light", "active", None), ("dark", "active", []))

# What does not fit: the document, the words of headings, and controls under something else.
FITS = """
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} px wide`);
  const isForEars = (element) => element && (getComputedStyle(element).clipPath !== 'none' || isForEars(element.parentElement));
  for (const one of document.querySelectorAll('h1, h2, h3, h4, [role=heading], th')) {
    if (!one.checkVisibility({visibilityProperty: true}) || one.closest('.device-window') || isForEars(one)) continue;
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) found.push(`'${one.innerText.slice(0, 40)}' is cut`);
  }
  const within = (box, other) => box.left >= other.left - 1 && box.right <= other.right + 1 && box.top >= other.top - 1 && box.bottom <= other.bottom + 1;
  const isWhole = (element, box) => {
    for (let one = element.parentElement; one; one = one.parentElement) {
      if (getComputedStyle(one).overflow !== 'visible' && !within(box, one.getBoundingClientRect())) return false;
    }
    return within(box, {left: 0, top: 0, right: innerWidth, bottom: innerHeight});
  };
  for (const one of document.querySelectorAll('button, a[href], input, select, textarea')) {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility({visibilityProperty: true, opacityProperty: true}) || one.closest('[inert], .device-window') || isForEars(one) || box.width < 2 || !isWhole(one, box)) continue;
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    // The area of a splitter that reacts is wider than its line.
    if (top && !top.matches('.splitter') && !one.contains(top) && !top.contains(one) && !top.closest('label')?.contains(one)) found.push(`'${(one.innerText || one.ariaLabel || one.className).slice(0, 40)}' is under ${top.className || top.localName}`);
  }
  return found;"""

# The least size of a text with letters or digits in CSS pixels, on the page and, with its scale, in the device.
SIZES = r"""
  const least = {page: Infinity, device: Infinity};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!/[\p{L}\p{N}]/u.test(walker.currentNode.data) || !element.checkVisibility({visibilityProperty: true}) || element.closest('.hidden-text, .tile, svg, script, style')) continue;
    const frame = element.closest('.device-frame');
    const size = parseFloat(getComputedStyle(element).fontSize) * (frame ? frame.getBoundingClientRect().width / frame.offsetWidth : 1);
    least[frame ? 'device' : 'page'] = Math.min(least[frame ? 'device' : 'page'], size);
  }
  return least;"""


def shop(page):
    server = Server("shop", "--console")
    page.servers = [server]
    page.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    page.visit(server)
    page.js(AXE)
    for link in ("/", "/product/7", "/account/orders"):
        page.open(link)


def shown(page, name):
    page.go(name)
    page.wait(lambda: page.js(SHOWN, name), f"{name} is shown", 30)


def everywhere(page):
    """Each view at each width in each scheme."""
    shop(page)
    found = []
    for width in WIDTHS:
        page.resize(width, 900)
        for name in (*VIEWS, *PARTS) if width < 768 else VIEWS:
            page.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
            shown(page, name)
            for scheme, forced, rules in SCHEMES:
                page.prefer(prefers_color_scheme=scheme, forced_colors=forced, prefers_reduced_motion="reduce")
                page.js("document.querySelector('.device-frame').dataset.theme = arguments[0]", scheme)
                where = f"{name} {width} {scheme}{' forced' if forced == 'active' else ''}"
                # The parts around the middle are the same in each view.
                whole = (name == VIEWS[0] or name in PARTS) and forced == "none"
                if rules != [] and (whole or name not in PARTS and (forced == "none" or width in (390, 1440))):
                    found += look(page, where, rules, None if whole else "#middle")
                found += [f"{where}: {words}" for words in page.js(FITS)]
    expect(not found, "\n      ".join([f"{len(found)} findings:", *found[:20]]))


def dialogs(page):
    shop(page)
    found = []
    page.js("document.activeElement.blur()")
    page.press("?")
    page.one("dialog[open] .keys")
    found += look(page, "help")
    page.press(Keys.ESCAPE)
    page.click("Share")
    page.one(".qr")
    found += look(page, "share")
    page.press(Keys.ESCAPE)
    expect(not found, "\n      ".join(["axe found:", *found[:12]]))


def zoomed(page):
    """A window of 1,440 × 900 at 200 %."""
    shop(page)
    metrics = {"width": 720, "height": 450, "deviceScaleFactor": 2, "mobile": False}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    found = []
    for name in (*VIEWS, *PARTS):
        shown(page, name)
        found += [f"{name}: {words}" for words in page.js(FITS)]
        least = page.js(SIZES)
        if least["page"] and least["page"] < 10:
            found.append(f"{name}: a text has {least['page']:.1f} px")
        if name == "device":
            scale = page.js("const f = document.querySelector('.device-frame'); return f.getBoundingClientRect().width / f.offsetWidth")
            # A CSS pixel is two of the screen.
            if scale < 0.599 or least["device"] * 2 < 10:
                found.append(f"the device is scaled by {scale:.2f}, a text has {least['device'] * 2:.1f} pixels")
    page.resize(1440, 900)
    expect(not found, "\n      ".join([f"{len(found)} findings:", *found[:20]]))


CHECKS = [
    (28, "each view at four widths, light, dark and in forced colours: axe finds nothing, nothing is cut or covered", everywhere),
    (28, "axe finds nothing in dialogs", dialogs),
    (28, "at 200 % zoom nothing is cut or covered, and all texts can be read", zoomed),
]
