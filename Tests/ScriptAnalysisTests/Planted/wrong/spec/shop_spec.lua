describe("the shop", function()
  it.only("opens", function() -- --> [focused_spec] 3: 'it.only' keeps other specs from running. Write 'it'.
    local outcome = router.open("/product/1")
    assert.opened(outcome, "prodct") -- --> [unknown_name] 28: No route is named 'prodct'. Did you mean 'product'?
    host.replies { ["GET/shop"] = {} } -- --> [bad_argument] 21: 'GET/shop' is not a request. Write 'GET /shop'.
    assert.requested("get /shop") -- --> [bad_argument] 22: 'get /shop' is not a request. Write 'GET /shop'.
    it.each {
      { 1, "a" },
      { 2 }, -- --> [wrong_arguments] 7: This row has 1 entry, and the other rows have 2.
      { 3, "c", nil },
    } ("%s", print)
    local seen = spy.new(print)
    assert.spy(seen) -- --> [uncalled_assertion] 5: This asserts nothing. Add '.was_called()'.
    for _, link in ipairs { "/", "/Login", "/here", "/order/7", "/sum", "/account", "/back", "/page/1/2", "/names", "/ad" } do
      router.open(link)
    end
    router.open(router.to("offer"))
    router.open(router.to("login"))
  end)
end)
