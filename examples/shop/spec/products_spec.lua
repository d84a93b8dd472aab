describe("a product", function()
  before_each(function()
    app.reset()
    router.open("/")
  end)

  it("that the shop does not sell is refused, with all pages below it", function()
    assert.intercepted(router.open("/product/99"), "product 99 is not in the catalog")
    assert.intercepted(router.open("/product/99/reviews"), "product 99 is not in the catalog")
  end)

  it("replaces another one on screen", function()
    router.open("/product/7")
    local page = stage.top()
    router.open("/product/8")
    assert.are.equal(page, stage.top())
    assert.are.equal("Rain jacket", page.title)
  end)

  it("has words in front of its number in links of search engines", function()
    assert.redirected(router.open("/product/linen-shirt-7"), { "/product/7" })
  end)

  it("shows a review, and all others instead of a deleted one", function()
    assert.opened(router.open("/product/7/review/1"), "product.review")
    assert.are.equal("By Mei", stage.top().title)
    assert.redirected(router.open("/product/7/review/9"), { "/product/7/reviews" })
    assert.top("product.reviews")
  end)

  it("is available to the pages of other people", function()
    local outcome = router.open("/embed/9.json")
    assert.are.equal("Enamel mug", json.decode(outcome.value).title)
    assert.fell_back(router.open("/embed/99.json"))
  end)
end)

describe("a link with a small mistake", function()
  before_each(app.reset)

  -- The type in angle brackets limits the values in a link.
  it.each({
    { "/product/mug" },
    { "/product/linen-shirt" },
    { "/product/7/reviews/page/two" },
    { "/product/7/review/best" },
    { "/product/7/sizes/jp" },
    { "/category/茶/by/colour" },
    { "/collection/Summer Sale" },
    { "/embed/mug.json" },
    { "/basket/add/mug" },
    { "/basket/remove/mug" },
    { "/p/mug" },
    { "/shop/kitchen/mug.html" },
    { "/s/my-code" },
    { "/newsletter/maybe/9d2f6a4e-3b1c-4e8a-9f57-0c1d2e3f4a5b" },
    { "/newsletter/confirm/mei" },
    { "/login/mail/my-token" },
    { "/指南/茶/第一章" },
  })("finds nothing at %s", function(link)
    local outcome = router.open(link)
    assert.fell_back(outcome)
    assert.redirected(outcome, {})
    assert.top("NotFound")
  end)

  it.each({
    { "/account/orders/latest" },
    { "/account/orders/1042/invoice.docx" },
    { "/account/returns/yesterday" },
    { "/checkout/payment/cash" },
    { "/checkout/done/today" },
    { "/staff/refund/latest/10" },
    { "/staff/refund/1042/all" },
  })("finds nothing at %s either, for an authorized person", function(link)
    app.persona "jonas"
    router.open("/basket/add/7")
    assert.fell_back(router.open(link))
    assert.top("NotFound")
  end)
end)
