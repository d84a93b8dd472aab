-- Decisions and views.
local function known()
  return session.user ~= nil
end

router.route {
  name = "account",
  path = "/account",
  view = function(state)
    if state.query.full then
      return screen { "Account" }
    end
    return screen { "Short" }
  end,
  redirect = function()
    return router.to("home")
  end,
}
router.guard("account", known)
router.guard("product", function()
  return session.user ~= nil and session.user.ok == true
end)
router.guard("order", function()
  return router.to("login")
end)
router.guard("offer", function()
  return session.open == true, "closed"
end)
router.guard("home", function(state)
  session.seen = state.path
  return state.query.number == nil
end)
router.route {
  name = "back",
  path = "/back",
  view = "Back",
  redirect = function(state)
    return router.own(state.query.to)
  end,
}
router.route {
  name = "page",
  path = "/page/:number<int>/:part",
  view = function(state)
    return screen { "Page", number = state.params.number, part = state.params.part }
  end,
  animator = function()
    return "sheet"
  end,
}
