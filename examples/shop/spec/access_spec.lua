--- The access of each person. A change of `access.snap` is a decision.

describe("the access", function()
  it("matches its snapshot", function()
    assert.access("access.snap")
  end)

  it("keeps visitors out of every page of the account", function()
    for location, people in pairs(access { persona = "visitor" }) do
      if location:find("^/account") then
        assert.equal("sent to /login?back=" .. location, people.visitor)
      end
    end
  end)
end)
