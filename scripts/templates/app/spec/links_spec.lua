describe("the links", function()
  before_each(app.reset)

  it("lead home", function()
    assert.opened(router.open("/"), "home")
  end)

  it("lead to a product", function()
    router.open("/")
    assert.opened(router.open("/product/7"), "product")
    assert.equal("Product 7", stage.top().title)
  end)

  it("ask for a login before the account", function()
    router.open("/")
    assert.redirected(router.open("/account"), { "/login" })
    session.user = "mei"
    assert.opened(router.open("/account"), "account")
  end)
end)
