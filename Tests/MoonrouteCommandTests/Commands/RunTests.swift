#if Command
import Foundation
import Testing

struct RunTests {
  @Test func `each open is shown with its steps and outcome, then the stage`() async throws {
    let run = try await CommandRun.moonroute([
      "run", "plain", "/", "/older/7", "/sum/40/2", "/pair", "/modal", "/closed",
      "/typed/-3/2.5/true/a%20b/x/y", "/page/x",
    ])
    #expect(run.status == 1)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        ✓ /
          opened       home root 'Home'
        ✓ /older/7
          redirect     → /old/7                                              main.lua:14
          redirect     → /page/7                                             main.lua:13
          opened       page(n=7) push 'Page'
        ✓ /sum/40/2
          handled      sum(a=40, b=2) = 42
        ✓ /pair
          handled      pair = "one", 2
        ✓ /modal
          opened       modal present 'Modal'
        ⊘ /closed
          intercepted  closed · closed today                                 main.lua:10
        ✓ /typed/-3/2.5/true/a%20b/x/y
          opened       typed(i=-3, n=2.5, b=true, t="a b", rest=x/y) present 'Typed'
        ? /page/x
          not_found    No route matches '/page/x'. The nearest route is '/page/:n<int>':
                       'x' does not match ':n<int>'.

        window
        └─ stack
           ├─ Home  /
           ├─ Page  /page/7
           └─ present: Modal  /modal
              └─ present: Typed  /typed/-3/2.5/true/a%20b/x/y  ◀ top

        8 locations: 4 opened, 2 handled, 1 intercepted, 1 not_found

        """
    )
  }

  @Test func `--for waits until timers and tasks have ended`() async throws {
    let now = try await CommandRun.moonroute(["run", "formats", "/late"])
    #expect(now.errors == "")
    // Ends long before its time limit.
    let later = try await CommandRun.moonroute(["run", "formats", "/late", "--for", "3600"])
    #expect(later.errors.contains("timer") && later.errors.contains("task"), "\(later.errors)")
    #expect(later.status == 0)
    let wrong = try await CommandRun.moonroute(["run", "formats", "/late", "--for", "0"])
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.contains("--for takes more than 0 and at most 86400 seconds, but got 0.0.")
    )
  }

  @Test func `changes of --eval to the session affect the links`() async throws {
    let script = """
      router.route { path = "/who", action = function() return session.user, session.n end }
      """
    let run = try await CommandRun.moonroute([
      "run", "plain", "/who", "--eval", script, "--eval", "session.user = 'mei'",
      "--eval", "session.n = 1; session.n = session.n + 1",
    ])
    #expect(run.output.contains("handled      /who = \"mei\", 2"), "\(run.output)")
  }

  @Test func `persistent resources are in memory, or in a file`() async throws {
    let memory = try await CommandRun.moonroute(["run", "formats", "/visits", "/visits"])
    #expect(memory.output.contains("handled      visits = 2"), "\(memory.output)\(memory.errors)")
    let again = try await CommandRun.moonroute(["run", "formats", "/visits"])
    #expect(again.output.contains("handled      visits = 1"))
    let scratch = try Scratch()
    defer { scratch.remove() }
    let file = scratch["resources.sqlite"].path
    for count in 1...2 {
      let run = try await CommandRun.moonroute(["run", "formats", "/visits", "--storage", file])
      #expect(run.output.contains("handled      visits = \(count)"), "\(run.output)\(run.errors)")
    }
    for command in [
      ["check", "formats"], ["routes", "formats"], ["match", "formats", "/visits"],
    ] {
      let run = try await CommandRun.moonroute(command + ["--storage", file])
      #expect(run.status == 0, "\(run.errors)")
    }
    let refused = try await CommandRun.moonroute([
      "run", "formats", "--storage", scratch.folder.path,
    ])
    #expect(refused.status == 2)
    #expect(refused.errors.hasPrefix("moonroute: "))
  }

  @Test func `go builds the screens below a link`() async throws {
    let run = try await CommandRun.moonroute(
      ["run", "examples/tabs", "--go", "/library/playlist/7/song/3"],
      in: Place.root
    )
    #expect(run.status == 0)
    #expect(
      run.output.hasSuffix(
        """
           └─ ● library: stack
              ├─ Library  /library
              ├─ Playlist 7  /library/playlist/7
              └─ Song  /library/playlist/7/song/3  ◀ top

        """
      )
    )
  }

  @Test func `a question without an answer ends the open instead of waiting forever`()
    async throws
  {
    let script = """
      router.route { path = "/question", action = function() return router.ask("modal") end }
      """
    let run = try await CommandRun.moonroute(["run", "plain", "/", "/question", "--eval", script])
    #expect(run.status == 1)
    #expect(run.output.contains("timeout: '/modal' gets no result: no person sees it here, and no"))
  }

  @Test func `a script's output is one line with its tabs, without control characters`()
    async throws
  {
    let script = #"print('a', 1, nil) print('two\nlines\27[31m')"#
    let run = try await CommandRun.moonroute(["run", "plain", "--eval", script])
    #expect(run.errors == "info (eval):1: a\t1\tnil\ninfo (eval):1: two\\u{A}lines\\u{1B}[31m\n")
  }

  @Test func `events and resources are shown with an option`() async throws {
    let script = """
      events.on('/seek/:n<int>', function() end) resources.put { path = '/r/:n', value = 1 } \
      events.emit('/seek/7', { by = 'hand' }) resources.get('/r/x')
      """
    let lines =
      try await CommandRun.moonroute([
        "run", "plain", "--events", "--resources", "--json", "--eval", script,
      ])
      .lines
    #expect(
      lines.dropLast() == [
        #"{"resource":"/r/:n","action":"put"}"#,
        #"{"event":"/seek/7","extra":{"by":"hand"},"receivers":1}"#,
        #"{"resource":"/r/x","action":"get"}"#,
      ]
    )
    let text = try await CommandRun.moonroute(["run", "plain", "--events", "--eval", script])
    #expect(text.output.hasPrefix("  event /seek/7 1 receiver\n"))
  }

  @Test(arguments: [
    ("nil", "null"), ("true", "true"), ("-7", "-7"), ("1.5", "1.5"), ("1 / 0", "null"),
    (#"'a\n"\1é'"#, #""a\n\"\u0001é""#), (#"'\xff'"#, #""<string>""#), ("{}", "{}"),
    ("json.list {}", "[]"),
    ("{ 1, { x = 2 } }", #"[1,{"x":2}]"#), ("{ 1, x = 2 }", #"{"1":1,"x":2}"#),
    ("{ [1.5] = 1 }", #""<table>""#), ("print", #""<function>""#),
    ("router.location('/a?b=c')", #""/a?b=c""#), ("screen { 'A' }", #""<screen>""#),
  ])
  func `each value is one value in a line of json`(
    value: String,
    expected: String
  ) async throws {
    let run = try await CommandRun.moonroute([
      "run", "plain", "--events", "--json", "--eval", "events.emit('/a b?c=d', \(value))",
    ])
    #expect(run.lines.first == #"{"event":"/a%20b?c=d","extra":\#(expected),"receivers":0}"#)
  }

  @Test func `each operation on a resource is one line, including failures`() async throws {
    let script = """
      resources.put { path = '/r', name = 'r', value = 1 } pcall(resources.get, '/no') \
      resources.update('r', 2) resources.has('/r') resources.delete('/r')
      """
    let run = try await CommandRun.moonroute([
      "run", "plain", "--resources", "--json", "--eval", script,
    ])
    #expect(
      run.lines.dropLast() == [
        #"{"resource":"/r","action":"put"}"#, #"{"resource":"/no","action":"get"}"#,
        #"{"resource":"/r","action":"update"}"#, #"{"resource":"/r","action":"delete"}"#,
      ]
    )
    let text = try await CommandRun.moonroute(["run", "plain", "--resources", "--eval", script])
    #expect(text.output.hasPrefix("  put resource /r\n  get resource /no\n  update resource /r\n"))
  }

  @Test func `json has one line per open and one for the stage`() async throws {
    let run = try await CommandRun.moonroute(["run", "plain", "/older/7?q=1", "/pair", "--json"])
    #expect(run.lines.count == 3)
    let older = """
      {"location":"/older/7?q=1","status":"opened","name":"page","pattern":"/page/:n<int>",\
      "params":{"n":7},"query":{},"redirects":["/old/7","/page/7"],"animator":"root",\
      "reason":null,"error":null,"value":null,"steps":[
      """
    #expect(run.lines[0].hasPrefix(older))
    let steps = try #require(try fields(run.lines[0])["steps"] as? [[String: Any]])
    #expect(
      steps.map { $0["step"] as? String } == [
        "parse", "match", "redirect", "match", "redirect", "match", "animator", "build", "show",
      ]
    )
    #expect(
      Set(steps[2].keys) == ["step", "name", "file", "line", "answer", "microseconds"]
    )
    #expect(try fields(run.lines[1])["value"] as? [AnyHashable] == ["one", 2])
    let stage = """
      {"stage":{"kind":"window","id":null,"name":null,"view":null,"location":null,\
      "children":[{"kind":"screen","id":1,"name":"page","view":"Page","location":"/page/7",\
      "children":[],"selected":null,"presented":null}],"selected":null,"presented":null},\
      "stage_text":"window\\n└─ Page  /page/7  ◀ top"}
      """
    #expect(run.lines[2] == stage)
  }

  @Test func `a presented screen is in its own field`() async throws {
    let run = try await CommandRun.moonroute(["run", "plain", "/", "/modal", "--json"])
    let stage = try #require(try fields(run.lines[2])["stage"] as? [String: Any])
    let stack = try #require((stage["children"] as? [[String: Any]])?.first)
    let presented = try #require(stack["presented"] as? [String: Any])
    #expect(presented["animator"] as? String == "present")
    #expect((presented["node"] as? [String: Any])?["name"] as? String == "modal")
  }

  @Test func `a failed open has a code, a message and a place`() async throws {
    let run = try await CommandRun.moonroute(["run", "view", "/a", "--json"])
    let error = try #require(try fields(run.lines[0])["error"] as? [String: Any])
    #expect(error["code"] as? String == "script_error")
    #expect(error["message"] as? String == "attempt to index a nil value (field 'nothing')")
    #expect(error["file"] as? String == "main.lua")
    #expect(error["line"] as? Int == 4)
  }

  @Test func `eval runs after loading and prints its result`() async throws {
    let run = try await CommandRun.moonroute([
      "run", "plain", "--eval", "session.x = 6", "--eval", "session.x * 7, 'seven'",
    ])
    #expect(run.output == "= 42, \"seven\"\nwindow (empty)\n")
  }

  @Test func `with json eval prints nothing`() async throws {
    let run = try await CommandRun.moonroute(["run", "plain", "--eval", "1", "--json"])
    #expect(run.lines.count == 1)
    #expect(run.output.hasPrefix("{\"stage\":"))
  }

  @Test func `the log goes to standard error with level and place`() async throws {
    let run = try await CommandRun.moonroute(["run", "single.lua", "--json"])
    #expect(
      run.errors == """
        {"log":"info","file":"single.lua","line":1,"message":"loaded"}

        """
    )
    let text = try await CommandRun.moonroute(["run", "single.lua"])
    #expect(text.errors == "info single.lua:1: loaded\n")
    #expect(run.lines.count == 1)
  }

  @Test func `a decision that waits too long fails the open`() async throws {
    let run = try await CommandRun.moonroute(["run", "slow", "/slow", "--wait", "0.001", "--json"])
    #expect(run.status == 1)
    let error = try #require(try fields(run.lines[0])["error"] as? [String: Any])
    #expect(error["code"] as? String == "timeout")
    #expect(error["line"] as? Int == 1)
  }

  @Test func `no part of a link can move the cursor`() async throws {
    let run = try await CommandRun.moonroute(["run", "plain", "/\u{1B}[2J\u{202E}x"])
    #expect(run.output.hasPrefix("? /\\u{1B}[2J\\u{202E}x\n"))
    #expect(!run.output.contains("\u{1B}"))
    #expect(!run.output.contains("\u{202E}"))
  }

  @Test func `a location after two dashes may begin with a dash`() async throws {
    let run = try await CommandRun.moonroute(["run", "plain", "--json", "--", "--eval"])
    #expect(try fields(run.lines[0])["location"] as? String == "--eval")
  }

  @Test(arguments: [20, 40, 80, 200])
  func `every text line fits the width`(width: Int) async throws {
    let run = try await CommandRun.moonroute(
      ["run", "plain", "/page/x", "/closed"],
      environment: ["COLUMNS": "\(width)"]
    )
    #expect(run.lines.allSatisfy { $0.count <= max(40, width) }, "\(run.output)")
  }
}
#endif
