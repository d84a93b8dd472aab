"""Checks of nested opens."""

from selenium.webdriver.common.keys import Keys

from session import expect
from stage import small

NESTED = """
router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
router.route { name = "desk", path = "/desk", view = "Desk", redirect = function()
  for number = 1, 24 do
    router.fetch("/count/" .. number)
  end
  return router.fetch("/allowed")
end }
router.route { name = "allowed", path = "/allowed", action = function() return router.fetch("/deep") end }
router.route { name = "deep", path = "/deep", action = function() return true end }
router.route { path = "/count/:n<int>", action = function(state) return state.params.n end }
"""


def rows(page, within=""):
    return page.js("return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText.replaceAll('\\n', ' '))",
                   f"#view-steps {within} > .steps.is-inner > .step > .step-line")


def nested(page):
    small(page, NESTED)
    page.open("/")
    page.open("/desk")
    page.wait(lambda: "/count/1 " in " ".join(rows(page, ".steps > .step")), "the opens inside stand below their step")
    page.wait(lambda: len(shown := rows(page, ".steps > .step")) == 20 and "/count/20" in shown[-1], "the first twenty of them")
    indent = page.js("""
      const [step, inner] = ['.steps > .step > .step-line', '.is-inner > .step > .step-line'].map((css) =>
        document.querySelector('#view-steps ' + css).getBoundingClientRect());
      return inner.left - step.left""")
    expect(indent >= 16, f"an open inside is indented by {indent} pixels")
    page.click("5 more", "#view-steps")
    page.wait(lambda: len(rows(page, ".steps > .step")) == 25, "the others, too")
    page.wait(lambda: page.js("return document.activeElement.closest('[data-open]')?.innerText.includes('/count/21')"), "the first of them has the focus")
    page.wait(lambda: not page.all("#view-steps .step-waits"), "each of them can be unfolded")
    # Continue with the keyboard: the last open unfolds to its steps, and the one inside it to its
    # own.
    for wanted in ("/allowed", "/deep"):
        for _ in range(30):
            if page.js("return document.activeElement.matches('.step-button') && document.activeElement.innerText.includes(arguments[0])", wanted):
                break
            page.press(Keys.TAB)
        page.press(Keys.ENTER)
        row = f"document.activeElement.closest('[data-open]')"
        page.wait(lambda: page.js(f"return {row}.querySelector(':scope > .step-more .step')"), f"the steps of {wanted}")
        page.wait(lambda: not page.js(f"return {row}.querySelector('.step-waits')"), "all that is inside")
    deep = page.js(f"return Number(document.activeElement.closest('[data-open]').dataset.open)")
    page.press(Keys.TAB, Keys.ENTER)
    page.wait(lambda: page.js("""
      const row = document.querySelector('.time-row[aria-selected=true]');
      return row?.dataset.kind === 'open' && row.innerText.includes('/deep')"""), "its row in the timeline is chosen")
    expect([row[3] for row in page.rows() if row[4]["text"] == "/deep"] == [deep], "the timeline has another open")
    page.open("/desk", dry=True)
    page.wait(lambda: "/count/1 " in " ".join(rows(page, ".steps > .step")), "a dry run has them, too")
    expect("timeline" not in page.text("#view-steps"), "a dry open leads to a row that there is not")


CHECKS = [
    (8, "opens inside a step stand below it, unfold by keyboard, and lead to the timeline", nested),
]
