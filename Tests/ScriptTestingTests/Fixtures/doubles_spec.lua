local match = require("luassert.match")

describe("spies", function()
  it("remember their calls", function()
    local s = spy.new(function(a, b)
      return a + b
    end)
    assert.are.equal(3, s(1, 2))
    assert.spy(s).was.called()
    assert.spy(s).was.called(1)
    assert.spy(s).was_called_with(1, 2)
    assert.spy(s).was_not.called_with(1)
    assert.spy(s).returned_with(3)
    assert.spy(s).was.called_at_least(1)
    assert.spy(s).was.called_at_most(1)
    assert.spy(s).was.called_more_than(0)
    assert.spy(s).was.called_less_than(2)
    s:clear()
    assert.spy(s).was_not_called()
  end)

  it("replace a field of a table until they are reverted", function()
    local t = {
      greet = function(name)
        return "hello " .. name
      end,
    }
    local original = t.greet
    local s = spy.on(t, "greet")
    assert.are.equal("hello you", t.greet("you"))
    assert.spy(t.greet).was.called_with("you")
    s:revert()
    assert.are.equal(original, t.greet)
  end)

  it("keep the original arguments", function()
    local s = spy.new(function() end)
    local t = { 1 }
    s(t)
    t[1] = 2
    assert.spy(s).was.called_with({ 1 })
    assert.are.equal(t, s.calls[1].refs[1])
    assert.are.same({ 1 }, s.calls[1].vals[1])
  end)

  it("count the arguments, including nil", function()
    local s = spy.new(function() end)
    s(1)
    assert.spy(s).was_not.called_with(1, nil)
    assert.spy(s).was_not.called_with(1, match._)
    assert.spy(s).was.called_with(spy._)
  end)

  it("are distinguished", function()
    assert.is_true(spy.is_spy(spy.new(print)))
    assert.is_false(spy.is_spy(print))
  end)
end)

describe("stubs", function()
  it("return the given values", function()
    local t = {
      price = function()
        error("not to be called")
      end,
    }
    stub(t, "price").returns(7)
    assert.are.equal(7, t.price())
    t.price.on_call_with("sale").returns(3)
    assert.are.equal(3, t.price("sale"))
    assert.are.equal(7, t.price("other"))
    t.price.by_default.invokes(function(a)
      return a
    end)
    assert.are.equal("x", t.price("x"))
    assert.stub(t.price).was.called(4)
    t.price:revert()
  end)

  it("answer with the first case that matches, as in luassert", function()
    local t = { f = print }
    stub(t, "f").returns("none")
    t.f.on_call_with(match.is_string()).returns("text")
    t.f.on_call_with("a").returns("a")
    local case = t.f.on_call_with(1)
    t.f.on_call_with(match._).returns("any")
    assert.equal("text", t.f("a"))
    assert.equal("any", t.f(1), "a case without an answer does not count")
    case.returns("one")
    assert.equal("any", t.f(1), "a case counts from its first answer on")
    assert.equal("none", t.f(1, 2))
    local other = stub.new()
    local again = other.on_call_with(1)
    again.returns("first")
    again.invokes(function(n)
      return n + 1
    end)
    assert.equal(2, other(1))
  end)

  it("return nothing by default", function()
    local t = { f = print }
    stub(t, "f")
    assert.is_nil(t.f())
    t.f:revert()
    assert.are.equal(print, t.f)
  end)

  it("work without a table", function()
    local s = stub.new()
    s(1)
    assert.stub(s).was.called_with(1)
  end)
end)

describe("mocks", function()
  it("replace all functions of a table", function()
    local t = {
      one = function()
        return 1
      end,
      inner = {
        two = function()
          return 2
        end,
      },
    }
    local m = mock(t)
    assert.are.equal(1, m.one())
    assert.spy(m.one).was.called(1)
    mock.clear(m)
    assert.spy(m.one).was_not.called()
    mock.revert(m)
    local s = mock(t, true)
    assert.is_nil(s.inner.two())
    mock.revert(s)
    assert.are.equal(2, t.inner.two())
  end)
end)

describe("snapshots", function()
  it("restore the functions that spies replaced", function()
    local t = { f = print }
    local snapshot = assert:snapshot()
    stub(t, "f")
    assert.are_not.equal(print, t.f)
    snapshot:revert()
    assert.are.equal(print, t.f)
  end)

  it("put back parameters", function()
    local snapshot = assert:snapshot()
    assert:set_parameter("TableFormatLevel", 7)
    assert.are.equal(7, assert:get_parameter("TableFormatLevel"))
    snapshot:revert()
    assert.are.equal(3, assert:get_parameter("TableFormatLevel"))
  end)
end)

describe("matchers", function()
  local s
  before_each(function()
    s = spy.new(function() end)
    s(1, "text", { a = 1 })
  end)

  it("represent values", function()
    assert.spy(s).was.called_with(match._, match.is_string(), match.is_table())
    assert.spy(s).was_not.called_with(match.is_string(), match._, match._)
    assert.spy(s).was.called_with(match.is_not.string(), match.matches("^t"), match.same({ a = 1 }))
    assert.spy(s).was.called_with(match.is_equal(1), match._, match._)
  end)

  it("are put together", function()
    local any = match.is_any_of(match.is_number(), match.is_string())
    assert.is_true(any(1))
    assert.is_true(any(""))
    assert.is_false(any({}))
    local all = match.is_all_of(match.is_number(), match.near(1, 0.5))
    assert.is_true(all(1.2))
    assert.is_false(all(2))
    local none = match.is_none_of(match.is_number(), match.is_string())
    assert.is_true(none({}))
    assert.is_false(none(1))
  end)

  it("know the very same table", function()
    local t = {}
    assert.is_true(match.is_ref(t)(t))
    assert.is_false(match.is_ref(t)({}))
  end)
end)

describe("arguments with objects as keys", function()
  local key = {}
  local set = { [key] = true, [print] = { key } }

  it("equal the arguments that a spy has kept", function()
    local s = spy.new(function(value)
      return value
    end)
    s(set)
    assert.spy(s).was.called_with(set)
    assert.spy(s).was.called_with({ [key] = true, [print] = { {} } })
    assert.spy(s).was_not.called_with({ [{}] = true, [print] = { {} } })
    assert.spy(s).returned_with(set)
  end)

  it("select the answer of a stub", function()
    local t = { f = function() end }
    stub(t, "f").returns(0)
    t.f.on_call_with(set).returns(7)
    assert.equal(7, t.f(set))
    assert.equal(0, t.f({ [{}] = true, [print] = { {} } }))
  end)

  it("include objects of classes that know their subclasses", function()
    local base = { subclasses = setmetatable({}, {}) }
    local class = { super = base }
    base.subclasses[class] = true
    local object = setmetatable({ class = class }, { __index = class })
    local s = spy.new(function() end)
    s(object)
    assert.spy(s).was.called_with(object)
  end)

  it("survive a deep copy", function()
    local util = require("luassert.util")
    assert.is_true(util.deepcopy(set)[key])
    assert.are_not.equal(set[print], util.deepcopy(set)[print])
  end)
end)

describe("the metatables of doubles", function()
  local function is_callable(value)
    return getmetatable(value) ~= nil and type(getmetatable(value).__call) == "function"
  end

  it("show that they can be called", function()
    local t = mock({ f = function() end, g = { h = function() end } })
    local u = { f = function() end }
    stub(u, "f")
    for _, value in ipairs({ spy.new(print), u.f, t.f, t.g.h, assert, match._ }) do
      assert.is_true(is_callable(value))
    end
    assert.is_false(is_callable({}))
  end)

  it("must be in the metatable itself, as in Lua", function()
    local callable = require("luassert.util").callable
    local call = { __call = function() end }
    assert.is_true(callable(setmetatable({}, call)))
    assert.is_false(callable(setmetatable({}, setmetatable({}, { __index = call }))))
  end)

  it("call them", function()
    local s = spy.new(function(value)
      return value + 1
    end)
    assert.equal(3, getmetatable(s).__call(s, 2))
    assert.spy(s).was.called_with(2)
  end)
end)
