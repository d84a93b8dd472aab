--- Less common corners of luassert that public specs use.
local match = require("luassert.match")
local say = require("say")

describe("a modifier", function()
  it("may follow the assertion that it changes", function()
    assert.equals.Not(true, false)
    assert.equals.Not.Not(true, true)
    assert.has.error(function()
      assert.equals.Not(true, true)
    end)
  end)

  it("may follow the matcher that it changes", function()
    assert.is_true(match.equals.Not(true)(false))
    assert.is_false(match.equals.Not(true)(true))
  end)
end)

describe("matches", function()
  it("accepts numbers in texts as a position", function()
    assert.has_no.match("%d+", "123 test", "4")
    assert.has.match("^test", "123 test", 5)
  end)

  it("uses the first text after the pattern as a message", function()
    assert.has.error(function()
      assert.matches("s", "s", "s", "s")
    end)
    local ok, raised = pcall(assert.matches, "%d+", "foobar", "no digits", 1)
    assert.is_false(ok)
    assert.matches("^[^\n]*no digits", tostring(raised))
  end)

  it("refuses invalid patterns and texts", function()
    assert.has.error(function()
      assert.matches(nil, "s")
    end)
    assert.has.error(function()
      assert.matches("s", {})
    end)
    assert.has.error(function()
      match.matches({})
    end)
    assert.has.error(function()
      match.matches("s", "s")
    end)
    assert.has.error(function()
      match.near(0)
    end)
  end)
end)

describe("error_matches", function()
  local function raise(value)
    return function()
      error(value)
    end
  end

  it("looks at the message without its place", function()
    assert.error.matches(raise("string"), "^%w+$")
    assert.matches_error(raise("123string"), "^[^0-9]+", 4)
    assert.does_not.match_error(raise("string"), "^%w+$", nil, true)
  end)

  it("treats nil as an error without a value", function()
    assert.error_matches(raise(nil), nil)
    assert.has.error(function()
      assert.error_matches(error)
    end)
    assert.no_error_matches(function() end, nil)
  end)
end)

describe("a snapshot", function()
  it("knows the ones around it", function()
    local first = assert:snapshot()
    local second = assert:snapshot()
    assert.are.equal(second, first.next)
    assert.are.equal(first, second.previous)
    second:revert()
    assert.is_nil(first.next)
    first:revert()
  end)

  it("removes later ones as well", function()
    local first = assert:snapshot()
    assert:set_parameter("mine", 1)
    assert:snapshot()
    assert:set_parameter("mine", nil)
    assert.is_nil(assert:get_parameter("mine"))
    first:revert()
    assert.is_nil(assert:get_parameter("mine"))
  end)

  it("has the formatters that were added since", function()
    local snapshot = assert:snapshot()
    local function mine(value)
      return type(value) == "string" and "mine" or nil
    end
    assert:add_formatter(mine)
    assert.are.equal(mine, snapshot.formatters[1])
    assert.are.equal("mine", assert:format({ "some" })[1])
    assert:remove_formatter(mine)
    assert.are.equal("(string) 'some'", assert:format({ "some" })[1])
    snapshot:revert()
  end)

  it("restores the functions that spies replaced", function()
    local t = { f = function() end, g = function() end }
    local f, g = t.f, t.g
    local snapshot = assert:snapshot()
    spy.on(t, "f")
    stub(t, "g")
    snapshot:revert()
    assert.are.equal(f, t.f)
    assert.are.equal(g, t.g)
  end)
end)

describe("a stub", function()
  it("returns the original when it is reverted", function()
    local t = { f = function() end }
    local f = t.f
    assert.are.equal(f, stub(t, "f"):revert())
    assert.is_nil(stub(t, "g"):revert())
    assert.is_nil(stub.new():revert())
  end)

  it("calls an object that can be called", function()
    local t = { f = function() end }
    stub(t, "f", setmetatable({}, {
      __call = function(_, a, b)
        return b, a
      end,
    }))
    assert.are.same({ 2, 1 }, { t.f(1, 2) })
  end)
end)

describe("format", function()
  it("marks the path of crumbs, the innermost first", function()
    local arguments = { { { 1, 2 }, { 3, 4 } }, n = 1, fmtargs = { { crumbs = { 1, 2 } } } }
    local text = assert:format(arguments)[1]
    assert.matches("*[2] = {", text, 1, true)
    assert.matches("*[1] = 3", text, 1, true)
    assert.is_nil(text:find("*[1] = {", 1, true))
  end)

  it("shows numbers so that two that differ look different", function()
    local texts = assert:format({ 0.1 + 0.2, 0.3, 1 / 0, -1 / 0, 0 / 0, n = 5 })
    assert.are_not.equal(texts[1], texts[2])
    assert.are.same({ "(number) Inf", "(number) -Inf", "(number) NaN" }, {
      texts[3],
      texts[4],
      texts[5],
    })
  end)
end)

describe("say", function()
  it("counts the values if their count is too small", function()
    say:set("luassert_spec.two", "1 = %s, 2 = %s")
    assert.are.equal("1 = one, 2 = two", say("luassert_spec.two", { "one", "two", n = 1 }))
  end)

  it("refuses values that are not a table", function()
    assert.has.error(function()
      say("luassert_spec.two", 1000)
    end)
  end)
end)

describe("require", function()
  it("loads a module again that is noted as false", function()
    package.loaded.say = false
    assert.is_not_false(require("say"))
  end)

  it("finds the modules of luassert that specs require", function()
    for _, name in ipairs({ "assert", "match", "spy", "stub", "mock", "util", "state" }) do
      assert.is_truthy(require("luassert." .. name))
    end
    assert.is_truthy(require("luassert.namespaces"))
    assert.is_truthy(require("luassert"))
  end)
end)
