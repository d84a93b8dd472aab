describe("the café", function()
  before_each(app.reset)

  it("shows the menu and its dishes", function()
    assert.opened(router.open "/", "menu")
    assert.opened(router.open "/dish/7", "dish")
  end)

  it("keeps guests away from the till", function()
    app.persona "guest"
    assert.redirected(router.open "/till", { "/login" })
  end)
end)
