local basket = require("basket")

describe("the basket", function()
  before_each(function()
    app.reset()
    basket = require("basket")
  end)

  it("is filled by links", function()
    assert.handled(router.open("/basket/add/7?quantity=2"), { 2, 2 })
    assert.are.equal(2, basket.count())
  end)

  it("is not presented over itself", function()
    router.open("/basket/add/7?show=1")
    local page = stage.top()
    router.open("/basket/add/7")
    assert.opened(router.open("/basket"), "basket")
    assert.are.equal(page, stage.top())
    assert.are.equal("Basket (2)", stage.top().title)
    assert.are.equal(1, #stage.screens())
  end)

  it("refuses sold-out products", function()
    local outcome = router.open("/basket/add/9")
    assert.are.equal("intercepted", outcome.status)
    assert.matches("sold out", outcome.reason)
  end)

  it("refuses unknown products", function()
    local outcome = router.open("/basket/add/99")
    assert.intercepted(outcome, "product 99 is not in the catalog")
  end)

  it("refuses a quantity that is not a positive whole number", function()
    for _, quantity in ipairs { "0", "-1", "1.5", "two" } do
      local outcome = router.open("/basket/add/7?quantity=" .. quantity)
      assert.intercepted(outcome, ("quantity %q is not a positive whole number"):format(quantity))
    end
    assert.are.equal(0, basket.count())
  end)

  it("asks the program how much is in stock", function()
    stub(host, "stock").returns(0)
    assert.are.equal("intercepted", router.open("/basket/add/7").status)
  end)

  it.each({
    { "SPRING20", 20 },
    { "MEI10", 10 },
  })("takes the coupon %s for %s percent", function(code, percent)
    assert.handled(router.open("/basket/coupon/" .. code), percent)
  end)

  it("shows a page for an unknown coupon", function()
    assert.opened(router.open("/basket/coupon/NONE"), "coupon.unknown")
  end)
end)

describe("the checkout", function()
  before_each(app.reset)

  it("asks a visitor to log in first, with any basket", function()
    router.open("/basket/add/7")
    assert.redirected(router.open("/checkout"), { "/login?back=/checkout" })
  end)

  it("starts with something in the basket", function()
    session.user = "mei"
    assert.redirected(router.open("/checkout"), { "/basket" })
    router.open("/basket/add/7")
    assert.opened(router.open("/checkout"), "checkout")
  end)

  it("shows a bank's page over everything, and the others as one more step", function()
    app.persona "mei"
    router.open("/basket/add/7")
    router.open("/")
    assert.are.equal("push", router.open("/checkout/payment/alipay").animator)
    assert.are.equal("present", router.open("/checkout/payment/card").animator)
  end)

  it("ends with nothing to go back to", function()
    app.persona "mei"
    router.open("/basket/add/7")
    router.go("/checkout/address")
    router.open("/checkout/done/1042")
    assert.stage([[
      window
      └─ stack
         └─ Order 1042  /checkout/done/1042  ◀ top
    ]])
  end)
end)
