#if Inspector
enum Samples {
  /// A guard that calls the program and changes the session; a sticky event; resources.
  static let stores = [
    "headless.lua": """
    host.stub("is_staff", function(name) return name == "jonas" end)
    """,
    "main.lua": """
    session.user = { name = "jonas" }
    events.declare { name = "cart", path = "/cart/:id<int>", sticky = true }
    events.on("/cart/:id<int>", function() end)
    events.on("cart", function() end, { once = true })
    resources.put { name = "motto", path = "/motto", value = "on we go" }
    resources.put { path = "/sum/:a<int>", value = function(state) return state.params.a end }
    router.route {
      name = "staff", path = "/staff", animator = "root",
      view = function() return screen { "Staff" } end,
      redirect = function(state)
        session.visits = (session.visits or 0) + 1
        if not host.is_staff(session.user.name) then return false, "staff only" end
        if resources.get("motto") == "" then return false end
        router.fetch("/answer")
        return true
      end,
    }
    router.route { path = "/answer", action = function() return 42 end }
    """,
  ]

  /// A guard that waits for an hour, and a timer that never ends.
  static let slow = [
    "main.lua": """
    router.route {
      name = "slow", path = "/slow", animator = "root",
      view = function() return screen { "Slow" } end,
      redirect = function() sleep(3600) return true end,
    }
    router.configure { wait_limit = 86400 }
    every(60, function() log.debug("tick") end)
    """
  ]

  /// A stack of pages; one of them has a leave guard.
  static let stack = [
    "main.lua": """
    router.route {
      name = "home", path = "/",
      view = function() return screen { "Home" } end, animator = animator.root { wrap = "stack" },
    }
    router.route {
      name = "page", path = "/page",
      view = function() return screen { "Page" } end, animator = "push",
    }
    router.route {
      name = "locked", path = "/locked",
      view = function() return screen { "Locked" } end, animator = "push",
      on_exit = function() return false, "save it first" end,
    }
    """
  ]

  /// A small application with a guard, a redirect, a form and an event.
  static let small = [
    "main.lua": """
    router.route {
      name = "home", path = "/",
      view = function() return screen { "Home", title = "Home" } end, animator = "root",
    }
    router.route {
      name = "item", path = "/item/:id<int>", meta = { owner = "team a" }, tags = { "campaign" },
      view = function(state)
        events.emit("/seen/" .. state.params.id, { by = "view" })
        log.info("item " .. state.params.id)
        return screen {
          "Item",
          title = "Item " .. state.params.id,
          colour = "red",
          body = {
            { "heading", "An item" },
            { "field", "amount" },
            { "button", "Take", on_tap = function(page) page.colour = "blue" end },
            { "link", "Home", to = "/" },
            { "list", { { "text", "one" }, { "text", "two" } } },
          },
        }
      end,
      animator = "push",
    }
    router.route { path = "/old/:id<int>", redirect = "/item/:id" }
    router.route {
      name = "inner", path = "/inner", view = function() return screen { "Inner" } end,
      animator = "sheet",
    }
    router.guard("inner", function() return false, "not today" end)
    router.route {
      name = "sum", path = "/sum/:a<int>",
      action = function(state) return state.params.a + 1 end,
    }
    events.on("/seen/:id<int>", function() end)
    resources.put { name = "motto", path = "/motto", value = "on we go" }
    """
  ]
}
#endif
