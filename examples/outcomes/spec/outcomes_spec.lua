describe("an open", function()
  before_each(app.reset)

  it("is opened when a screen is on the stage", function()
    assert.opened(router.open("/page"), "page")
    assert.top("page")
    assert.stage([[
      window
      └─ Page  /page  ◀ top
    ]])
  end)

  it("is handled when an action returns", function()
    assert.handled(router.open("/sum/40/2"), 42)
  end)

  it("is intercepted when a guard stops it", function()
    assert.intercepted(router.open("/vault"), "the vault opens at nine")
  end)

  it("fails when a guard raises an error", function()
    assert.failed(router.open("/broken"), "script_error")
    assert.is_nil(stage.top())
  end)

  it("is cancelled by a newer one", function()
    assert.cancelled(router.open("/slow"))
    assert.top("page")
  end)

  it("is not found if no route matches", function()
    assert.not_found(router.open("/nowhere"))
    assert.not_found(router.open("/sum/forty/2"))
    assert.not_found(router.open("/sum/40/two"))
  end)

  it("falls back to a substitute", function()
    assert.fell_back(router.open("/gone"), "page")
  end)
end)
