describe("GitHub's routes", function()
  it("are complete", function()
    assert.are.equal(154, #router.routes())
  end)

  it.each({
    { "/repos/apple/swift/issues", "repo.issues" },
    { "/orgs/apple/issues", "org.issues" },
    { "/user/issues", "me.issues" },
  })("%s is %s", function(link, name)
    assert.are.equal(name, router.match(link).name)
  end)

  it("return their methods", function()
    assert.handled(router.open("/repos/apple/swift/issues"), "GET POST /repos/:owner/:repo/issues")
  end)

  it("are grouped by tags", function()
    assert.handled(router.tagged("issues").open("/issues"))
    assert.not_found(router.tagged("gists").open("/issues"))
  end)
end)
