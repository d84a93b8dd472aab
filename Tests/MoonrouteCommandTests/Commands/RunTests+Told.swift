#if Command
import Foundation
import Testing

/// The lines that describe each open, and functions that run at the same time.
extension RunTests {
  @Test func `a decision is named by its function, with its number if there are several`()
    async throws
  {
    let run = try await CommandRun.moonroute(["run", "told", "/item/2", "/item/3"])
    #expect(
      run.output.hasPrefix(
        """
        ⊘ /item/2
          passed       item
          intercepted  item(id=2) · not two                           2 of 3, main.lua:6
        ✗ /item/3
          passed       item
          failed       bad_location: 'item' returned 'login', which is not a location.
                       Start it with '/', or use router.to(name).    3 of 3, main.lua:14
            12 | local function third(state)
            13 |   if state.params.id == 3 then
          > 14 |     return "login"
            15 |   end
        """
      )
    )
    let json = try await CommandRun.moonroute(["run", "told", "/item/2", "--json"])
    let steps = try #require(try fields(json.lines[0])["steps"] as? [[String: Any]])
    #expect(steps.map { $0["line"] as? Int } == [nil, 20, 2, 6])
    #expect(steps.map { $0["number"] as? Int } == [nil, nil, 1, 2])
    #expect(steps.map { $0["count"] as? Int } == [nil, nil, 3, 3])
    #expect(steps.allSatisfy { $0["microseconds"] is Int })
  }

  @Test func `an option shows the time of every step`() async throws {
    let run = try await CommandRun.moonroute(["run", "told", "/item/2", "--times"])
    let labels = run.lines.prefix(6).dropFirst().map { $0.split(separator: " ").first ?? "" }
    #expect(labels == ["parse", "match", "redirect", "redirect", "intercepted"])
    #expect(run.lines[1...4].allSatisfy { $0.contains(" µs") })
    #expect(try await !CommandRun.moonroute(["run", "told", "/item/2"]).output.contains("µs"))
  }

  @Test func `the log appears under its link, and failed handlers are shown and count`()
    async throws
  {
    let run = try await CommandRun.shell("moonroute run told /chatty /news 2>&1")
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        """
        ✓ /chatty
          handled      /chatty = 1
          debug main.lua:35: looking
          warn main.lua:36: careful
          error main.lua:42: the event '/seek/3': 'param' is not a field of event. Did you mean \
        'params'?
            40 |
            41 | events.on("/seek/:at<int>", function(event)
          > 42 |   return event.param
            43 | end)
        ✓ /news
        """
      )
    )
  }

  @Test func `the level of the log can be set, and with JSON its lines are JSON`() async throws {
    let run = try await CommandRun.moonroute(["run", "told", "/chatty", "--log", "warn", "--json"])
    let lines = try run.errors.split(separator: "\n").map { try fields(String($0)) }
    #expect(lines.map { $0["log"] as? String } == ["warn", "error"])
    #expect(lines.map { $0["line"] as? Int } == [36, 42])
    #expect(lines[0]["message"] as? String == "careful")
    #expect(lines[0]["file"] as? String == "main.lua")
    let silent = try await CommandRun.moonroute(["run", "told", "/item/1", "--log", "none"])
    #expect(silent.errors.isEmpty)
  }

  @Test func `an error at run time shows the lines around it`() async throws {
    let run = try await CommandRun.moonroute(["run", "told", "/wrong"])
    #expect(
      run.output.hasPrefix(
        """
        ✗ /wrong
          failed       script_error: attempt to index a nil value (local 'total')
                       main.lua:27
            25 |   action = function(state)
            26 |     local total
          > 27 |     return total.sum
            28 |   end,
        """
      )
    )
  }

  @Test func `repeated calls are one line of a traceback`() async throws {
    let run = try await CommandRun.moonroute(["run", "told", "/deep"])
    #expect(run.lines.count { $0.contains("in function 'f'") } == 1)
    #expect(run.output.contains("traceback    in function 'f', 20 times or more "))
  }

  @Test func `the values of an action are written as in Lua`() async throws {
    let run = try await CommandRun.moonroute(["run", "told", "/values"])
    #expect(run.lines[1] == "  handled      /values = nil, { 1, a = \"b\", [\"c-d\"] = true }")
  }

  @Test(arguments: [
    ("/newz", "No route matches '/newz'. The nearest route is '/news'."),
    (
      "/item/x",
      "No route matches '/item/x'. The nearest route is '/item/:id<int>': 'x' does not match ':id<int>'."
    ),
    (
      "/feed.html",
      "No route matches '/feed.html'. The nearest route is '/feed.:f<xml|rss>': 'feed.html' does"
        + " not match 'feed.:f<xml|rss>'."
    ),
    ("/sevenz", "No route matches '/sevenz'."),
  ])
  func `a near miss shows the reason`(location: String, message: String) async throws {
    let run = try await CommandRun.moonroute(["match", "told", location, "--json"])
    let error = try #require(try fields(run.lines[0])["error"] as? [String: Any])
    #expect(error["message"] as? String == message)
  }

  @Test func `match lists the matching proxies`() async throws {
    let run = try await CommandRun.moonroute(["match", "told", "/old/7"])
    #expect(
      run.output == """
        ? /old/7
          proxy        /old/** runs first                                    main.lua:19
          not_found    No route matches '/old/7'.

        """
    )
    let json = try await CommandRun.moonroute(["match", "told", "/old/7", "/news", "--json"])
    let proxies = try json.lines.map { try fields($0)["proxies"] as? [[String: Any]] ?? [] }
    #expect(proxies.map(\.count) == [1, 0])
    #expect(proxies[0][0]["pattern"] as? String == "/old/**")
    #expect(proxies[0][0]["line"] as? Int == 19)
  }

  @Test func `notes of a link stay next to it on a wide terminal`() async throws {
    let wide = try await CommandRun.moonroute(
      ["run", "told", "/item/2"],
      environment: ["COLUMNS": "200"]
    )
    #expect(wide.lines[2].count == 80)
    #expect(wide.lines[2].hasSuffix("  2 of 3, main.lua:6"))
  }

  @Test func `loading problems are JSON with the option`() async throws {
    let run = try await CommandRun.moonroute(["run", "syntax", "/", "--json"])
    #expect(run.status == 3)
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == 1)
    let problems = try #require(try fields(run.lines[0])["problems"] as? [[String: Any]])
    #expect(problems.map { $0["rule"] as? String } == ["syntax_error"])
  }

  @Test func `a required file that does not parse is listed once, in specs once for all`()
    async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let spec = scratch.folder.appendingPathComponent("spec")
    try FileManager.default.createDirectory(at: spec, withIntermediateDirectories: true)
    for (name, text) in [
      ("main.lua", "require \"part\""), ("part.lua", "local a = = 1"),
      ("spec/a_spec.lua", "it('a', function() end)"),
      ("spec/b_spec.lua", "it('b', function() end)"),
    ] {
      try Data(text.utf8).write(to: scratch[name])
    }
    let check = try await CommandRun.moonroute(["check", "."], in: scratch.folder)
    #expect(
      check.lines == [
        "part.lua:1:1: error: unexpected symbol near '='. The script does not parse. [syntax_error]"
      ]
    )
    let test = try await CommandRun.moonroute(["test", "-o", "plain"], in: scratch.folder)
    let all = test.output + test.errors
    #expect(all.components(separatedBy: "unexpected symbol").count == 2)
    #expect(all.contains("The application does not load. See spec/a_spec.lua."))
  }

  @Test func `check reports the column of an error in a pattern in one line`()
    async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data("router.route { path = \"/user/:\", view = \"A\" }".utf8).write(to: scratch["a.lua"])
    let check = try await CommandRun.moonroute(["check", "a.lua"], in: scratch.folder)
    #expect(
      check.lines == [
        "a.lua:1:30: error: '/user/:' has a parameter with no name at byte 6. Write ':name', or"
          + " '%3A' for a literal colon. [bad_pattern]"
      ]
    )
    let run = try await CommandRun.moonroute(["run", "a.lua", "/"], in: scratch.folder)
    #expect(run.errors.contains("    |                              ^\n"))
  }
}
#endif
