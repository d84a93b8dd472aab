router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
router.route { name = "page", path = "/page/:n<int>", view = "Page" }
router.route { name = "sum", path = "/sum/:a<int>/:b<int>", action = function(state)
  return state.params.a + state.params.b
end }
router.route { name = "pair", path = "/pair", action = function()
  return "one", 2
end }
router.route { name = "typed", path = "/typed/:i<int>/:n<number>/:b<bool>/:t/**rest", view = "Typed" }
router.route { name = "closed", path = "/closed", view = "Closed", redirect = function() -- moonroute: allow always_stops
  return false, "closed today"
end }
router.route { path = "/old/:n<int>", redirect = "/page/:n" }
router.route { path = "/older/:n<int>", redirect = "/old/:n" }
router.route { name = "modal", path = "/modal", view = "Modal", animator = "present" }
router.route { name = "shop.item", path = "shop://item/:id", view = "Item" }
router.route { name = "log", path = "/log", action = function()
  log.warn("two\nlines")
  return true
end }
router.scheme("shop", { fallback = false })
