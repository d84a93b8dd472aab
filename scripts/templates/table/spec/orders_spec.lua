describe("the table", function()
  it.each({
    { "/orders", "orders" },
    { "/orders/7", "order" },
    { "/orders/7/invoice.pdf", "invoice" },
  })("knows %s as %s", function(link, name)
    assert.equal(name, router.match(link).name)
  end)

  it("passes parameters to the program", function()
    assert.handled(router.open("/orders/7"), 'order {"order":7}')
  end)

  it("has no invoice in another format", function()
    assert.not_found(router.open("/orders/7/invoice.exe"))
  end)

  it("makes links from names", function()
    assert.equal("/orders/7", tostring(router.to("order", { order = 7 })))
    assert.equal("/orders?page=2", tostring(router.to("orders", {}, { page = 2 })))
    assert.equal(
      "/orders/7/invoice.pdf",
      tostring(router.to("invoice", { order = 7, form = "pdf" }))
    )
  end)
end)
