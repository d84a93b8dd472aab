describe("the pages behind the login", function()
  before_each(app.reset)

  it("send a visitor to the login first", function()
    router.open("/")
    local outcome = router.open("/account/orders")
    assert.opened(outcome, "login")
    assert.are.equal("/account/orders", tostring(outcome.query.back))
  end)

  it("are opened from the login's mail", function()
    local outcome = router.open("/login/mail/5f0c9a77d1?back=/account/orders")
    assert.redirected(outcome, { "/account/orders" })
    assert.opened(outcome, "orders")
    assert.are.equal("mei", session.user)
  end)

  it.each {
    { "https://evil.example/account/orders" },
    { "https://shop.example.com.evil.example/account/orders" },
    { "//evil.example/account/orders" },
    { "mailto:mei@shop.example.com" },
    { "orders" },
    { "/no/such/page" },
  }("do not return to %s, which is not ours", function(back)
    stub(host, "verify_token").returns("mei")
    local link = router.location("https://shop.example.com/login/mail/5f0c9a77d1")
    local outcome = router.open(link:with { query = { back = back } })
    assert.redirected(outcome, { "/" })
    assert.opened(outcome, "home")
  end)

  it("return to our own host", function()
    stub(host, "verify_token").returns("mei")
    local back = "https://www.shop.example.com/account/orders"
    local outcome = router.open("/login/mail/aa?back=" .. back)
    assert.redirected(outcome, { back })
    assert.opened(outcome, "orders")
  end)

  it("disappear after a logout", function()
    session.user = "mei"
    router.open("/")
    router.go("/account/orders")
    assert.handled(router.open("/logout"), "mei")
    assert.top("login")
    assert.is_nil(stage.find("orders"))
    assert.are.equal("/account/orders", stage.top().back)
  end)

  it("show the login for the first link as well", function()
    assert.opened(router.open("/account/orders"), "login")
    assert.stage([[
      window
      └─ stack
         └─ Log in  /login?back=/account/orders  ◀ top
    ]])
  end)

  it("need no login for a person who is logged in", function()
    session.user = "mei"
    assert.redirected(router.open("/login?back=/account/orders"), { "/account/orders" })
    assert.redirected(router.open("/login"), { "/" })
  end)

  it("show the login over the current screen", function()
    router.open("/")
    router.open("/account/orders")
    assert.stage([[
      window
      └─ stack
         ├─ Welcome  /
         └─ present: stack
            └─ Log in  /login?back=/account/orders  ◀ top
    ]])
  end)

  it("refuse an expired link", function()
    assert.intercepted(router.open("/login/mail/ffff"), "this login link has expired")
    assert.is_nil(session.user)
  end)

  it("ask the program about the token", function()
    stub(host, "verify_token").returns("lena")
    assert.is_true(router.open("/login/mail/aa?back=/").ok)
    assert.are.equal("lena", session.user)
  end)

  it("admit only staff to the back office", function()
    assert.intercepted(router.open("/staff"), "staff only: nobody is logged in")
    session.user = "mei"
    assert.intercepted(router.open("/staff"), "staff only: mei is a customer")
    session.user = "jonas"
    assert.opened(router.open("/staff"), "staff")
  end)
end)
