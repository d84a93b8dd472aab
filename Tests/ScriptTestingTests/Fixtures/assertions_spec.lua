local function message(fn, ...)
  local ok, raised = pcall(fn, ...)
  assert(not ok, "nothing was raised")
  return tostring(raised)
end

describe("assertions", function()
  it("compare with ==", function()
    assert.are.equal(1, 1.0)
    assert.are_not.equal(1, "1")
    assert.is_not.equal({}, {})
    assert.has_error(function()
      assert.are.equal(1, 2)
    end)
  end)

  it("compare deeply", function()
    assert.are.same({ 1, { a = { b = 2 } } }, { 1, { a = { b = 2 } } })
    assert.are_not.same({ 1 }, { 1, 2 })
    assert.are_not.same({ 1, 2 }, { 1 })
    assert.are_not.same({ a = false }, {})
  end)

  it("compare tables that contain themselves", function()
    local one, other = { 1 }, { 1 }
    one.own, other.own = one, other
    assert.are.same(one, other)
    other[1] = 2
    assert.are_not.same(one, other)
  end)

  it("leave out the metatables of the two tables", function()
    assert.are.same({ 1 }, setmetatable({ 1 }, { __index = {} }))
  end)

  it("ask a common __eq below the top", function()
    local meta = {
      __eq = function(a, b)
        return a.id == b.id
      end,
    }
    local one = setmetatable({ id = 1, x = 1 }, meta)
    local other = setmetatable({ id = 1, x = 2 }, meta)
    assert.are.same({ one }, { other })
  end)

  it("know the types", function()
    assert.is_nil(nil)
    assert.is_boolean(false)
    assert.is_number(1)
    assert.is_string("")
    assert.is_table({})
    assert.is_function(print)
    assert.is_thread(coroutine.create(function() end))
    assert.is_not_userdata({})
    assert.is_not.string(1)
  end)

  it("know true values", function()
    assert.is_true(true)
    assert.is_false(false)
    assert.is_truthy(0)
    assert.is_falsy(nil)
    assert.is_not_true(1)
  end)

  it("are spelled in many ways", function()
    assert.True(true)
    assert.is_True(true)
    assert.is.True(true)
    assert.is_not_equal(1, 2)
    assert.are_not_equals(1, 2)
    assert.has_no.errors(function() end)
    assert.has_no_error(function() end)
    assert.does_not.match("a", "b")
  end)

  it("return their arguments", function()
    local one, other = assert.are.equal(1, 1, "message")
    assert.are.equal(1, one)
    assert.are.equal(1, other)
    assert.are.equal(5, (assert.is_truthy(5)))
  end)

  it("show a message of one's own", function()
    assert.matches("mine", message(assert.are.equal, 1, 2, "mine"), 1, true)
    assert.matches(
      "mine",
      message(function()
        assert.message("mine").is_true(false)
      end),
      1,
      true
    )
  end)

  it("refuse words they do not know", function()
    assert.matches(
      "unknown modifier/assertion",
      message(function()
        assert.is.wonderful(1)
      end),
      1,
      true
    )
  end)

  it("find numbers that are near", function()
    assert.is.near(1, 1.05, 0.1)
    assert.is_not.near(1, 1.2, 0.1)
  end)

  it("find patterns and return the captures", function()
    local name, number = assert.matches("(%a+)(%d+)", "ab12")
    assert.are.equal("ab", name)
    assert.are.equal("12", number)
    assert.has.match("b", "abc")
    assert.matches("+", "1+1", 1, true)
    assert.is_not.match("x", "abc")
  end)

  it("find values that occur twice", function()
    assert.is.unique({ 1, 2, 3 })
    assert.is_not.unique({ 1, 2, 1 })
    assert.is.unique({ {}, {} })
    assert.is_not.unique({ {}, {} }, true)
  end)

  it("find holes", function()
    assert.array({ 1, nil, 3 }).has.holes()
    assert.array({ 1, 2, 3 }).has.no.holes()
    assert.array({ 1 }).has.holes(2)
  end)

  it("count values", function()
    assert.returned_arguments(2, 1, 2)
    assert.has_no.returned_arguments(1, 1, 2)
  end)

  it("replace Lua's own", function()
    assert(true)
    assert.are.equal(3, select("#", assert(1, 2, 3)))
    assert.matches("mine", message(assert, false, "mine"), 1, true)
  end)
end)

describe("assertions about errors", function()
  local function raise(value)
    return function()
      error(value)
    end
  end

  it("succeed when an error is raised", function()
    assert.has_error(raise("x"))
    assert.has.errors(raise({}))
    assert.has_no.errors(function() end)
  end)

  it("compare texts without their place", function()
    assert.has_error(raise("x"), "x")
    assert.has_no_error(raise("x"), "y")
  end)

  it("compare tables deeply", function()
    assert.has_error(raise({ code = 1 }), { code = 1 })
    assert.has_no.error(raise({ code = 1 }), { code = 2 })
  end)

  it("compare with the result of __tostring", function()
    local value = setmetatable({}, {
      __tostring = function()
        return "text"
      end,
    })
    assert.has_error(raise(value), "text")
  end)

  it("find patterns", function()
    assert.error_matches(raise("code 12"), "code %d+")
    assert.has_error_match(raise("code 12"), "12")
    assert.has_no.error_match(raise("code 12"), "13")
    assert.error_matches(raise("a.b"), "a.b", 1, true)
  end)

  it("return the raised value", function()
    assert.are.equal("x", (assert.has_error(raise("x"))))
  end)
end)

describe("assertions of one's own", function()
  local say = require("say")

  it("are registered with their words", function()
    say:set_namespace("en")
    say:set("assertion.even.positive", "%s is odd")
    say:set("assertion.even.negative", "%s is even")
    assert:register("assertion", "even", function(_, arguments)
      return arguments[1] % 2 == 0
    end, "assertion.even.positive", "assertion.even.negative")
    assert.is_even(2)
    assert.is_not_even(3)
    assert.matches("is odd", message(function()
      assert.is.even(3)
    end), 1, true)
    assert:unregister("assertion", "even")
    assert.has_error(function()
      assert.is.even(2)
    end)
  end)
end)
