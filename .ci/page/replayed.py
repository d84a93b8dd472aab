"""Checks of journeys that are saved as files and repeated."""

import json
import pathlib
import tempfile

from links import serve
from session import Server, expect
from stage import small

WAITING = """
router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
router.route { name = "sure", path = "/sure", view = function() return screen { "Sure", title = "Sure" } end, animator = "sheet" }
router.route { name = "delete", path = "/delete", action = function()
  local _, how = router.ask("/sure")
  session.how = how
  return how
end }
"""

CATCH = """
  window.saved = null;
  const real = URL.createObjectURL;
  URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return real(blob); };
  document.addEventListener('click', (event) => { if (event.target.download) event.preventDefault(); }, true);"""

DROP = """
  const data = new DataTransfer();
  data.items.add(new File([arguments[1]], arguments[0], {type: 'application/json'}));
  for (const type of ['dragover', 'drop']) {
    document.querySelector('#device').dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
  }"""


def save(page):
    page.js(CATCH)
    page.go("journey")
    page.click("Save a file", "#view-journey")
    text = page.wait(lambda: page.js("return window.saved"), "the file")
    return text


def drop(page, text, name="way.journey.json"):
    page.js(DROP, name, text)


def shown(page):
    return page.js("return [...document.querySelectorAll('.act-row')].map((one) => one.lastChild.innerText)")


def acts(page):
    return [row[4]["text"] for row in page.rows() if row[1] == "act"]


def again(page):
    serve(page)
    page.open("/")
    page.post("session", {"path": ["user"], "value": "mei"})
    page.open("/account/orders")
    page.post("act", {"kind": "back"})
    text, stage = save(page), page.get("stage")["stage_text"]
    file = json.loads(text)
    expect([act["post"] for act in file["acts"]] == ["open", "session", "open", "act"], f"the file is {text}")
    # In another page with other state, the journey pauses before the first act.
    serve(page)
    page.open("/product/7")
    before = (page.get("stage")["stage_text"], len(page.rows()))
    drop(page, text)
    page.wait(lambda: "Paused before the first act" in page.text("#view-journey"), "the journey is opened")
    page.wait(lambda: shown(page) == ["next", "", "", ""], "the first act is next")
    expect((page.get("stage")["stage_text"], len(page.rows())) == before, "opening a journey did something")
    page.click("Step", "#view-journey")
    page.wait(lambda: shown(page) == ["as recorded", "next", "", ""], "one act is done")
    expect("product" not in page.get("stage")["stage_text"], "the application did not begin anew")
    page.click("Run all", "#view-journey")
    page.wait(lambda: "All acts ended as recorded" in page.text("#view-journey"), "all are done")
    expect(page.get("stage")["stage_text"] == stage, "the stage is another one")
    expect(page.get("session")["session"].get("user") == "mei", "the session is another one")


def otherwise(page):
    serve(page)
    page.open("/")
    page.open("/account/orders")
    page.open("/product/7")
    text = save(page)
    server = Server("shop")
    page.servers.append(server)
    file = server.folder / "auth.lua"
    server.write("auth.lua", file.read_text().replace("if session.user then", "if true then"))
    page.visit(server)
    drop(page, text)
    page.click("Run all", "#view-journey")
    page.wait(lambda: "Act 2 ended differently" in page.text("#view-journey"), "the second act stops it")
    page.wait(lambda: shown(page) == ["as recorded", "different", "next"], "the third is next")
    expect(len([one for one in acts(page) if one.startswith("open")]) == 2, f"the acts went on: {acts(page)}")
    page.click("Run all", "#view-journey")
    page.wait(lambda: shown(page)[-1] == "as recorded", "it goes on when it is told to")
    expect("All acts were done" in page.text("#view-journey"), page.text("#view-journey"))


def late(page):
    small(page, WAITING)
    page.open("/")
    page.js("fetch('/api/v1/open', {method: 'POST', body: JSON.stringify({location: '/delete'}),"
            " headers: {...moonroute.headers, 'Content-Type': 'application/json', 'X-Moonroute': '1'}}).then(() => { window.hasEnded = true; })")
    page.wait(lambda: page.title() == "Sure", "the sheet that asks")
    page.post("act", {"kind": "dismiss"})
    page.wait(lambda: page.get("session")["session"].get("how") == "dismissed", "it was answered")
    page.wait(lambda: page.js("return window.hasEnded"), "the open has ended")
    text = save(page)
    expect([act.get("long") for act in json.loads(text)["acts"]] == [None, True, None], text)
    small(page, WAITING)
    drop(page, text)
    page.click("Step", "#view-journey")
    page.wait(lambda: shown(page)[0] == "as recorded", "the first")
    page.click("Step", "#view-journey")
    page.wait(lambda: shown(page) == ["as recorded", "waiting", "next"], "the second waits, and the third is next")
    page.click("Step", "#view-journey")
    page.wait(lambda: shown(page) == ["as recorded"] * 3, "both have ended")


def wrong(page):
    serve(page)
    page.open("/")
    text = save(page)
    rows = len(page.rows())
    drop(page, text)
    page.wait(lambda: len(shown(page)) == 1, "a good one")
    broken = json.loads(text)
    broken["acts"].append({"post": "fly", "body": {}})
    for name, content, words in (
        ("links.txt", "/product/7", "“links.txt” is not a valid journey. It is not JSON"),
        ("package.json", '{"name": "x"}', "its field 'moonroute' is not 'journey'"),
        ("broken.json", json.dumps(broken), "Act 2: 'fly' is not an act"),
        ("cut.json", text[:-10], "It is not JSON"),
        ("large.json", " " * (1 << 20) + text, "the limit is 1 MiB"),
        ("newer.json", text.replace('"version":1', '"version":9'), "version 9"),
    ):
        drop(page, content, name)
        page.wait(lambda: words in page.text("#view-journey .note.is-bad"), f"{name}: {words}")
        expect(len(shown(page)) == 1, f"{name} took the place of the journey that was there")
    expect(len(page.rows()) == rows, "a file that is no journey did something")
    # A read-only server saves journeys but does not open them.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="moonroute-closed.")) / "closed"
    folder.mkdir()
    (folder / "main.lua").write_text("router.route { name = 'a', path = '/', view = 'A' }")
    server = Server(folder, "--host", "0.0.0.0")
    page.servers.append(server)
    page.visit(server)
    drop(page, text)
    page.wait(lambda: "This server is read-only" in page.text("#view-journey"), "a read-only page says so")
    expect(not shown(page) and not acts(page), "a read-only page opened a journey")


def closed(page):
    serve(page)
    page.open("/")
    acts = [{"post": "open", "body": {"location": f"/product/{n}"}, "end": "x"} for n in range(40)]
    acts.append({"post": "console", "body": {"text": "session.user = 'eve'"}, "end": "x"})
    application = json.loads(save(page))["application"]
    drop(page, json.dumps({"moonroute": "journey", "version": 1, "application": application, "acts": acts}))
    page.wait(lambda: "1 act runs Lua" in page.text("#view-journey"), "a journey that runs Lua says so")
    page.wait(lambda: len(shown(page)) > 5, "the acts are there")
    page.js("document.querySelector('[aria-label=\"Close the journey\"]').click()")
    page.wait(lambda: not shown(page), "the journey is closed")
    page.resize(1200, 700)
    page.settle()
    # The new size arrives in one frame, and is drawn in the next.
    page.js("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))")
    problems = [one for one in page.messages() if "replay.js" in one or "TypeError" in one]
    expect(not problems, f"closing a journey raises: {problems}")


CHECKS = [
    (33, "a journey that runs Lua says so, and one that is closed is gone", closed),
    (33, "a journey is saved, opened paused, and ends as recorded, step by step and at once", again),
    (33, "an act that ends otherwise stops the journey before the next", otherwise),
    (33, "an act that waited for later ones waits again", late),
    (33, "files that are no journey say what is wrong, and nothing is done", wrong),
]
