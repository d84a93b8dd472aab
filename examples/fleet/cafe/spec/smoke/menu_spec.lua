describe("the café", function()
  before_each(app.reset)

  it("shows the menu and its dishes", function()
    assert.opened(router.open "/", "menu")
    assert.opened(router.open "/dish/7", "dish")
  end)

  it("sells as many cakes as it has", function()
    assert.handled(router.open "/buy", "1 left")
    assert.handled(router.open "/buy", "0 left")
    assert.handled(router.open "/buy", "sold out")
  end)
end)
