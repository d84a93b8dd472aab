describe("members", function()
  before_each(app.reset)

  it("see their profile", function()
    assert.opened(router.open("/profile/mei"), "profile")
  end)

  it("are told apart by the program", function()
    assert.intercepted(router.open("/profile/eve"), "eve is no member")
    stub(host, "is_member").returns(true)
    assert.opened(router.open("/profile/eve"), "profile")
  end)

  it("come home, and from there to their profile", function()
    assert.opened(router.open("/"), "home")
    assert.equal("push", router.open("/profile/mei").animator)
  end)
end)
