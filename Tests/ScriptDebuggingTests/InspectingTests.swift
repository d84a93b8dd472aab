import MessageStream
import Moonroute
import ScriptHost
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct InspectingTests {
  private static let scripts = """
    local rate = 3
    session.user = "Ada"
    local function inner(state, list)
      local text, none = "a\\"b", nil
      local nested = { x = { y = 1 }, 10, 20 }
      return rate * #list
    end
    router.route { name = "inner", path = "/inner/:id<int>", action = function(state)
      local list = {}
      for i = 1, 250 do list[i] = i * i end
      list.name = "squares"
      local answer = inner(state, list)
      return answer
    end }
    """

  /// Stops in the inner function.
  private func stopped(
    _ body: (DebugClient, _ thread: Int) async throws -> Void
  ) async throws -> Outcome {
    try await Debuggee.attached(to: ["main.lua": Self.scripts]) { client, host in
      try await client.setBreakpoints("main.lua", 6)
      async let outcome = host.router.open("/inner/7")
      let stop = try await client.stopped()
      try await body(client, stop.thread)
      try await client.go("continue", stop.thread)
      return await outcome
    }
  }

  @Test func `a value is shown in Lua syntax, and an endless one is shortened`() async throws {
    _ = try await stopped { client, thread in
      for (text, value) in [
        ("nested", "{ 10, 20, x = { y = 1 } }"), ("text", #""a\"b""#),
        (
          #"{ ["end"] = 'a"b', [true] = print, {} }"#,
          #"{ {}, ["end"] = "a\"b", [true] = nil --[[function: (C)]] }"#
        ),
        (#"'\255é\n'"#, #""\255é\n""#),
        (
          "(function() local t = {} t.t = t return t end)()",
          "{ t = { t = { t = { t = { --[[1 more]] } } } } }"
        ),
      ] {
        #expect(try await client.evaluate(text, of: thread) == value)
      }
      let list = try await client.evaluate("list", of: thread)
      #expect(
        list.hasPrefix("{ 1, 4, 9, 16,")
          && list.hasSuffix(" 2500, name = \"squares\", --[[200 more]] }"),
        "\(list)"
      )
      let long = try await client.evaluate("('x'):rep(5000)", of: thread)
      #expect(long == "\"\(String(repeating: "x", count: 4096))\" --[[904 bytes left out]]")
    }
  }

  @Test func `frames have names, files and lines, nearest first`() async throws {
    _ = try await stopped { client, thread in
      let frames = try await client.frames(of: thread)
      #expect(frames.map { $0["line"].int } == [6, 12])
      #expect(frames[0]["name"].text == "inner")
      let second = try await client.ask(
        "stackTrace",
        ("threadId", .int(thread)),
        ("startFrame", .int(1)),
        ("levels", .int(1))
      )
      #expect(second["stackFrames"].items.map { $0["line"].int } == [12])
      #expect(second["totalFrames"].int == 2)
    }
  }

  @Test func `scopes contain the visible variables, and tables can be expanded`() async throws {
    _ = try await stopped { client, thread in
      let frame = try await client.frames(of: thread)[0]["id"]
      let scopes = try await client.ask("scopes", ("frameId", frame))["scopes"].items
      #expect(
        scopes.map { $0["name"].text } == ["Locals", "Upvalues", "Open", "Session", "Globals"]
      )
      let locals = try await client.variables(scopes[0]["variablesReference"].int ?? 0)
      #expect(locals.map { $0["name"].text } == ["state", "list", "text", "none", "nested"])
      let text = locals[2]
      #expect(text["value"].text == #""a\"b""#)
      #expect(text["type"].text == "string")
      #expect(text["variablesReference"].int == 0)
      let nested = try await client.variables(locals[4]["variablesReference"].int ?? 0)
      #expect(nested.map { $0["name"].text } == ["x", "[1]", "[2]"])
      let inside = try await client.variables(nested[0]["variablesReference"].int ?? 0)
      #expect(inside.map { $0["evaluateName"].text } == ["nested.x.y"])
      #expect(try await client.values("Upvalues", of: thread).contains("rate = 3"))
      #expect(try await client.values("Session", of: thread) == [#"user = "Ada""#])
      let open = try await client.values("Open", of: thread)
      #expect(open.first == "text = /inner/7")
    }
  }

  @Test func `a long list arrives in pages`() async throws {
    _ = try await stopped { client, thread in
      let locals = try await client.reference("Locals", of: thread)
      let list = try await client.variables(locals)[1]
      let reference = list["variablesReference"]
      // Clients without paging do not get the number of items.
      #expect(list["indexedVariables"] == .null)
      let items =
        try await
        client.ask(
          "variables",
          ("variablesReference", reference),
          ("filter", .text("indexed")),
          ("start", .int(99)),
          ("count", .int(2))
        )["variables"]
        .items
      #expect(items.map { $0["name"].text } == ["[100]", "[101]"])
      #expect(items.map { $0["value"].text } == ["10000", "10201"])
      let named =
        try await
        client.ask(
          "variables",
          ("variablesReference", reference),
          ("filter", .text("named"))
        )["variables"]
        .items
      #expect(named.map { $0["name"].text } == ["name"])
    }
  }

  @Test func `a value can be set, and the script continues with it`() async throws {
    let outcome = try await stopped { client, thread in
      let upvalues = try await client.reference("Upvalues", of: thread)
      let set = try await client.ask(
        "setVariable",
        ("variablesReference", .int(upvalues)),
        ("name", .text("rate")),
        ("value", .text("rate * 2"))
      )
      #expect(set["value"].text == "6")
      await #expect(throws: DebugClient.Refused.self) {
        try await client.ask(
          "setVariable",
          ("variablesReference", .int(upvalues)),
          ("name", .text("rate")),
          ("value", .text("1 +"))
        )
      }
    }
    #expect(outcome.values == [.int(1500)])
  }

  @Test func `evaluation sees the frame, assigns, and stays in the sandbox`() async throws {
    let outcome = try await stopped { client, thread in
      #expect(try await client.evaluate("#list + rate", of: thread) == "253")
      #expect(try await client.evaluate("state.params.id", of: thread, context: "hover") == "7")
      #expect(try await client.evaluate("1, text", of: thread) == #"1, "a\"b""#)
      #expect(try await client.evaluate("rate = 4", of: thread, context: "repl") == "")
      #expect(try await client.evaluate("io, os.execute", of: thread) == "nil, nil")
      for (text, words) in [
        ("1 +", "unexpected symbol"), ("nothing.x", "nothing"), ("error('no')", "no"),
        ("sleep(1)", "wait"), ("router.open = 1", "read-only"),
      ] {
        do {
          _ = try await client.evaluate(text, of: thread)
          Issue.record("\(text) was evaluated")
        } catch let refused as DebugClient.Refused {
          #expect(refused.description.contains(words), "\(refused)")
        }
      }
    }
    #expect(outcome.values == [.int(1000)])
  }

  @Test func `an endless evaluation is ended, and the stop continues`() async throws {
    let outcome = try await stopped { client, thread in
      for text in ["(function() while true do end end)()", "('x'):rep(1e9):rep(1e9)"] {
        await #expect(throws: DebugClient.Refused.self) {
          _ = try await client.evaluate(text, of: thread)
        }
      }
      let rate = try await client.evaluate("rate", of: thread)
      #expect(rate == "3")
    }
    #expect(outcome.values == [.int(750)])
  }

  @Test func `names are completed at the end of the text`() async throws {
    _ = try await stopped { client, thread in
      let frame = try await client.frames(of: thread)[0]["id"]
      let targets =
        try await
        client.ask(
          "completions",
          ("frameId", frame),
          ("text", .text("ü = nes")),
          ("column", .int(8))
        )["targets"]
        .items
      #expect(targets.map { $0["label"].text } == ["nested"])
      #expect(targets.map { $0["start"].int } == [5])
      #expect(targets.map { $0["length"].int } == [3])
      let fields =
        try await
        client.ask(
          "completions",
          ("frameId", frame),
          ("text", .text("nested.")),
          ("column", .int(8))
        )["targets"]
        .items
      #expect(fields.map { $0["label"].text } == ["x"])
    }
  }

  @Test func `a script without a file on disk is shown`() async throws {
    _ = try await stopped { client, thread in
      let source = try await client.frames(of: thread)[0]["source"]
      #expect(source["name"].text == "main.lua")
      let text = try await client.ask("source", ("source", source))
      #expect(text["content"].text == Self.scripts)
      #expect(text["mimeType"].text == "text/x-lua")
      let loaded = try await client.ask("loadedSources")["sources"].items
      #expect(loaded.map { $0["name"].text } == ["main.lua"])
    }
  }

  @Test func `the console of a running application runs Lua and opens links`() async throws {
    try await Debuggee.attached(to: ["main.lua": Self.scripts]) { client, _ in
      let results = [
        ("1 + 1", "2"), ("sleep(0.01); return 'slept'", "\"slept\""),
        ("/inner/1", "handled /inner/1 'inner'"), ("session.user", "\"Ada\""),
      ]
      for (text, result) in results {
        let body = try await client.ask(
          "evaluate",
          ("expression", .text(text)),
          ("context", .text("repl"))
        )
        #expect(body["result"].text == result, "\(text)")
      }
    }
  }
}
