import Moonroute
import RoutePatterns
import ScriptHost
import ScriptTesting

/// A way for a script, a file or a link to make the host call itself.
struct DepthKind: Sendable {
  /// The limit of the depth.
  enum Bound {
    /// This number of levels. One more is rejected.
    case levels(Int)
    /// The number of levels that fit in Lua's share of the stack, which depends on the build.
    case stack
    /// Any number: the levels are handled in a loop.
    case any
  }

  let name: String
  let bound: Bound
  /// Tries a depth, and returns whether it was accepted.
  let goes: @Sendable (Int) async throws -> Bool

  init(_ name: String, bound: Bound, _ goes: @escaping @Sendable (Int) async throws -> Bool) {
    (self.name, self.bound, self.goes) = (name, bound, goes)
  }

  /// A kind for levels of a script: the line returns `true` when `n` levels are accepted.
  init(_ name: String, bound: Bound, main: String = "", line: String) {
    self.init(name, bound: bound) { levels in
      let scripts = try FuzzedApplication(Self.beginning + main, computingTime: .seconds(2))
      try await scripts.host.load()
      let answer = await scripts.evaluate("(function(n) \(line) end)(\(levels))")
      _ = await scripts.open("/safe")
      return answer == "true"
    }
  }

  private static let beginning = """
    router.route { path = "/safe", view = "Safe", animator = animator.root { wrap = "stack" } }
    function nested(n) local t = {} for _ = 2, n do t = { t } end return t end
    function named(n) local t = {} for _ = 2, n do t = { a = t } end return t end

    """

  /// Nested text for a file or a script.
  private static func repeated(_ first: String, _ levels: Int, _ last: String) -> String {
    String(repeating: first, count: levels) + String(repeating: last, count: levels)
  }

  static let all = texts + scripts + files + stages

  private static let texts = [
    DepthKind("patterns", bound: .levels(64)) { levels in
      (try? RoutePattern("/x" + repeated("(/a", levels, ")"))) != nil
    },
    DepthKind("constraints", bound: .levels(64)) { levels in
      (try? Constraint(repeated("(", levels - 1, "") + "(a" + repeated(")", levels, ""))) != nil
    },
    DepthKind("constraints in patterns", bound: .levels(64)) { levels in
      (try? RoutePattern("/:x(" + repeated("(", levels, "") + "a" + repeated(")", levels, "") + ")"))
        != nil
    },
    DepthKind("locations", bound: .any) { levels in
      Location(repeated("/a", levels, "/..")).map { LocationSubject.printing($0) == nil } ?? false
    },
  ]

  private static let scripts = [
    DepthKind(
      "json lists",
      bound: .levels(64),
      line: "return (pcall(json.decode, ('['):rep(n) .. (']'):rep(n)))"
    ),
    DepthKind(
      "json objects",
      bound: .levels(64),
      line: "return (pcall(json.decode, ('{\"a\":'):rep(n) .. '1' .. ('}'):rep(n)))"
    ),
    DepthKind("json of tables", bound: .levels(64), line: "return (pcall(json.encode, nested(n)))"),
    DepthKind("events", bound: .levels(64), line: "return (pcall(events.emit, '/e', named(n)))"),
    DepthKind("session", bound: .levels(63), line: "session.x = nested(n) return true"),
    DepthKind(
      "resources",
      bound: .levels(63),
      line: "return (pcall(resources.put, { path = '/r', value = nested(n) }))"
    ),
    DepthKind(
      "meta",
      bound: .levels(63),
      line: "return (pcall(router.route, { path = '/m', view = 'M', meta = nested(n) }))"
    ),
    DepthKind(
      "bodies",
      bound: .levels(63),
      line: "return (pcall(screen, { 'A', body = nested(n), x = nested(n) }))"
    ),
    DepthKind(
      "routes in routes",
      bound: .levels(32),
      line: """
        local one = { path = 'x', view = 'X' }
        for _ = 2, n do one = { path = 'x', view = 'X', routes = { one } } end
        one.path = '/x'
        return (pcall(router.route, one))
        """
    ),
    DepthKind(
      "routes below a tab",
      bound: .levels(31),
      line: """
        local one = { path = 'x', view = 'X' }
        for _ = 2, n do one = { path = 'x', view = 'X', routes = { one } } end
        one.name = 'x'
        return (pcall(router.shell, { path = '/y', name = 'y', tabs = { one } }))
        """
    ),
    DepthKind(
      "tostring in tostring",
      bound: .stack,
      line: """
        local one = setmetatable({}, { __tostring = function() return 'end' end })
        for _ = 2, n do
          local inner = one
          one = setmetatable({}, { __tostring = function() return tostring(inner) end })
        end
        pcall(error, one) log.info(one) spawn(function() error(one) end) return (pcall(tostring, one))
        """
    ),
    DepthKind(
      "errors of errors",
      bound: .stack,
      line: """
        local levels = n
        local function again(e)
          n = n - 1
          if n > 0 then error({ e, again }) end
        end
        xpcall(error, again, 'x')
        local isWhole = n <= 0
        local e = 'x' for _ = 1, levels do local _, raised = pcall(error, { e }) e = raised end
        spawn(function() error(e) end)
        return isWhole
        """
    ),
    DepthKind(
      "types that match",
      bound: .stack,
      main: """
        left = 0
        router.type("deep", { match = "[a-z]+", parse = function(text)
          left = left - 1
          if left > 0 then
            local match = router.match("/t/x")
            return match and match.params.x
          end
          return text
        end, format = function(text)
          left = left - 1
          return left > 0 and tostring(router.to("t", { x = text })) and text or text
        end })
        router.route { name = "t", path = "/t/:x<deep>", action = function(s) return s.params.x end }

        """,
      line: """
        left = n pcall(router.open, "/t/x")
        left = n pcall(router.to, "t", { x = "a" })
        local isMade = left <= 0
        left = n pcall(function() return router.match("/t/x").params.x end)
        return isMade and left <= 0
        """
    ),
    DepthKind(
      "resources that ask",
      bound: .stack,
      main: """
        resources.put { path = "/r/:n<int>", value = function(state)
          return state.params.n == 0 and 0 or resources.get("/r/" .. state.params.n - 1)
        end }

        """,
      line: "return (pcall(resources.get, '/r/' .. n))"
    ),
    DepthKind(
      "screens that are tapped",
      bound: .any,
      main: """
        left = 0
        router.route { path = "/tap", animator = "push", view = function()
          return screen { "Tap", body = { { "button", "Go", on_tap = function(page)
            left = left - 1
            if left > 0 then page:tap("Go") end
          end } } }
        end }

        """,
      line:
        "left = n router.open('/tap') pcall(function() stage.top():tap('Go') end) return left <= 0"
    ),
    DepthKind(
      "opens in opens",
      bound: .levels(16),
      main: """
        router.route { path = "/in/:n<int>", action = function(state)
          return state.params.n == 1 and 1 or router.fetch("/in/" .. state.params.n - 1)
        end }

        """,
      line: "return (pcall(router.fetch, '/in/' .. n))"
    ),
    DepthKind(
      "views that build",
      bound: .levels(16),
      main: """
        router.route { path = "/in/:n<int>", view = function(state)
          if state.params.n > 1 then router.build("/in/" .. state.params.n - 1) end
          return screen { "In" }
        end }

        """,
      line: "return (pcall(router.build, '/in/' .. n))"
    ),
    DepthKind(
      "events that emit",
      bound: .any,
      main: """
        left = 0
        events.on("/again", function()
          left = left - 1
          if left > 0 then events.emit("/again") end
        end)

        """,
      line: "left = n events.emit('/again') return left <= 0"
    ),
    DepthKind(
      "calls through the host",
      bound: .stack,
      line: """
        local function again()
          n = n - 1
          if n > 0 then
            table.sort({ 2, 1 }, function() ("a"):gsub(".", again) return false end)
          end
        end
        return (pcall(again))
        """
    ),
    DepthKind(
      "tasks in tasks",
      bound: .any,
      line: """
        local function again()
          n = n - 1
          if n > 0 then spawn(again):wait() end
        end
        pcall(again)
        return n <= 0
        """
    ),
  ]
}
