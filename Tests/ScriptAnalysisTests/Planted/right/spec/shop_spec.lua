describe("the shop", function()
  it("opens", function()
    local outcome = router.open("/product/1")
    assert.opened(outcome, "product")
    host.replies { ["GET /shop/:id"] = { open = true }, ["PUT https://example.com/"] = 1 }
    assert.requested("GET /shop/7", { times = 1 })
    it.each { { 1, "a" }, { 2, print() }, { 3, "b" } }("%s", print)
    local seen = spy.new(print)
    assert.spy(seen).was_called()
    for _, link in ipairs { "/", "/sign-in", "/here", "/order/7", "/sum", "/account", "/back", "/page/1/2", "/names" } do
      router.open(link)
    end
    router.open(router.to("offer"))
    router.open(router.to("login"))
    router.open("/stores")
  end)
end)
