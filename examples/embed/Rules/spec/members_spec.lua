describe("members", function()
  before_each(app.reset)

  it("see their profile", function()
    assert.opened(router.open("/profile/mei"), "profile")
  end)

  it("open home in its own stack", function()
    router.open("/profile/mei")
    router.open("/")
    assert.stage([[
      window
      └─ stack
         └─ Home  /  ◀ top
    ]])
  end)

  it("see their balance", function()
    assert.handled(router.open("/balance/mei"), "120 points")
  end)

  it("are the only people with a balance", function()
    assert.intercepted(router.open("/balance/jonas"), "jonas is not a member")
  end)

  it("are recognized by the program", function()
    assert.intercepted(router.open("/profile/jonas"), "jonas is not a member")
    local is_member = stub(host, "is_member")
    is_member.returns(true)
    assert.opened(router.open("/profile/jonas"), "profile")
    assert.stub(is_member).was.called_with("jonas")
  end)
end)
