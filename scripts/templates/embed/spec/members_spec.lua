describe("members", function()
  before_each(app.reset)

  it("see their profile", function()
    assert.opened(router.open("/profile/mei"), "profile")
  end)

  it("are recognized by the program", function()
    assert.intercepted(router.open("/profile/eve"), "eve is not a member")
    stub(host, "is_member").returns(true)
    assert.opened(router.open("/profile/eve"), "profile")
  end)

  it("start at home, and go on to their profile", function()
    assert.opened(router.open("/"), "home")
    assert.equal("push", router.open("/profile/mei").animator)
  end)
end)
