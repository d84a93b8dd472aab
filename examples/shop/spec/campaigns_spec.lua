describe("a short link", function()
  before_each(app.reset)

  it("leads where it says", function()
    assert.redirected(router.open("/s/c0de"), { "/collection/summer/linen" })
    assert.top("collection")
  end)

  it("expires", function()
    assert.intercepted(router.open("/s/ffff"), "this short link has expired")
  end)
end)

describe("a poster", function()
  before_each(app.reset)

  it("leads to what it shows, however its word is written", function()
    assert.redirected(router.open("/q/SPRING26"), { "/product/8" })
    assert.redirected(router.open("/Q/tea"), { "/category/茶" })
  end)

  it("of last year leads home", function()
    assert.redirected(router.open("/q/AUTUMN25"), { "/" })
  end)
end)

describe("a campaign", function()
  before_each(app.reset)

  it("is remembered from any link that names one, and from no other", function()
    local track = stub(host, "track")
    router.open("/product/7")
    assert.is_nil(session.campaign)
    assert.stub(track).was_not.called()
    assert.opened(router.open("/product/8?utm_campaign=spring&utm_source=mail"), "product")
    assert.are.equal("spring", session.campaign)
    assert.stub(track).was.called_with("campaign", { name = "spring", source = "mail" })
  end)

  it("is remembered from an old link, too, before that becomes another", function()
    router.open("/cart?utm_campaign=spring")
    assert.top("basket")
    assert.are.equal("spring", session.campaign)
  end)

  it("that points at itself is told of", function()
    local outcome = router.open("/summer-sale")
    assert.failed(outcome, "redirect_loop")
    assert.matches("/summer%-sale → /sale%-summer → /summer%-sale", outcome.error.message)
  end)
end)

describe("a gift", function()
  before_each(app.reset)

  it("is for somebody who is logged in", function()
    local link = "/gift/spring-12-a1b2"
    assert.redirected(router.open(link), { "/login?back=" .. link })
    app.persona "mei"
    assert.opened(router.open(link), "gift")
    assert.are.equal("A gift for mei", stage.top().title)
  end)
end)

describe("an invitation", function()
  before_each(app.reset)

  it("comes over what is there, in a stack of its own", function()
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
