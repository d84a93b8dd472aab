local function message(fn)
  local ok, raised = pcall(fn)
  assert(not ok)
  return tostring(raised)
end

--- Nested tables with a number of levels.
local function nested(depth, value)
  for _ = 1, depth do
    value = { inner = value }
  end
  return value
end

--- Two cyclic tables that differ only in identity.
local function circle(value)
  local first, second = { value = value }, {}
  first.other, second.other = second, first
  return first
end

describe("same", function()
  it("looks into tables at every depth", function()
    assert.are.same(nested(1000, 1), nested(1000, 1))
    assert.are_not.same(nested(1000, 1), nested(1000, 2))
  end)

  it("ends for cyclic tables", function()
    assert.are.same(circle(1), circle(1))
    assert.are_not.same(circle(1), circle(2))
  end)

  it("looks at tables that are in many places", function()
    local function shared(value)
      for _ = 1, 12 do
        value = { value, value }
      end
      return value
    end
    assert.are.same(shared(1), shared(1))
    assert.are_not.same(shared(1), shared(2))
  end)

  it("compares numbers by value", function()
    assert.are.same({ 1, 2.0 }, { 1.0, 2 })
    assert.are_not.same({ 1 }, { "1" })
    assert.are_not.same({ 0 / 0 }, { 0 / 0 })
  end)

  it("sees keys that only one of the two has", function()
    assert.are_not.same({ 1 }, { 1, 2 })
    assert.are_not.same({ 1, 2 }, { 1 })
    assert.are_not.same({ a = false }, {})
    assert.are_not.same({}, { a = false })
  end)

  it("asks a common __eq below the top", function()
    local metatable = {
      __eq = function(a, b)
        return a.id == b.id
      end,
    }
    local function make(id, note)
      return setmetatable({ id = id, note = note }, metatable)
    end
    assert.are.same({ make(1, "a") }, { make(1, "b") })
    assert.are_not.same({ make(1) }, { make(2) })
    assert.are_not.same(make(1, "a"), make(1, "b"))
  end)
end)

describe("a table in a message", function()
  it("has its keys in one order, numbers first", function()
    local text = message(function()
      assert.is_nil({ b = 1, [2] = 2, a = 3, [1] = 4, [true] = 5 })
    end)
    local places = {}
    for _, key in ipairs({ "[1] = 4", "[2] = 2", "[true] = 5", "[a] = 3", "[b] = 1" }) do
      places[#places + 1] = text:find(key, 1, true)
    end
    assert.are.equal(5, #places)
    assert.is_true(places[1] < places[2] and places[4] < places[5])
  end)

  it("has many keys in order as well", function()
    local t = {}
    for i = 1, 50 do
      t[("key%02d"):format(i * 37 % 50)] = i
    end
    local text = message(function()
      assert.is_nil(t)
    end)
    local keys = {}
    for key in text:gmatch("%[(key%d+)%]") do
      keys[#keys + 1] = key
    end
    assert.are.equal(50, #keys)
    for i = 2, #keys do
      assert.is_true(keys[i - 1] < keys[i])
    end
  end)

  it("is cut off below some levels", function()
    local text = message(function()
      assert.is_nil(nested(6, 1))
    end)
    assert.matches("{ ...", text, 1, true)
  end)

  it("can be written to any depth", function()
    local snapshot = assert:snapshot()
    assert:set_parameter("TableFormatLevel", -1)
    local text = message(function()
      assert.is_nil(nested(8, "deep down"))
    end)
    snapshot:revert()
    assert.matches("deep down", text, 1, true)
  end)
end)
