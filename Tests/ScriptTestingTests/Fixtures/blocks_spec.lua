local log = {}

describe("hooks", function()
  setup(function()
    log = {}
    table.insert(log, "setup")
  end)
  before_each(function()
    table.insert(log, "outer before")
  end)
  after_each(function()
    table.insert(log, "outer after")
  end)

  describe("inside", function()
    before_each(function()
      table.insert(log, "inner before")
    end)
    after_each(function()
      table.insert(log, "inner after 1")
    end)
    after_each(function()
      table.insert(log, "inner after 2")
    end)
    it("run from the outside in, and back", function()
      finally(function()
        table.insert(log, "finally")
      end)
      table.insert(log, "test")
    end)
  end)

  teardown(function()
    assert.are.same({
      "setup",
      "outer before",
      "inner before",
      "test",
      "finally",
      "inner after 1",
      "inner after 2",
      "outer after",
    }, log)
  end)
end)

describe("set-ups", function()
  local counts = { strict = 0, lazy = 0, each = 0 }
  setup(function()
    counts.strict = counts.strict + 1
  end)
  lazy_setup(function()
    counts.lazy = counts.lazy + 1
  end)
  before_each(function()
    counts.each = counts.each + 1
  end)
  it("run once", function()
    assert.are.same({ strict = 1, lazy = 1, each = 1 }, counts)
  end)
  it("run once for all tests", function()
    assert.are.same({ strict = 1, lazy = 1, each = 2 }, counts)
  end)
end)

describe("bodies", function()
  local order = { "outer" }
  describe("of blocks", function()
    table.insert(order, "inner")
    it("run in their turn", function()
      assert.are.same({ "outer", "inner" }, order)
    end)
  end)
  describe("of later blocks", function()
    table.insert(order, "later")
    it("run after the tests before", function()
      assert.are.same({ "outer", "inner", "later" }, order)
    end)
  end)
end)

describe("globals", function()
  setup(function()
    shared = "from the set-up"
  end)
  it("that a set-up sets are seen by the tests", function()
    assert.are.equal("from the set-up", shared)
    own = 1
    assert.are.equal(1, own)
  end)
  it("that a test sets end with it", function()
    assert.is_nil(own)
  end)
  it("do not reach the real ones", function()
    assert.is_nil(_G.shared)
  end)
end)

it("globals of a block end with it", function()
  assert.is_nil(shared)
end)

insulate("an insulated block", function()
  it("sets a real global", function()
    _G.leaked = true
    assert.is_true(_G.leaked)
  end)
end)

it("an insulated block puts the real globals back", function()
  assert.is_nil(_G.leaked)
end)

expose("an exposed block", function()
  setup(function()
    _G.exposed = true
  end)
  it("sets a real global", function()
    assert.is_true(_G.exposed)
  end)
end)

it("an exposed block leaves the real globals", function()
  assert.is_true(_G.exposed)
  _G.exposed = nil
end)

it("words inside a test are errors", function()
  assert.has_error(function()
    describe("x", function() end)
  end)
end)

describe("require", function()
  it("knows our modules", function()
    assert.are.equal(assert, require("luassert"))
    assert.are.equal(spy, require("luassert.spy"))
    assert.are.equal(stub, require("luassert.stub"))
    assert.are.equal(mock, require("luassert.mock"))
    assert.is_table(require("say"))
    assert.is_function(require("busted").fail)
    require("busted.runner")()
  end)
end)
