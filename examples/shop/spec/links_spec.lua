describe("old links", function()
  before_each(app.reset)

  it.each({
    { "/index.html", "home" },
    { "/cart", "basket" },
    { "/p/7", "product" },
    { "/item.php?id=21", "product" },
    { "shop://product/7", "product" },
    { "https://shop.example.com/product/7/", "product" },
  })("%s leads to %s", function(link, name)
    assert.opened(router.open(link), name)
  end)

  it("without a number lead nowhere", function()
    assert.intercepted(router.open("/item.php?sid=1"), "an old link without a product number")
  end)

  it("set the language", function()
    assert.opened(router.open("/zh/product/21"), "product")
    assert.are.equal("zh", session.language)
  end)
end)

describe("links that fit no route", function()
  before_each(app.reset)

  it("are searched for when they are one word", function()
    assert.fell_back(router.open("/linen"), "search")
  end)

  it("show a page when they are ours", function()
    assert.fell_back(router.open("/no/such/page"))
    assert.top("NotFound")
  end)

  it("stay not found when they are not", function()
    assert.not_found(router.open("mailto:somebody@example.com"))
  end)
end)
