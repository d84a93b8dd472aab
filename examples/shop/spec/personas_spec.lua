describe("a persona", function()
  before_each(app.reset)

  it.each({
    { "visitor", "/account/orders", "login" },
    { "mei", "/account/orders", "orders" },
    { "jonas", "/account/orders", "orders" },
    { "jonas", "/staff", "staff" },
  })("%s who opens %s gets %s", function(name, link, route)
    app.persona(name)
    assert.opened(router.open(link), route)
  end)

  it("who is not staff stays outside", function()
    app.persona "visitor"
    assert.intercepted(router.open("/staff"), "staff only: nobody is logged in")
    app.persona "mei"
    assert.intercepted(router.open("/staff"), "staff only: mei is a customer")
  end)

  it("keeps the pages of the previous one", function()
    app.persona "jonas"
    router.open("/")
    router.go("/account/orders")
    app.persona "visitor"
    assert.is_nil(stage.find("orders"))
    assert.top("login")
  end)
end)
