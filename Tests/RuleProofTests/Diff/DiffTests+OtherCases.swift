extension DiffTests {
  /// Changes of reasons, targets, events, resources, names, people and scripts.
  static let otherCases = [
    Case(
      "another reason",
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
        router.guard("/orders/**", function() return session.user ~= nil, "who are you?" end)
        """,
        "personas.lua": #"return { mei = { session = { user = "mei" } }, visitor = {} }"#,
      ],
      says: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          rule  visitor is now stopped at 2 locations under /orders: who are you?, since the guard
                of '/orders/**' stops it (main.lua:3)
        No other differences in 3 locations, 2 people and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          rule  visitor is now stopped at 2 locations under /orders: log in first, since the guard
                of '/orders/**' stops it (main.lua:3)
        No other differences in 3 locations, 2 people and 3 links.
        """
    ),
    Case(
      "another rule with the same answers",
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
        router.guard("/orders/**", function() return not not session.user, "log in first" end)
        """,
        "personas.lua": #"return { mei = { session = { user = "mei" } }, visitor = {} }"#,
      ],
      says: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          rule  orders (its rules changed, with the same answers at the tried locations)
        No other differences in 3 locations, 2 people and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          rule  orders (its rules changed, with the same answers at the tried locations)
        No other differences in 3 locations, 2 people and 3 links.
        """
    ),
    Case(
      "another target",
      from: """
        router.route { name = "a", path = "/a", view = "A" }
        router.route { path = "/go", redirect = "/a" }
        """,
      to: """
        router.route { name = "a", path = "/a", view = "A" }
        router.route { path = "/go", redirect = "/" }
        """,
      says: """
        both: 2 of 3 routes are unchanged
        LOOK AT
          anybody is now sent on from /go: sent to /, since the redirect of '/go' redirects there
          (main.lua:3).
              before: sent to /a
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 2 of 3 routes are unchanged
        LOOK AT
          anybody is now sent on from /go: sent to /a, since the redirect of '/go' redirects there
          (main.lua:3).
              before: sent to /
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "events",
      from: """
        events.declare { name = "paid", path = "/paid/:id" }
        events.declare { name = "lost", path = "/lost" }
        """,
      to: #"events.declare { name = "paid", path = "/paid/:id<int>" }"#,
      says: """
        both: 1 of 1 route is unchanged
        LOOK AT
          The event 'lost' is gone.
          The event 'paid' was /paid/:id, now /paid/:id<int>.
        No other differences in 1 location, 1 person and 1 link.
        """,
      back: """
        both: 1 of 1 route is unchanged
        LOOK AT
          The event 'lost' is new: /lost.
          The event 'paid' was /paid/:id<int>, now /paid/:id.
        No other differences in 1 location, 1 person and 1 link.
        """
    ),
    Case(
      "resources",
      from: #"resources.put { name = "cart", path = "/cart", value = {} }"#,
      to: """
        resources.put { name = "cart", path = "/cart", value = {}, persistent = true }
        resources.put { name = "price", path = "/price/:id", value = function() return 1 end }
        """,
      says: """
        both: 1 of 1 route is unchanged
        LOOK AT
          The resource 'cart' was /cart, a table, in memory, now /cart, a table, persistent
          (main.lua:2).
          The resource 'price' is new: /price/:id, made at each use, in memory (main.lua:3).
          A new note of check: No script reads 'price' (main.lua:3).
        No other differences in 1 location, 1 person and 1 link.
        """,
      back: """
        both: 1 of 1 route is unchanged
        LOOK AT
          The resource 'cart' was /cart, a table, persistent, now /cart, a table, in memory
          (main.lua:2).
          The resource 'price' is gone (main.lua:3).
        ALSO CHANGED
          fixed  No script reads 'price' (main.lua:3)
        No other differences in 1 location, 1 person and 1 link.
        """
    ),
    Case(
      "the session",
      from: """
        session.banner = "spring"
        session.count = 1
        """,
      to: """
        session.banner = "summer"
        session.user = "mei"
        """,
      says: """
        both: 1 of 1 route is unchanged
        LOOK AT
          session.banner has another value after loading.
          session.count is no longer set after loading.
          session.user is now set after loading.
        No other differences in 1 location, 1 person and 1 link.
        """,
      back: """
        both: 1 of 1 route is unchanged
        LOOK AT
          session.banner has another value after loading.
          session.count is now set after loading.
          session.user is no longer set after loading.
        No other differences in 1 location, 1 person and 1 link.
        """
    ),
    Case(
      "properties",
      from:
        #"router.route { name = "a", path = "/a", view = "A", tags = { "x" }, meta = { title = "A" }, animator = "push" }"#,
      to:
        #"router.route { name = "a", path = "/a", view = "B", tags = { "x", "y" }, meta = { title = "B", icon = "b" }, animator = "sheet", priority = 2 }"#,
      says: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          animator  a (push → sheet)
          tags      a (x → x, y)
          meta      a (icon, title)
          priority  a (0 → 2)
          view      a (A → B)
        No other differences in 2 locations, 1 person and 2 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          animator  a (sheet → push)
          tags      a (x, y → x)
          meta      a (icon, title)
          priority  a (2 → 0)
          view      a (B → A)
        No other differences in 2 locations, 1 person and 2 links.
        """
    ),
    Case(
      "functions",
      from: """
        router.route { name = "a", path = "/a", view = function() return screen { "A" } end }
        router.route { name = "b", path = "/b", view = function() return screen { "B" } end }
        router.route { name = "c", path = "/c", action = function() return 1 end }
        """,
      to: """
        -- A comment.
        router.route { name = "a", path = "/a", view = function()
          return screen { "A" } -- the same
        end }
        router.route { name = "b", path = "/b", view = function() return screen { "B2" } end }
        router.route { name = "c", path = "/c", action = function() return 2 end }
        """,
      says: """
        both: 2 of 4 routes are unchanged
        ALSO CHANGED
          view  b (its view changed)
          view  c (its action changed)
        No other differences in 4 locations, 1 person and 4 links.
        """,
      back: """
        both: 2 of 4 routes are unchanged
        ALSO CHANGED
          view  b (its view changed)
          view  c (its action changed)
        No other differences in 4 locations, 1 person and 4 links.
        """
    ),
    Case(
      "old names",
      from: [
        "main.lua": """
        router.route { name = "stop", path = "/stop", view = "Stop" }
        events.declare { name = "paid", path = "/paid" }
        resources.put { name = "cart", path = "/cart", value = {} }
        router.route { name = "list", path = "/list", view = function()
          return screen { "List", body = { { "link", "Stop", to = "stop" } } }
        end }
        """,
        "spec/a_spec.lua": """
        it("a", function()
          assert.opened(router.open("/stop"), "stop")
          assert.top "stop"
          events.emit("paid")
          resources.get("cart")
        end)
        """,
      ],
      to: [
        "main.lua": """
        router.route { name = "halt", path = "/stop", view = "Stop" }
        events.declare { name = "sold", path = "/paid" }
        resources.put { name = "basket", path = "/cart", value = {} }
        router.route { name = "list", path = "/list", view = function()
          return screen { "List", body = { { "link", "Stop", to = "halt" } } }
        end }
        """,
        "spec/a_spec.lua": """
        it("a", function()
          assert.opened(router.open("/stop"), "stop")
          assert.top "stop"
          events.emit("paid")
          resources.get("cart")
        end)
        """,
      ],
      says: """
        both: 1 of 3 routes is unchanged
        BREAKS
          The old name 'stop' of a route is still in use: spec/a_spec.lua:2, 3.
          The old name 'paid' of an event is still in use: spec/a_spec.lua:4.
          The old name 'cart' of a resource is still in use: spec/a_spec.lua:5.
        LOOK AT
          The event 'paid' is gone.
          The event 'sold' is new: /paid.
          The resource 'basket' is new: /cart, a table, in memory (main.lua:4).
          The resource 'cart' is gone (main.lua:4).
        ALSO CHANGED
          renamed  stop → halt
          view     list (its view changed)
        No other differences in 3 locations, 1 person and 3 links.
        """,
      back: """
        both: 1 of 3 routes is unchanged
        LOOK AT
          The event 'paid' is new: /paid.
          The event 'sold' is gone.
          The resource 'basket' is gone (main.lua:4).
          The resource 'cart' is new: /cart, a table, in memory (main.lua:4).
        ALSO CHANGED
          renamed  halt → stop
          view     list (its view changed)
        No other differences in 3 locations, 1 person and 3 links.
        """
    ),
    Case(
      "personas",
      from: [
        "personas.lua": #"return { mei = { session = { user = "mei" } }, visitor = {} }"#,
        "main.lua": "",
      ],
      to: [
        "personas.lua": #"return { mei = { session = { user = "mei" } }, jonas = {} }"#,
        "main.lua": "",
      ],
      says: """
        both: 1 of 1 route is unchanged
        ALSO CHANGED
          persona  'jonas' is new, 'visitor' is gone
        No other differences in 1 location, 1 person and 1 link.
        """,
      back: """
        both: 1 of 1 route is unchanged
        ALSO CHANGED
          persona  'visitor' is new, 'jonas' is gone
        No other differences in 1 location, 1 person and 1 link.
        """
    ),
    Case(
      "links of specs and lists",
      from: [
        "main.lua": #"router.route { name = "a", path = "/a/:id<int>", view = "A" }"#,
        "spec/a_spec.lua": """
        it("a", function()
          router.open("/a/7?x=1")
        end)
        """,
        "links.txt": """
        # links
        /a/8
        /a/9
        /no
        """,
      ],
      to: [
        "main.lua": "",
        "spec/a_spec.lua": """
        it("a", function()
          router.open("/a/7?x=1")
        end)
        """,
        "links.txt": """
        # links
        /a/8
        /a/9
        /no
        """,
      ],
      says: """
        both: 1 of 2 routes is unchanged
        BREAKS
          /a/1 used to open 'a' and now leads nowhere: main.lua no longer has its rule.
              so do /a/7?x=1 (spec/a_spec.lua:2), /a/8 (links.txt), /a/9 (links.txt)
        ALSO CHANGED
          removed  a (/a/:id<int>)
        No other differences in 2 locations, 1 person and 6 links.
        """,
      back: """
        both: 1 of 1 route is unchanged
        LOOK AT
          /a/7?x=1 (spec/a_spec.lua:2) used to lead nowhere and now opens 'a'.
              so do /a/8 (links.txt), /a/9 (links.txt)
        ALSO CHANGED
          added     a (/a/:id<int>)
          new page  /a/1 (opens for everybody)
        No other differences in 2 locations, 1 person and 6 links.
        """
    ),
    Case(
      "an allowed door",
      from: [
        "main.lua": """
        router.route { name = "orders", path = "/orders/:id<int>", samples = { { id = 1 }, { id = 2 } }, view = "Orders" }
        router.guard("/orders/**", function() return session.user ~= nil end)
        """,
        "personas.lua": #"return { mei = { session = { user = "mei" } }, visitor = {} }"#,
      ],
      to: [
        "main.lua": """
        router.route { name = "orders", path = "/orders/:id<int>", samples = { { id = 1 }, { id = 2 } }, view = "Orders" }
        -- moonroute: allow door_opens
        router.guard("/orders/**", function() return true end)
        """,
        "personas.lua": #"return { mei = { session = { user = "mei" } }, visitor = {} }"#,
      ],
      says: """
        both: 1 of 2 routes is unchanged
        ALSO CHANGED
          door_opens  visitor can now open 2 locations under /orders, since the guard of
                      '/orders/**' allows it (main.lua:4) (allowed by a comment)
        No other differences in 3 locations, 2 people and 3 links.
        """,
      back: """
        both: 1 of 2 routes is unchanged
        LOOK AT
          visitor can no longer open 2 locations under /orders, since the guard of '/orders/**'
          stops it (main.lua:3).
              before: opens
        No other differences in 3 locations, 2 people and 3 links.
        """
    ),
    Case(
      "scripts that do not load",
      from: "",
      to: #"error("no")"#,
      says: """
        The scripts of after do not load: main.lua:2: no. Only the files were compared.
          changed  main.lua
        """,
      back: """
        The scripts of after do not load: main.lua:2: no. Only the files were compared.
          changed  main.lua
        """
    ),
    Case(
      "findings of check",
      from: "local kept, count = 1, 2\nprint(kept)",
      to: "\nlocal kept = 1\nprint(kept)\nlocal list = {}",
      says: """
        both: 1 of 1 route is unchanged
        LOOK AT
          A new warning of check: 'list' is never used. Remove it, or rename it to '_list'
          (main.lua:5).
        ALSO CHANGED
          fixed  'count' is never used. Remove it, or rename it to '_count' (main.lua:2)
        No other differences in 1 location, 1 person and 1 link.
        """,
      back: """
        both: 1 of 1 route is unchanged
        LOOK AT
          A new warning of check: 'count' is never used. Remove it, or rename it to '_count'
          (main.lua:2).
        ALSO CHANGED
          fixed  'list' is never used. Remove it, or rename it to '_list' (main.lua:5)
        No other differences in 1 location, 1 person and 1 link.
        """
    ),
    Case(
      "a change of a helper without an effect",
      from: """
        local n = 1
        router.route { name = "a", path = "/a/:x", view = "A" }
        return n
        """,
      to: """
        local n = 2
        router.route { name = "a", path = "/a/:x", view = "A" }
        return n
        """,
      says: "No differences in 2 locations, 1 person and 2 links.",
      back: "No differences in 2 locations, 1 person and 2 links."
    ),
  ]
}
