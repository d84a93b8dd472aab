import Testing

extension DiffTests {
  /// A change, and the report about it and about the change back.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [String: String]
    let after: [String: String]
    let report: String
    let reportBack: String

    init(
      _ name: String,
      from before: [String: String],
      to after: [String: String],
      says report: String,
      back reportBack: String
    ) {
      (testDescription, self.before, self.after) = (name, before, after)
      (self.report, self.reportBack) = (report, reportBack)
    }

    init(
      _ name: String,
      from before: String,
      to after: String,
      says report: String,
      back reportBack: String
    ) {
      self.init(
        name,
        from: ["main.lua": before],
        to: ["main.lua": after],
        says: report,
        back: reportBack
      )
    }
  }

  static let cases = routeCases + otherCases

  /// Changes of routes, links and doors.
  private static let routeCases = [
    Case(
      "a removed route",
      from: #"router.route { name = "old", path = "/old", view = "Old" }"#,
      to: "",
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /old used to open 'old' and now leads nowhere: main.lua no longer has its rule.
        ALSO CHANGED
          removed  old (/old)
        No other differences in 2 locations, 1 person and 2 links.
        """,
      back: """
        both: 1 of 1 route is unchanged
        ALSO CHANGED
          added     old (/old)
          new page  /old (opens for everybody)
        No other differences in 2 locations, 1 person and 2 links.
        """
    ),
    Case(
      "a moved route",
      from: #"router.route { name = "stop", path = "/stop/:id<int>", view = "Stop" }"#,
      to: #"router.route { name = "stop", path = "/halt/:id<int>", view = "Stop" }"#,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /stop/1 used to open 'stop' and now leads nowhere (moved to /halt/:id<int>, main.lua:2).
              router.route { path = "/stop/:id<int>", redirect = "/halt/:id", keep_query = true }
        ALSO CHANGED
          moved  stop: /stop/:id<int> → /halt/:id<int>
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /halt/1 used to open 'stop' and now leads nowhere (moved to /stop/:id<int>, main.lua:2).
              router.route { path = "/halt/:id<int>", redirect = "/stop/:id", keep_query = true }
        ALSO CHANGED
          moved  stop: /halt/:id<int> → /stop/:id<int>
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "a new name",
      from: #"router.route { name = "stop", path = "/stop", view = "Stop" }"#,
      to: #"router.route { name = "halt", path = "/stop", view = "Stop" }"#,
      says: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          renamed  stop → halt
        No other differences in 2 locations, 1 person and 2 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          renamed  halt → stop
        No other differences in 2 locations, 1 person and 2 links.
        """
    ),
    Case(
      "a new name and place",
      from: #"router.route { name = "stop", path = "/stop/:id", view = "Stop" }"#,
      to: #"router.route { name = "halt", path = "/halt/:id", view = "Stop" }"#,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /stop/x used to open 'stop' and now leads nowhere (moved to /halt/:id, main.lua:2).
              router.route { path = "/stop/:id", redirect = "/halt/:id", keep_query = true }
        ALSO CHANGED
          moved    /stop/:id → /halt/:id
          renamed  stop → halt (treated as the same route, because its view and parameters are the
                   same)
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /halt/x used to open 'halt' and now leads nowhere (moved to /stop/:id, main.lua:2).
              router.route { path = "/halt/:id", redirect = "/stop/:id", keep_query = true }
        ALSO CHANGED
          moved    /halt/:id → /stop/:id
          renamed  halt → stop (treated as the same route, because its view and parameters are the
                   same)
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "a type of a query",
      from: #"""
        router.type("money", { match = [[\d+(\.\d\d)?]], samples = { "12.50" } })
        router.route { name = "buy", path = "/buy", query = { price = "money" }, view = "Buy" }
        """#,
      to: #"""
        router.type("money", { match = [[\d+(\.\d\d)?]], samples = { "12.50" } })
        router.route { name = "buy", path = "/buy", query = { price = "int" }, view = "Buy" }
        """#,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /buy?price=12.50 used to open 'buy' and now fails: 'price' was money and is now int
          (main.lua:3).
        LOOK AT
          'price' of 'buy' no longer accepts 12.50 (money → int, main.lua:3).
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        LOOK AT
          /buy?price=12.50 used to fail and now opens 'buy'.
        ALSO CHANGED
          wider  'price' of 'buy' now accepts 12.50 (int → money)
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "a type with the same name",
      from: #"""
        router.type("money", { match = [[\d+(\.\d\d)?]], samples = { "12.50" } })
        router.route { name = "pay", path = "/pay/:sum<money>", view = "Pay" }
        """#,
      to: #"""
        router.type("money", { match = [[\d+]], samples = { "12" } })
        router.route { name = "pay", path = "/pay/:sum<money>", view = "Pay" }
        """#,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /pay/12.50 used to open 'pay' and now leads nowhere (the type 'money' changed,
          main.lua:3).
        LOOK AT
          'sum' of 'pay' no longer accepts 12.50 (the type 'money' changed, main.lua:3).
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          wider  'sum' of 'pay' now accepts 12.50 (the type 'money' changed)
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "a type of a parameter",
      from:
        #"router.route { name = "item", path = "/item/:id", samples = { id = "a" }, view = "Item" }"#,
      to: #"router.route { name = "item", path = "/item/:id<int>", view = "Item" }"#,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /item/a used to open 'item' and now leads nowhere ('id' was text and is now int,
          main.lua:2).
        LOOK AT
          'id' of 'item' no longer accepts x (text → int, main.lua:2).
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          wider  'id' of 'item' now accepts x (int → text)
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "items of a query",
      from:
        #"router.route { name = "buy", path = "/buy", query = { zone = "int?" }, view = "Buy" }"#,
      to:
        #"router.route { name = "buy", path = "/buy", query = { zone = "int", day = "date?" }, view = "Buy" }"#,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /buy used to open 'buy' and now fails: 'zone' was int? and is now int (main.lua:2).
        LOOK AT
          'buy' now needs 'zone' in its query (main.lua:2).
        ALSO CHANGED
          wider  'buy' now also reads 'day' in its query
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        LOOK AT
          /buy used to fail and now opens 'buy'.
          'buy' no longer reads 'day' in its query (main.lua:2).
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "a dead link behind another page",
      from: """
        router.unmatched(function() return router.to "home" end)
        router.route { name = "old", path = "/old", view = "Old" }
        """,
      to: #"router.unmatched(function() return router.to "home" end)"#,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /old used to open 'old' and now leads nowhere: main.lua no longer has its rule.
        ALSO CHANGED
          removed  old (/old)
        No other differences in 2 locations, 1 person and 2 links.
        """,
      back: """
        both: 1 of 1 route is unchanged
        ALSO CHANGED
          added     old (/old)
          new page  /old (opens for everybody)
        No other differences in 2 locations, 1 person and 2 links.
        """
    ),
    Case(
      "a circle",
      from: #"router.route { name = "a", path = "/a", view = "A" }"#,
      to: """
        router.route { name = "a", path = "/a", redirect = "/b" }
        router.route { name = "b", path = "/b", redirect = "/a" }
        """,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /a used to open 'a' and now goes round in a circle (main.lua:3).
        LOOK AT
          A new warning of check: The redirects of 'a' form a loop: /a → /b → /a. One of them must
          let the location pass (main.lua:2).
        ALSO CHANGED
          added  b (/b)
          view   a (A → none)
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 1 of 3 routes is unchanged
        LOOK AT
          /a used to go round in a circle and now opens 'a'.
        ALSO CHANGED
          removed  b (/b)
          view     a (none → A)
          fixed    The redirects of 'a' form a loop: /a → /b → /a. One of them must let the location
                   pass (main.lua:2)
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "an error",
      from: #"router.route { name = "a", path = "/a", view = "A" }"#,
      to: #"router.route { name = "a", path = "/a", view = function() error("broken") end }"#,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /a used to open 'a' and now fails: broken (main.lua:2).
        ALSO CHANGED
          view  a (A → a function)
        No other differences in 2 locations, 1 person and 2 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        LOOK AT
          /a used to fail and now opens 'a'.
        ALSO CHANGED
          view  a (a function → A)
        No other differences in 2 locations, 1 person and 2 links.
        """
    ),
    Case(
      "a wait",
      from: #"router.route { name = "a", path = "/a", action = function() return {} end }"#,
      to: """
        events.declare { name = "paid", path = "/paid" }
        router.route { name = "a", path = "/a", action = function() return { events.next("paid") } end }
        """,
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /a used to open 'a' and now fails: 'a' waited longer than 10.0 seconds. Return sooner, or
          raise the wait limit (main.lua:3).
        LOOK AT
          The event 'paid' is new: /paid.
          A new note of check: No script emits 'paid' (main.lua:3).
        ALSO CHANGED
          view  a (its action changed)
        No other differences in 2 locations, 1 person and 2 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        LOOK AT
          /a used to fail and now opens 'a'.
          The event 'paid' is gone.
        ALSO CHANGED
          view   a (its action changed)
          fixed  No script emits 'paid' (main.lua:3)
        No other differences in 2 locations, 1 person and 2 links.
        """
    ),
    Case(
      "a door",
      from: [
        "main.lua": """
        router.route { name = "orders", path = "/orders/:id<int>", samples = { { id = 1 }, { id = 2 } }, view = "Orders" }
        router.guard("/orders/**", function() return session.user ~= nil, "log in first" end)
        """,
        "personas.lua": #"return { mei = { session = { user = "mei" } }, visitor = {} }"#,
      ],
      to: [
        "main.lua": """
        router.route { name = "orders", path = "/orders/:id<int>", samples = { { id = 1 }, { id = 2 } }, view = "Orders" }
        router.guard("/orders/**", function() return true end)
        """,
        "personas.lua": #"return { mei = { session = { user = "mei" } }, visitor = {} }"#,
      ],
      says: """
        both: 1 of 2 routes is unchanged
        OPENS
          visitor can now open 2 locations under /orders, since the guard of '/orders/**' allows it
          (main.lua:3).
              before: stopped: log in first
        No other differences in 3 locations, 2 people and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        LOOK AT
          visitor can no longer open 2 locations under /orders: log in first, since the guard of
          '/orders/**' stops it (main.lua:3).
              before: opens
        No other differences in 3 locations, 2 people and 3 links.
        """
    ),
  ]
}
