--- The seven outcomes of an open, one link each.

-- opened: a screen is on the stage.
router.route { name = "page", path = "/page", view = "Page", animator = "root" }

-- handled: an action ran and returned.
router.route {
  name = "sum",
  path = "/sum/:a<int>/:b<int>",
  action = function(state)
    return state.params.a + state.params.b
  end,
}

-- intercepted: a guard stopped it and gave the reason.
router.route {
  name = "vault",
  path = "/vault",
  view = "Vault",
  redirect = function() -- moonroute: allow always_stops
    return false, "the vault opens at nine"
  end,
}

-- failed: the application has an error. A guard that raises one admits nobody.
router.route {
  name = "broken",
  path = "/broken",
  view = "Broken",
  redirect = function(state)
    return state.params.id > 0 -- moonroute: allow unknown_parameter, script_error
  end,
}

-- cancelled: the guard waits, and a newer link is opened in the meantime.
router.route {
  name = "slow",
  path = "/slow",
  view = "Slow",
  redirect = function()
    after(0, function()
      router.open("/page")
    end)
    sleep(5)
    return true -- moonroute: equivalent (nothing comes this far)
  end,
}

-- not_found: no route matches /nowhere. fell_back: none matches /gone either, but this handles it.
router.unmatched(function(state)
  if state.path == "/gone" then
    return "/page"
  end
end)
