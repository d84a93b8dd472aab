"""Types into `moonroute repl` and `moonroute watch` on a terminal and compares the screen."""

import os
import signal
import sys
import termios
import time

import pexpect
import pyte

COMMAND = os.environ["COMMAND"]
WORK = sys.argv[1]
PATIENCE = float(os.environ.get("PATIENCE", "20"))


class Terminal:
    """A command on a terminal with a readable screen."""

    def __init__(self, arguments, columns=60, rows=16, command=COMMAND):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        variables = dict(os.environ, TERM="xterm-256color", NO_COLOR="1", LANG="C.UTF-8")
        self.child = pexpect.spawn(
            command, arguments, dimensions=(rows, columns), env=variables, timeout=PATIENCE
        )
        self.fd = self.child.child_fd
        self.before = termios.tcgetattr(self.fd)

    @property
    def lines(self):
        lines = [line.rstrip() for line in self.screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    @property
    def cursor(self):
        return (self.screen.cursor.y, self.screen.cursor.x)

    def read(self):
        """Reads the command's output; returns whether there was any."""
        try:
            self.stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
            return True
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            return False

    def until(self, holds, what):
        """Reads until the screen satisfies a condition."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.read()
            if holds(self):
                return
        raise AssertionError(
            "%s\n%s\ncursor %s" % (what, "\n".join(self.lines), self.cursor)
        )

    def shows(self, *lines, cursor=None):
        """Waits until the last lines of the screen are these."""
        wanted = list(lines)
        self.until(
            lambda t: t.lines[-len(wanted):] == wanted and cursor in (None, t.cursor),
            "the screen does not end with %r %s" % (wanted, cursor or ""),
        )

    def has(self, text):
        self.until(lambda t: any(text in line for line in t.lines), "the screen lacks %r" % text)

    def type(self, text):
        self.child.send(text)

    def ends(self, status=0, by=None):
        """Waits for the end, and compares the mode of the terminal with the one before."""
        after = None
        end = time.monotonic() + PATIENCE
        while self.child.isalive() and time.monotonic() < end:
            self.read()
        assert not self.child.isalive(), "it does not end"
        if by is None:
            assert self.child.exitstatus == status, (self.child.exitstatus, self.lines)
        else:
            assert self.child.signalstatus == by, (self.child.signalstatus, self.child.exitstatus)
        after = termios.tcgetattr(self.fd)
        assert after == self.before, "the mode of the terminal is another one"


def folder(name, **files):
    path = os.path.join(WORK, name)
    os.makedirs(path, exist_ok=True)
    for file, text in files.items():
        with open(os.path.join(path, file + ".lua"), "w") as handle:
            handle.write(text)
    return path


MAIN = """
router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
router.route { name = "product", path = "/product/:id<int>", view = function(state)
  return screen { "Product", title = "Product " .. state.params.id }
end }
router.route { name = "prices", path = "/prices", action = function() return 7 end }
router.route { name = "slow", path = "/slow", action = function() print("waiting") sleep(1e6) end }
router.route { name = "form", path = "/form", view = function()
  return screen { "Form", body = {
    { "field", "user" }, { "button", "Send", on_tap = function() router.open("/") end } } }
end }
after(1000, function() log.info("a thousand seconds") end)
"""

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def repl(name="shop", **options):
    terminal = Terminal(["repl", folder(name, main=MAIN)], **options)
    terminal.shows(">")
    return terminal


@test
def keys_are_seen_as_they_are_typed():
    t = repl()
    row = t.cursor[0]
    for count in range(1, 6):
        t.type("/cart"[count - 1])
        t.shows("> " + "/cart"[:count], cursor=(row, 2 + count))
    t.type("\x1b[D")
    t.until(lambda t: t.cursor == (row, 6), "left moves")
    t.type("\x7f")
    t.shows("> /cat", cursor=(row, 5))
    t.type("漢e\u0301🙂")
    t.until(lambda t: t.cursor == (row, 10), "wide characters and marks")
    t.type("\x01\x0b")
    t.shows(">", cursor=(row, 2))
    t.type("\x04")
    t.ends()


@test
def links_and_lua_run():
    t = repl()
    t.type("/product/7\r")
    t.has("◀ top")
    t.shows(">")
    t.type("local n = 1\r")
    t.shows("> local n = 1", ">")
    t.type("local function more() n = n + 1 return n end\r")
    t.type("more() = = \x15= more(), n\r")
    t.shows("> = more(), n", "= 2, 2", ">")
    t.type("for i = 1, 2 do\r")
    t.shows("> for i = 1, 2 do", ".")
    t.type("  print(i)\rend\r")
    t.has("2")
    t.type(":quit\r")
    t.ends()


@test
def tab_completes_links_commands_and_names():
    t = repl()
    t.type("/pro\t")
    t.until(lambda t: t.lines[-1].startswith("> /product/"), "the link")
    t.type("\x15:rel\t")
    t.shows("> :reload")
    t.type("\x15:e\t")
    t.has(":explain")
    t.has(":events")
    t.type("\x1b")
    t.type("\x15router.can_o\t")
    t.shows("> router.can_open")
    t.type('\x15router.to("pro\t')
    t.shows('> router.to("product"')
    t.type(", ")
    t.shows('> router.to("product", { id: int }')
    t.type("{ id = 7 })\r")
    t.has("= /product/7")
    t.type("local mine = 1\r")
    t.type("= mi\t")
    t.shows("> = mine")
    t.type("\x15\x04")
    t.ends()


@test
def lines_before_come_back_in_another_session():
    t = repl("history")
    t.type("/product/7\r")
    t.has("◀ top")
    t.type(" hidden()\r")
    t.has("hidden")
    t.type("\x04")
    t.ends()
    t = repl("history")
    t.type("\x1b[A")
    t.shows("> /product/7")
    t.type("\x15/prod")
    t.shows("> /product/7")
    t.type("\x15\x12uct")
    t.shows("(search 'uct') /product/7")
    t.type("\x07\x04")
    t.ends()


@test
def control_c_ends_what_runs_and_not_the_prompt():
    t = repl()
    t.type("/slow\r")
    time.sleep(0.5)
    t.type("\x03")
    t.has("cancelled")
    t.shows(">")
    t.type("sleep(1e6)\r")
    time.sleep(0.3)
    t.type("\x03")
    t.has("interrupted")
    t.type("= 1 + 1\r")
    t.has("= 2")
    t.type("abc\x03")
    t.has("> abc^C")
    t.type("\x03")
    t.has("Press Ctrl-C again to quit")
    t.type("\x03")
    t.ends()


@test
def a_paste_is_one_text():
    t = repl()
    t.type("\x1b[200~local a = 1\nlocal b = 2\nprint(a + b)\x1b[201~")
    t.shows("> local a = 1", ". local b = 2", ". print(a + b)")
    t.type("\r")
    t.has("3")
    t.type("\x04")
    t.ends()


@test
def small_terminals_and_other_sizes():
    t = repl(columns=12, rows=4)
    t.type("abcdefghijklmnop")
    t.shows("> abcdefghij", "klmnop", cursor=(t.screen.cursor.y, 6))
    t.screen.resize(6, 30)
    t.child.setwinsize(6, 30)
    t.has("> abcdefghijklmnop")
    t.type("\x15\x04")
    t.ends()


@test
def what_happens_meanwhile_stands_above_the_line():
    t = repl()
    t.type("after(0.5, function() log.info('meanwhile') end)\r")
    t.type("half a li")
    t.has("meanwhile")
    t.shows("> half a li")
    t.type("\x15:advance 2000\r")
    t.has("a thousand seconds")
    t.type("\x04")
    t.ends()


@test
def a_person_can_be_played():
    t = repl()
    t.type("/\r")
    t.has("◀ top")
    t.type("/form\r")
    t.has("Form")
    t.type(":fill user = mei\r")
    t.type("= stage.top().fields.user\r")
    t.has("= mei")
    t.type(":tap Sned\r")
    t.has("Did yo")
    t.type(":back\r")
    t.until(lambda t: "◀ top" in t.lines[-2] and "Home" in t.lines[-2], "back at home")
    t.type(":bakc\r")
    t.has("Did you mean ':back'")
    t.type("\x04")
    t.ends()


@test
def a_save_is_live_while_a_line_is_written():
    path = folder("saved", main=MAIN)
    t = Terminal(["watch", path, "/product/7"])
    t.has("Product 7")
    t.shows(">")
    t.type("/pri")
    t.has("> /pri")
    folder("saved", main=MAIN.replace('"Product "', '"Thing "'))
    t.has("Thing 7")
    t.until(lambda t: t.lines[-1].startswith("> /pri"), "the line is still there")
    t.type("ces\r")
    t.has("handled")
    t.type("\x04")
    t.ends()


@test
def every_way_of_ending_gives_the_mode_back():
    for number, status in ((signal.SIGTERM, 0), (signal.SIGHUP, 0), (signal.SIGINT, 0)):
        t = repl()
        t.child.kill(number)
        t.ends(status)
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT):
        t = repl()
        t.child.kill(number)
        t.ends(by=number)


@test
def problems_wrap_between_words_at_forty_columns():
    path = folder("narrow", main="router.route { nam = 'a', path = '/a', view = 'A' }\n")
    for command in ("check", "run"):
        t = Terminal([command, path] + (["/a"] if command == "run" else []), columns=40, rows=24)
        t.has("[unknown_field]")
        text = " ".join(line.strip() for line in t.lines)
        assert "'nam' is not a field of a route. Did you mean 'name'?" in text, t.lines
        t.ends(1 if command == "check" else 3)


@test
def the_mode_is_given_back_while_the_process_is_stopped():
    shell = "set -m; \"$0\" repl \"$1\"; stty -a | tr ' ' '\\n' | grep icanon; fg >/dev/null; stty -a | tr ' ' '\\n' | grep icanon"
    t = Terminal(["-c", shell, COMMAND, folder("shop", main=MAIN)], command="bash")
    t.shows(">")
    t.type("half")
    t.shows("> half")
    t.type("\x1a")
    t.shows("icanon", "> half")
    t.type("\x15= 1 + 2\r")
    t.has("= 3")
    t.type("\x04")
    t.has("icanon")
    t.ends()


def main():
    wanted = sys.argv[2:]
    failures = 0
    for function in TESTS:
        if wanted and function.__name__ not in wanted:
            continue
        try:
            function()
            print("ok   ", function.__name__)
        except (AssertionError, pexpect.ExceptionPexpect) as error:
            failures += 1
            print("FAILED", function.__name__, error, sep="\n")
    print("%d failed" % failures if failures else "the prompt: every screen is as it should be")
    sys.exit(1 if failures else 0)


main()
