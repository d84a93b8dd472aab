import LuaSyntax
import Testing

@testable import RuleProof

/// The possible mutations of the rules in a script.
@Suite struct RuleChangeTests {
  /// A script, and its mutations as `rule: change: before -> after`.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let changes: [String]

    var testDescription: String { name }
  }

  private static let guards = [
    Case(
      name: "each answer of a guard",
      script: """
        router.guard("staff", function()
          if not session.user then
            return false, "nobody is logged in"
          end
          return true
        end)
        """,
      changes: [
        "guard: negate: if not session.user then -> if session.user then",
        "guard: let_through: return false, \"nobody is logged in\" -> return true",
        "guard: stop: return true -> return false",
      ]
    ),
    Case(
      name: "an answer that is computed",
      script: """
        router.route { path = "/vault", view = "Vault", redirect = function()
          return host.is_open(), "come back at nine"
        end }
        """,
      changes: [
        "guard: let_through: return host.is_open(), \"come back at nine\" -> return true",
        "guard: stop: return host.is_open(), \"come back at nine\""
          + " -> return false, \"come back at nine\"",
      ]
    ),
    Case(
      name: "each part of a condition",
      script: """
        router.guard("depot", function(state)
          if state.depot and not (session.member or state.count == 3) then
            return "/login"
          end
          return true
        end)
        """,
      changes: [
        "guard: negate: if state.depot and not (session.member or state.count == 3) then"
          + " -> if not state.depot and not (session.member or state.count == 3) then",
        "guard: negate: if state.depot and not (session.member or state.count == 3) then"
          + " -> if state.depot and not (not session.member or state.count == 3) then",
        "guard: negate: if state.depot and not (session.member or state.count == 3) then"
          + " -> if state.depot and not (session.member or state.count ~= 3) then",
        "guard: let_through: return \"/login\" -> return true",
        "guard: stop: return true -> return false",
      ]
    ),
    Case(
      name: "a guard for two routes, at its definition and at each route",
      script: """
        local function members()
          if session.user then return true end
          return router.to("login")
        end
        router.route { path = "/a", view = "A", redirect = members }
        router.route { path = "/b", view = "B", redirect = { members, function() error("x") end } }
        """,
      changes: [
        "guard: negate: if session.user then return true end"
          + " -> if not session.user then return true end",
        "guard: stop: if session.user then return true end"
          + " -> if session.user then return false end",
        "guard: let_through: return router.to(\"login\") -> return true",
        "guard: drop: router.route { path = \"/a\", view = \"A\", redirect = members }"
          + " -> router.route { path = \"/a\", view = \"A\", redirect = function() return true end }",
        "guard: drop: router.route { path = \"/b\", view = \"B\", redirect = { members, function()"
          + " error(\"x\") end } } -> router.route { path = \"/b\", view = \"B\", redirect = {"
          + " function() return true end, function() error(\"x\") end } }",
        "guard: drop: router.route { path = \"/b\", view = \"B\", redirect = { members, function()"
          + " error(\"x\") end } } -> router.route { path = \"/b\", view = \"B\", redirect = {"
          + " members, function() return true end } }",
      ]
    ),
    Case(
      name: "a shared guard, and one for a single route",
      script: """
        local auth = require "auth"
        local function own() return "/x" end
        router.group { redirect = auth.required, routes = {} }
        router.guard("a", own)
        router.route { path = "/form", view = "Form", on_exit = auth.asks }
        """,
      changes: [
        "guard: let_through: local function own() return \"/x\" end"
          + " -> local function own() return true end",
        "guard: drop: router.group { redirect = auth.required, routes = {} }"
          + " -> router.group { redirect = function() return true end, routes = {} }",
        "guard: drop: router.route { path = \"/form\", view = \"Form\", on_exit = auth.asks }"
          + " -> router.route { path = \"/form\", view = \"Form\", on_exit = nil }",
      ]
    ),
    Case(
      name: "functions inside a guard are not rules",
      script: """
        router.guard("a", function()
          after(1, function() if x then return false end end)
          return true
        end)
        """,
      changes: ["guard: stop: return true -> return false"]
    ),
  ]

  private static let others = [
    Case(
      name: "a route that only redirects",
      script: """
        router.route { path = "/old", redirect = "/new" }
        router.route { path = "/s/:code", redirect = function(state)
          if state.params.code == "a" then return router.to("home") end
          return router.to("help")
        end }
        """,
      changes: [
        "redirect: forget: router.route { path = \"/old\", redirect = \"/new\" }"
          + " -> router.route { path = \"/old\", redirect = function() return true end }",
        "redirect: negate: if state.params.code == \"a\" then return router.to(\"home\") end"
          + " -> if state.params.code ~= \"a\" then return router.to(\"home\") end",
        "redirect: forget: if state.params.code == \"a\" then return router.to(\"home\") end"
          + " -> if state.params.code == \"a\" then return true end",
        "redirect: swap: if state.params.code == \"a\" then return router.to(\"home\") end …"
          + " -> if state.params.code == \"a\" then return router.to(\"help\") end …",
        "redirect: forget: return router.to(\"help\") -> return true",
      ]
    ),
    Case(
      name: "proxies, and unmatched locations",
      script: """
        router.proxy("/cart", "/basket")
        router.proxy("/p/:id<int>", function(state)
          if state.query.x then return false end
          return "/product"
        end, { priority = 5 })
        router.unmatched(function() return "/" end)
        """,
      changes: [
        "proxy: forget: router.proxy(\"/cart\", \"/basket\")"
          + " -> router.proxy(\"/cart\", function() end)",
        "type: widen: router.proxy(\"/p/:id<int>\", function(state)"
          + " -> router.proxy(\"/p/:id\", function(state)",
        "proxy: negate: if state.query.x then return false end"
          + " -> if not state.query.x then return false end",
        "proxy: let_through: if state.query.x then return false end"
          + " -> if state.query.x then return nil end",
        "proxy: forget: return \"/product\" -> return nil",
        "priority: lower: end, { priority = 5 }) -> end, { priority = -1000 })",
        "redirect: forget: router.unmatched(function() return \"/\" end)"
          + " -> router.unmatched(function() return nil end)",
      ]
    ),
    Case(
      name: "constraints of parameters, of items of a query, and of types",
      script: #"""
        router.route { path = "/a/:id<int>(/by/:order(up|do(w)n))", view = "A" }
        router.route { path = "/b", view = "B", query = { page = "int", tags = "slug[]", q = "string?" } }
        router.type("sku", { match = "[A-Z]+", parse = function(text)
          return text == "" and "x" or "y"
        end })
        """#,
      changes: [
        "type: widen: router.route { path = \"/a/:id<int>(/by/:order(up|do(w)n))\", view = \"A\" }"
          + " -> router.route { path = \"/a/:id(/by/:order(up|do(w)n))\", view = \"A\" }",
        "type: widen: router.route { path = \"/a/:id<int>(/by/:order(up|do(w)n))\", view = \"A\" }"
          + " -> router.route { path = \"/a/:id<int>(/by/:order)\", view = \"A\" }",
        "type: widen: router.route { path = \"/b\", view = \"B\", query = { page = \"int\","
          + " tags = \"slug[]\", q = \"string?\" } } -> router.route { path = \"/b\", view = \"B\","
          + " query = { page = \"string\", tags = \"slug[]\", q = \"string?\" } }",
        "type: widen: router.route { path = \"/b\", view = \"B\", query = { page = \"int\","
          + " tags = \"slug[]\", q = \"string?\" } } -> router.route { path = \"/b\", view = \"B\","
          + " query = { page = \"int\", tags = \"string[]\", q = \"string?\" } }",
        "type: widen: router.type(\"sku\", { match = \"[A-Z]+\", parse = function(text)"
          + " -> router.type(\"sku\", { match = \".+\", parse = function(text)",
        "type: negate: return text == \"\" and \"x\" or \"y\" -> return text ~= \"\" and \"x\" or \"y\"",
        "type: swap: return text == \"\" and \"x\" or \"y\" -> return text == \"\" and \"y\" or \"x\"",
      ]
    ),
    Case(
      name: "animators and their choice, and priorities",
      script: """
        router.route { path = "/a", view = "A", animator = "push", priority = 3 }
        router.route { path = "/b", view = "B", animator = function(state)
          return state.from and "push" or "present"
        end }
        """,
      changes: [
        "animator: no_animator: router.route { path = \"/a\", view = \"A\", animator = \"push\","
          + " priority = 3 } -> router.route { path = \"/a\", view = \"A\", animator = nil,"
          + " priority = 3 }",
        "priority: lower: router.route { path = \"/a\", view = \"A\", animator = \"push\","
          + " priority = 3 } -> router.route { path = \"/a\", view = \"A\", animator = \"push\","
          + " priority = -1000 }",
        "animator: no_animator: return state.from and \"push\" or \"present\" -> return nil",
        "animator: negate: return state.from and \"push\" or \"present\""
          + " -> return not state.from and \"push\" or \"present\"",
        "animator: swap: return state.from and \"push\" or \"present\""
          + " -> return state.from and \"present\" or \"push\"",
      ]
    ),
    Case(
      name: "views, actions and helpers are not rules",
      script: """
        local function count() if x then return true end return false end
        router.route { path = "/a", view = function(state) if count() then return a end end }
        router.route { path = "/b", action = function() return false end }
        """,
      changes: []
    ),
  ]

  private static func lines(_ changes: RuleChanges) -> [String] {
    changes.all.map { "\($0.rule.rawValue): \($0.kind.rawValue): \($0.before) -> \($0.after)" }
  }

  private static func changes(
    _ texts: [String: String],
    _ rules: LoadedRules = LoadedRules()
  ) -> RuleChanges {
    RuleChanges(of: texts.mapValues { Array($0.utf8) }, rules)
  }

  @Test(arguments: guards + others)
  func `a script has these changes`(example: Case) {
    #expect(Self.lines(Self.changes(["main.lua": example.script])) == example.changes)
  }

  @Test(arguments: guards + others)
  func `a changed script differs only at the change, and parses`(example: Case) {
    let text = Array(example.script.utf8)
    for change in Self.changes(["main.lua": example.script]).all {
      let changed = change.applied(to: text)
      #expect(changed != text)
      #expect(changed.prefix(change.range.lowerBound) == text.prefix(change.range.lowerBound))
      let rest = text.count - change.range.upperBound
      #expect(changed.suffix(rest) == text.suffix(rest))
      #expect(LuaTree(changed).problems.isEmpty, "\(change.after)")
    }
  }

  @Test func `files are listed in order, and the headless program has no rules`() {
    let guardText = "router.guard('a', function() return true end)"
    let changes = Self.changes([
      "routes/b.lua": guardText, "routes/a.lua": guardText, "headless.lua": guardText,
      "personas.lua": guardText, "broken.lua": guardText + ")",
    ])
    #expect(changes.all.map(\.file) == ["routes/a.lua", "routes/b.lua"])
  }

  @Test func `a comment applies to its line and the next`() {
    let changes = Self.changes([
      "main.lua": """
      router.guard("a", function()
        -- moonroute: equivalent
        if a then return true end
        if b then return true end -- moonroute: equivalent (it never is)
        local text = "-- moonroute: equivalent"
        return true
      end)
      """
    ])
    #expect(changes.equivalents.comments.map(\.line) == [2, 4])
    let lines = changes.all.filter { changes.equivalents.comment(on: $0) != nil }.map(\.line)
    #expect(lines == [3, 3, 4, 4])
  }
}
