--- The rules that the specs test.

router.route {
  name = "greet",
  path = "/greet/:name",
  action = function(state)
    return "Hello, " .. state.params.name .. "!"
  end,
}

router.route {
  name = "cost",
  path = "/cost/:sku",
  action = function(state)
    return host.price(state.params.sku)
  end,
}

router.route {
  name = "vault",
  path = "/vault",
  view = "Vault",
  redirect = function()
    sleep(5)
    if not host.is_open() then
      return false, "the vault is closed"
    end
  end,
}
