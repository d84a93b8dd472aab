describe("a short link", function()
  before_each(app.reset)

  it("opens its destination", function()
    assert.redirected(router.open("/s/c0de"), { "/collection/summer/linen" })
    assert.top("collection")
  end)

  it("expires", function()
    assert.intercepted(router.open("/s/ffff"), "this short link has expired")
  end)
end)

describe("a poster", function()
  before_each(app.reset)

  it("opens its product in any spelling", function()
    assert.redirected(router.open("/q/SPRING26"), { "/product/8" })
    assert.redirected(router.open("/Q/tea"), { "/category/茶" })
  end)

  it("of last year opens the home page", function()
    assert.redirected(router.open("/q/AUTUMN25"), { "/" })
  end)
end)

describe("a campaign", function()
  before_each(app.reset)

  it("is remembered only from links that contain one", function()
    local track = stub(host, "track")
    router.open("/product/7")
    assert.is_nil(session.campaign)
    assert.stub(track).was_not.called()
    assert.opened(router.open("/product/8?utm_campaign=spring&utm_source=mail"), "product")
    assert.are.equal("spring", session.campaign)
    assert.stub(track).was.called_with("campaign", { name = "spring", source = "mail" })
  end)

  it("is remembered from an old link before its redirect", function()
    router.open("/cart?utm_campaign=spring")
    assert.top("basket")
    assert.are.equal("spring", session.campaign)
  end)

  it("that redirects to itself is reported", function()
    local outcome = router.open("/summer-sale")
    assert.failed(outcome, "redirect_loop")
    assert.matches("/summer%-sale → /sale%-summer → /summer%-sale", outcome.error.message)
  end)
end)

describe("a gift", function()
  before_each(app.reset)

  it("requires a login", function()
    local link = "/gift/spring-12-a1b2"
    assert.redirected(router.open(link), { "/login?back=" .. link })
    app.persona "mei"
    assert.opened(router.open(link), "gift")
    assert.are.equal("A gift for mei", stage.top().title)
  end)
end)

describe("an invitation", function()
  before_each(app.reset)

  it("covers the current screen, in its own stack", function()
    router.open("/")
    router.open("/invite/@lena")
    assert.stage([[
      window
      └─ stack
         ├─ Welcome  /
         └─ present: stack
            └─ lena invites you  /invite/@lena  ◀ top
    ]])
  end)
end)
