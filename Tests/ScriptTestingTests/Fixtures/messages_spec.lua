--- Parts of luassert's messages that specs compare, and the formatting of values in them.
local util = require("luassert.util")

local function raised(fn, ...)
  local ok, value = pcall(fn, ...)
  assert(not ok)
  return tostring(value)
end

local function written(value, options)
  return assert:format({ value, n = 1, fmtargs = { options } })[1]
end

local function has(text, part)
  assert.is_truthy(text:find(part, 1, true), text)
end

describe("a message", function()
  it("shows the passed value, then the expected one", function()
    has(raised(assert.are.equal, 1, "1"), "Passed in:\n(string) '1'\nExpected:\n(number) 1")
    has(raised(assert.is_true, 1), "Passed in:\n(number) 1\nExpected:\n(boolean) true")
    has(raised(assert.is_string, 1), "Passed in:\n(number) 1\nExpected:\ntype string")
    has(raised(assert.are_not.equal, 1, 1), "Passed in:\n(number) 1\nDid not expect:\n(number) 1")
  end)

  it("shows the caught error", function()
    local function fail()
      error("broken")
    end
    has(raised(assert.has_error, function() end), "Caught:\n(no error)\nExpected:\n(error)")
    has(
      raised(assert.has_error, function() end, "text"),
      "Caught:\n(no error)\nExpected:\n(string) 'text'"
    )
    has(raised(assert.has_error, fail, {}), "Caught:\n(string) 'broken'\nExpected:\n(table: ")
  end)

  it("shows the arguments of a spy's calls", function()
    local s = spy.new()
    has(
      raised(assert.spy(s).was.called_with, "a", nil),
      "Function was never called with matching arguments.\n"
        .. "Called with (last call if any):\n(nil)\n"
        .. "Expected:\n(values list) ((string) 'a', (nil))"
    )
    s("a", 2)
    s(1)
    has(
      raised(assert.spy(s).was_not.called_with, match.is_string(), 2),
      "(values list) ((string) 'a', "
    )
    has(raised(assert.spy(s).was_not.called_with, match.no.string()), "(matcher) no.string()")
  end)

  it("begins with one of the spec's own", function()
    local reads = setmetatable({}, {
      __tostring = function()
        return "it reads"
      end,
    })
    has(raised(assert.is_true, false, reads), "it reads\n")
    has(raised(assert.unique, { { 1 }, { 1 } }, "once only", true), "once only\n")
    has(raised(assert.spy(spy.new(), "not called").was.called), "not called\n")
  end)
end)

describe("a written value", function()
  it("is a table with its list first, two columns for each level", function()
    local t = { 2, { x = "a\nb" }, [-5] = 7, k = true }
    assert.are.equal(
      "("
        .. tostring(t)
        .. ") {\n  [1] = 2\n  [2] = {\n    [x] = 'a\nb' }\n  [-5] = 7\n  [k] = true }",
      written(t)
    )
  end)

  it("is cut where it is deep", function()
    local t = { { { { 1 } } }, {} }
    has(written(t), ") {\n  [1] = {\n    [1] = {\n      [1] = { ... more } } }\n  [2] = { } }")
  end)

  it("does not follow cycles", function()
    local snapshot = assert:snapshot()
    assert:set_parameter("TableFormatShowRecursion", true)
    local t = { 1 }
    t[2] = t
    has(written(t), ") {\n  [1] = 1\n  [2] = { ... recursive } }")
    snapshot:revert()
  end)

  it("is marked as the parameters say", function()
    local snapshot = assert:snapshot()
    assert:set_parameter("TableErrorHighlightColor", "none")
    has(written({ { 1, 2 }, { 3 } }, { crumbs = { 1, 2 } }), "\n *[2] = {\n   *[1] = 3 } }")
    assert:set_parameter("TableErrorHighlightCharacter", "**")
    has(written({ 1 }, { crumbs = { 1 } }), " {\n**[1] = 1 }")
    snapshot:revert()
  end)

  it("is a number to its last digit where it is large", function()
    assert.are.equal("(number) 2.3456789012000000698e+76", written(23456789012E66))
    assert.are.equal("(number) 1.0", written(1.0))
    assert.are.equal("(number) -12", written(-12))
  end)

  it("can be a function, a matcher, or a list of values", function()
    local function f() end
    assert.are.equal(tostring(f), written(f):sub(1, #tostring(f)))
    assert.are.equal("(matcher) is.match((string) 'a')", written(match.match("a")))
    assert.are.equal("(values list) ((string) 'a', (nil))", written(util.make_arglist("a", nil)))
  end)

  it("leaves an empty list empty", function()
    assert.is_nil(next(assert:format({})))
  end)
end)

describe("a spy", function()
  it("remembers values as they were, not as they became", function()
    local s = spy.new()
    local t = { 1 }
    s(t)
    t[1] = 2
    assert.spy(s).was.called_with({ 1 })
    assert.spy(s).was_not.called_with(t)
    assert.spy(s).was.called_with(match.is_ref(t))
  end)

  it("wants a number where it counts", function()
    has(raised(assert.spy(spy.new()).was.called_at_least), "attempt to compare")
  end)
end)

describe("the results of an assertion", function()
  local function fail()
    error("text")
  end

  it("include the raised error and the expected one", function()
    assert.are.same({ "text", "text" }, { assert.has_error(fail, "text") })
    assert.are.equal(2, select("#", assert.has_no_error(function() end, "text")))
    local reads = setmetatable({}, {
      __tostring = function()
        return "it reads"
      end,
    })
    assert.are.equal("it reads", (assert.has_error(function()
      error(reads)
    end, "it reads")))
    assert.are.same({ [2] = "x" }, { assert.no_error_matches(function() end, "x") })
    assert.are.same({ "text", "y" }, { assert.no_error_matches(fail, "y") })
  end)

  it("include the captures of a pattern, or nothing", function()
    assert.are.same({ "t", "x" }, { assert.has_match("(t).*(x)", "text", "message") })
    assert.are.same({}, { assert.has_no_match("%d", "text") })
  end)
end)

describe("a chain", function()
  it("can be used again, and looks the same after it", function()
    local same = assert.is_same
    local keys = {}
    for key in pairs(same) do
      keys[key] = true
    end
    same({}, {})
    for key in pairs(same) do
      assert.is_true(keys[key])
    end
    same({ 1 }, { 1 })
  end)
end)

describe("a spy among the arguments", function()
  it("stays the same one", function()
    local s = spy.new()
    s(s)
    assert.spy(s).was.called_with(s)
    local object = { method = function() end }
    spy.on(object, "method")
    object:method(1)
    assert.spy(object.method).was.called_with(object, 1)
  end)
end)

describe("a matcher", function()
  it("refuses invalid values immediately", function()
    assert.has.error(function()
      match.is_ref(1)
    end)
    assert.has.error(function()
      match.any_of("text")
    end)
  end)
end)

describe("an assertion of one's own", function()
  it("may use the texts that are there", function()
    assert:register("assertion", "even", function(_, arguments)
      local number = arguments[1]
      arguments[2], arguments.n = "an even number", 2
      return number % 2 == 0
    end, "assertion.equals.positive", "assertion.equals.negative")
    assert.is_even(2)
    has(raised(assert.is_even, 1), "Passed in:\n(number) 1\nExpected:\n(string) 'an even number'")
    assert:unregister("assertion", "even")
  end)

  it("precedes an existing one", function()
    assert:register("assertion", "called", function(_, arguments)
      return arguments[1] == "mine"
    end)
    assert.is.called("mine")
    assert.spy(spy.new()).was_not.called_with(1)
    assert.is.called("mine")
    assert:unregister("assertion", "called")
  end)
end)
