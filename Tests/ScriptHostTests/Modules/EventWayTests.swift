import Moonroute
import RoutePatterns
import ScriptHost
import Testing

/// Events of scripts with one or several handlers.
@Suite struct EventWayTests {
  private static let main = """
    seen = {}
    function take()
      local text = table.concat(seen, "\\n")
      seen = {}
      return text
    end
    local function written(value)
      if type(value) ~= "table" then return tostring(value) end
      local shown, names = {}, {}
      for _, item in ipairs(value) do shown[#shown + 1] = written(item) end
      for name in pairs(value) do if type(name) == "string" then names[#names + 1] = name end end
      table.sort(names)
      for _, name in ipairs(names) do shown[#shown + 1] = name .. "=" .. written(value[name]) end
      return "{" .. table.concat(shown, " ") .. "}"
    end
    function note(event)
      local fields = {}
      for _, name in ipairs { "pattern", "name", "path", "location", "params", "query", "query_all",
        "extra", "fragment", "scheme", "host", "rest" } do
        fields[#fields + 1] = name .. " " .. written(event[name])
      end
      seen[#seen + 1] = table.concat(fields, ", ")
    end
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let emitted: String
    var extra = Value.null

    var testDescription: String { "\(pattern) \(emitted)" }
  }

  static let cases = [
    Case(pattern: "/a", emitted: "/a"),
    Case(pattern: "/", emitted: "/"),
    Case(pattern: "/a", emitted: "/a/", extra: 1),
    Case(pattern: "/a/:id", emitted: "/a/7", extra: ["x": ["y": 1]]),
    Case(pattern: "/a/:id", emitted: "/a/%E6%97%A5%20b"),
    Case(pattern: "/a/:id", emitted: "/a/x%2Fy"),
    Case(pattern: "/a/:id", emitted: "/a/日本"),
    Case(pattern: "/a/:id", emitted: "/a/b;c"),
    Case(pattern: "/a/:id", emitted: "/a/b|c"),
    Case(pattern: "/a/:id<int>", emitted: "/a/7?q=1&q=2&r#top"),
    Case(pattern: "/a/:id<uuid>", emitted: "/a/123E4567-e89b-12d3-a456-426614174000"),
    Case(pattern: "/a/:x<number>/:y<bool>", emitted: "/a/2.5/true"),
    Case(pattern: "/a(/:id)", emitted: "/a"),
    Case(pattern: "/a(/:id)", emitted: "/a/7"),
    Case(pattern: "/a/v:major.:minor", emitted: "/a/v1.2"),
    Case(pattern: "/a/**", emitted: "/a/b/c"),
    Case(pattern: "/a/*", emitted: "/a/b"),
    Case(pattern: "/a/**/z", emitted: "/a/b/c/z"),
    Case(
      pattern: "/:a/:b/:c/:d/:e/:f/:g/:h/:i/:j",
      emitted: "/1/2/3/4/5/6/7/8/9/10"
    ),
    Case(pattern: "/a/:id", emitted: "/a/" + String(repeating: "long", count: 100)),
    Case(pattern: "https://:sub.example.com/a", emitted: "https://shop.example.com/a"),
    Case(pattern: "shop://a/:id", emitted: "shop://a/7"),
  ]

  @Test(arguments: cases)
  func `an event is the same for a single receiver`(row: Case) async throws {
    let scripts = try await LoadedScripts.load(
      Self.main + "\nevents.on({ name = 'it', path = '\(row.pattern)' }, note)"
    )
    let (alone, together) = try await scripts.router.perform { application async throws in
      #expect(try application.events.emit(row.emitted, row.extra) == 1)
      let alone = await scripts.evaluate("take()")
      try application.events.on(row.pattern) { _ in }
      #expect(try application.events.emit(row.emitted, row.extra) == 2)
      return (alone, await scripts.evaluate("take()"))
    }
    #expect(alone == together)
    #expect(alone.hasPrefix("pattern \(row.pattern), name it, "))
  }

  @Test func `a single handler has the same effects as one of many`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.main + """

        local function add(text) seen[#seen + 1] = text end
        events.on("/once", function() add "once" end, { once = true })
        events.on("/nothing", function(...) add(select("#", ...)) end)
        events.on("/none", function() add "none" end)
        events.on("/broken", function() error("no") end)
        events.on("/chain", function() add(events.emit("/chained")) add "chain" end)
        events.on("/chained", function() add "chained" end)
        events.on("/wait", function(event) add "before" sleep(0.001) add(event.path)
          events.emit("/waited") end)
        events.on("/keep/:id", function(event) local last = kept kept = event
          add(last and last.params.id or "first") end)
        local own
        own = events.on("/cancel", function() own:cancel() add "cancelled" end)
        events.on("/print", print)
        """
    )
    let answer = try await scripts.router.perform { application async throws in
      let events = application.events
      #expect(try events.emit("/once") == 1)
      #expect(try events.emit("/once") == 0)
      for path in ["/nothing", "/none", "/broken", "/chain", "/keep/1", "/keep/2", "/cancel"] {
        #expect(try events.emit(path) == 1)
      }
      #expect(try events.emit("/cancel") == 0)
      #expect(try events.emit("/print") == 1)
      let waited = try events.values("/waited")
      #expect(try events.emit("/wait") == 1)
      for await _ in waited { break }
      return await scripts.evaluate("take()")
    }
    #expect(
      answer == "once\n1\nnone\n1\nchain\nchained\nfirst\n1\ncancelled\nbefore\n/wait"
    )
    #expect(scripts.log.lines.first == "main.lua:28 error: the event '/broken': no")
    #expect(scripts.log.lines.count == 2)
  }

  @Test(arguments: ["error('no')", "sleep(0) error('no')"])
  func `a single handler can name its pattern and cancel itself while it runs`(
    line: String
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      local own
      own = events.on("/x/:id", function(event)
        events.declare { name = "named", path = "/x/:id" }
        own:cancel()
        \(line)
      end)
      """
    )
    _ = try await scripts.router.perform { try $0.events.emit("/x/7?token=s3cret#part") }
    while scripts.log.lines.isEmpty { await Task.yield() }
    #expect(scripts.log.lines == ["main.lua:5 error: the event '/x/7?token': no"])
  }
}
