--- The functions of `require "busted"` for specs and helpers, and the effects of exposed blocks.
local busted = require("busted")

describe("subscribers", function()
  local heard, subscription = {}, nil

  setup(function()
    subscription = busted.subscribe({ "test", "end" }, function(element, parent, status)
      heard[#heard + 1] = ("%s, %s: %s"):format(parent.name, element.name, status)
      assert.are.equal(parent, busted.parent(element))
      assert.are.equal("it", element.descriptor)
      return nil, true
    end)
  end)

  teardown(function()
    assert.are.equal(2, #heard)
    assert.are.equal(subscription, busted.unsubscribe(subscription.id, { "test", "end" }))
  end)

  it("wait", function() end)

  it("are notified of the end of a test", function()
    assert.are.same({ "subscribers, wait: success" }, heard)
  end)
end)

describe("a published event", function()
  it("reaches listeners on its path and above, until they unsubscribe", function()
    local words = {}
    local function hear(word)
      words[#words + 1] = word
      return nil, true
    end
    local one = busted.subscribe({ "events_spec", "word" }, hear)
    local all = busted.subscribe({ "events_spec" }, hear)
    busted.publish({ "events_spec", "word" }, "a")
    busted.unsubscribe(one.id, { "events_spec", "word" })
    busted.publish({ "events_spec", "word" }, "b")
    busted.unsubscribe(all.id, { "events_spec" })
    busted.publish({ "events_spec", "word" }, "c")
    assert.are.same({ "a", "a", "b" }, words)
  end)
end)

describe("busted", function()
  it("cannot be changed", function()
    assert.has_error(function()
      busted.it = nil
    end)
    assert.has_error(function()
      busted.mine = 1
    end)
    assert.is_function(busted.parent)
    assert.is_nil(busted.file)
  end)
end)

describe("an exposed block", function()
  insulate("in an insulated one", function()
    expose("inside", function()
      _G.exposed = 2
      package.loaded.exposed = 2
    end)

    it("contains the following blocks", function()
      _G.insulated = 1
      package.loaded.insulated = 1
    end)
  end)

  it("keeps its changes", function()
    assert.is_nil(_G.insulated)
    assert.is_nil(package.loaded.insulated)
    assert.are.equal(2, _G.exposed)
    assert.are.equal(2, package.loaded.exposed)
  end)
end)
