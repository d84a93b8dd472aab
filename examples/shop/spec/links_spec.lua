describe("old links", function()
  before_each(app.reset)

  it.each({
    { "/index.html", "home" },
    { "/cart", "basket" },
    { "/p/7", "product" },
    { "/item.php?id=21", "product" },
    { "/shop/kitchen/9.html", "product" },
    { "/amp/product/7", "product" },
    { "shop://product/7", "product" },
    { "https://shop.example.com/product/7/", "product" },
  })("%s leads to %s", function(link, name)
    assert.opened(router.open(link), name)
  end)

  it("home leave nothing to go back to", function()
    router.open("/product/7")
    router.open("/basket")
    router.open("/index.html")
    assert.are.equal(1, stage.depth())
    assert.top("home")
  end)

  it("without a number are refused", function()
    assert.intercepted(router.open("/item.php?sid=1"), "an old link without a product number")
  end)

  it("set the language", function()
    assert.opened(router.open("/zh/product/21"), "product")
    assert.are.equal("zh", session.language)
    router.open("/de/product/7")
    assert.are.equal("de", session.language)
  end)

  it("in an unknown language are not found", function()
    assert.fell_back(router.open("/it/product/7"))
    assert.is_nil(session.language)
  end)
end)

describe("links without a route", function()
  before_each(app.reset)

  it("start a search if they are one word", function()
    assert.fell_back(router.open("/linen"), "search")
    assert.are.equal("“linen”: 1", stage.top().title)
  end)

  it("show a page if they are ours", function()
    assert.fell_back(router.open("/no/such/page"))
    assert.top("NotFound")
  end)

  it("stay not found if they are not", function()
    assert.not_found(router.open("mailto:somebody@example.com"))
    assert.not_found(router.open("https://elsewhere.example.com/linen"))
  end)
end)
