--- Products, and the account, which requires a login.

router.route({
  name = "product",
  path = "/product/:id<int>",
  view = function(state)
    return screen({ "Product", title = ("Product %d"):format(state.params.id) })
  end,
})

router.route({ name = "account", path = "/account", view = "Account" })

router.guard("account", function()
  if host.is_known(session.user) then
    return true
  end
  return router.to("login")
end)
