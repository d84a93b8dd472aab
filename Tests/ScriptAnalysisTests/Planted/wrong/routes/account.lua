-- Decisions and views.
local function known()
  return session.user ~= nil
end

router.route {
  name = "account",
  path = "/account",
  view = function(state) -- --> [no_view] 10: A path through this view ends without 'return', so it returns no screen and the open fails.
    if state.query.full then
      return screen { "Account" }
    end
  end,
  redirect = function()
    return "home" -- --> [bare_name] 12: 'home' is the name of a route, not a location. Write router.to("home").
  end,
}
router.guard("account", known)
router.guard("account", known) -- --> [duplicate_guard] 1: This guard is registered twice for 'account'. Remove one of the two.
router.guard("product", function()
  return session.user and session.user.ok -- --> [nil_answer] 10: 'session.user and session.user.ok' is nil if 'session.user' is, and nil fails the open. Write '… ~= nil', or return false.
end)
router.guard("order", function()
  router.to("login") -- --> [lost_answer] 3: This location is not used. Write 'return router.to…'.
  return true
end)
router.guard("offer", function() -- --> [always_stops] 23: Every path through this function returns false, so its routes can never be opened.
  return false, "closed"
end)
router.guard("home", function(state)
  state.user = 1 -- --> [state_write] 3: A state never changes. Use a local variable, or 'session'.
  return state.query.route_no_animation == nil -- --> [reserved_query] 10: 'route_no_animation' belongs to the router and is never in 'query'.
end)
router.route {
  name = "back",
  path = "/back",
  view = "Back",
  redirect = function(state)
    return state.query.to -- --> [open_redirect] 12: 'state.query.to' is text of the link, so the link decides where this goes. Pass it through router.own.
  end,
}
router.route {
  name = "page",
  path = "/page/:number<int>/:part", -- --> [unused_parameter] 10: Nothing reads 'part' of '/page/:number<int>/:part'.
  view = function(state)
    return screen { "Page", number = state.params.nubmer } -- --> [unknown_parameter] 38: '/page/:number<int>/:part' has no parameter 'nubmer'. It takes number, part.
  end,
  animator = function()
    return "sheeet" -- --> [unknown_name] 12: There is no animator 'sheeet'. Did you mean 'sheet'?
  end,
}
