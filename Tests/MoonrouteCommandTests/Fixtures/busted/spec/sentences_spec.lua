-- Every sentence of luassert, as caught by a spec: each is the name of a test, so that busted and
-- our command report them for comparison. Addresses are removed.
local function plain(text)
  text = tostring(text):gsub("0x%x+", "0x"):gsub("\n", "|")
  -- For a wrong argument, luassert names a place of its own; here it is the spec's.
  if text:find("bad argument", 1, true) or text:find(" requires a minimum of ", 1, true)
    or text:find("stub.new", 1, true)
  then
    text = text:gsub("^.-:%d+: ", "")
  end
  return text
end

local function sentence(name, body)
  local _, problem = pcall(body)
  local kind = type(problem)
  if kind == "table" then
    problem = problem.message
  end
  it(name .. ": " .. kind .. ": " .. plain(problem), function() end)
end

local nested = { 1, "two", { three = 3, list = { true, false } }, [5] = 5 }
local object = setmetatable({ a = 1 }, {
  __tostring = function()
    return "an object"
  end,
})
local function raise(value)
  return function()
    error(value, 0)
  end
end
local none = raise(nil)
local function quiet() end

local rows = {
  { "is_true", false },
  { "is_true", nil },
  { "is_true", "text" },
  { "is_false", true },
  { "is_false", nil },
  { "is_nil", 1 },
  { "is_not_nil", nil },
  { "is_truthy", false },
  { "is_falsy", 0 },
  { "is_boolean", 1 },
  { "is_number", "1" },
  { "is_string", 1 },
  { "is_table", "t" },
  { "is_function", {} },
  { "is_userdata", 1 },
  { "is_thread", 1 },
  { "is_not_string", "s" },
  { "is_not_table", {} },
  { "equal", 1, 2 },
  { "equal", "1", 1 },
  { "equal", nil, false },
  { "equals", "a\nb", "a\nc" },
  { "equal", "", " " },
  { "equal", 1.5, 0.1 },
  { "equal", 1e100, -1e-100 },
  { "equal", math.huge, -math.huge },
  { "equal", {}, {} },
  { "equal", nested, {} },
  { "not_equal", 1, 1 },
  { "are_not_equal", "a", "a" },
  { "same", { 1, 2 }, { 1, 3 } },
  { "same", { a = { b = { c = 1 } } }, { a = { b = { c = 2 } } } },
  { "same", { 1 }, { 1, 2 } },
  { "same", { x = 1 }, {} },
  { "same", { ["a b"] = 1, [true] = 2 }, { ["a b"] = 2, [true] = 2 } },
  { "same", 1, "1" },
  { "same", { 1 }, 1 },
  { "are_not_same", { 1 }, { 1 } },
  { "same", object, { a = 2 } },
  { "unique", { 1, 1 } },
  { "is_unique", { { 1 }, { 1 } }, true },
  { "is_not_unique", { 1, 2 } },
  { "near", 1, 2, 0.5 },
  { "near", "1", 2, 0.5 },
  { "is_not_near", 1, 1.2, 0.5 },
  { "matches", "b+", "aaa" },
  { "matches", "a.c", "abc", 1, true },
  { "not_matches", "a+", "aaa" },
  { "match", "%d", 12345, 1, true },
  { "error", quiet },
  { "has_error", quiet, "expected" },
  { "has_error", raise("one"), "two" },
  { "has_error", raise({ code = 1 }), { code = 2 } },
  { "has_error", raise({ code = 1 }), "text" },
  { "has_error", none, "text" },
  { "has_no_error", raise("text") },
  { "has_no_error", raise({ code = 1 }) },
  { "has_no_error", none },
  { "has_no.errors", raise(12) },
  { "error_matches", raise("one"), "tw" },
  { "error_matches", quiet, "tw" },
  { "error_matches", raise({}), "tw" },
  { "no_error_matches", raise("one"), "on" },
  { "returned_arguments", 2, 1 },
  { "not_returned_arguments", 1, 1 },
  { "is_true", false, "my own words" },
  { "equal", 1, 2, "my own words" },
  { "same", { 1 }, { 2 }, "my own words" },
  { "has_error", quiet, nil, "my own words" },
  { "is_nil", 1, { words = 1 } },
  { "matches", "b", "a", "my own words" },
  { "near", 1, 2, 0.5, "my own words" },
  -- Wrong arguments.
  { "equal", 1 },
  { "equal" },
  { "same" },
  { "is_true" },
  { "is_nil" },
  { "matches", "a" },
  { "matches", 1, "a" },
  { "matches", "a", {} },
  { "matches", "a", nil },
  { "near", 1, 2 },
  { "near", 1, 2, "x" },
  { "near", {}, 2, 1 },
  { "has_error", 1 },
  { "has_error" },
  { "has_no_error", "text" },
  { "error_matches", 1, "a" },
  { "error_matches", quiet, 1 },
  { "error_matches", quiet },
  { "returned_arguments" },
  { "is_nonsense", 1 },
}

describe("sentence", function()
  for i, row in ipairs(rows) do
    local name = row[1]
    local count = select("#", (table.unpack or unpack)(row)) - 1
    sentence(i .. " " .. name, function()
      local call = assert
      for word in name:gmatch("[^.]+") do
        call = call[word]
      end
      call((table.unpack or unpack)(row, 2, math.max(count, #row - 1) + 1))
    end)
  end

  sentence("assert(false)", function()
    assert(false)
  end)
  sentence("assert(nil, text)", function()
    assert(nil, "text")
  end)
  sentence("assert(false, table)", function()
    assert(false, { 1 })
  end)
  sentence("message with arguments", function()
    assert.message("told: %s").is_true(false)
  end)
  sentence("message of assert.message", function()
    assert.message("told").are.equal(1, 2)
  end)
  sentence("message of a table", function()
    assert.message({ 1 }).are.equal(1, 2)
  end)
end)

describe("sentence of doubles", function()
  local function with(name, body)
    sentence(name, function()
      local double = spy.new(function(...)
        return ...
      end)
      body(double)
    end)
  end
  with("called", function(s)
    assert.spy(s).was_called()
  end)
  with("called twice", function(s)
    s()
    assert.spy(s).was_called(2)
  end)
  with("not called", function(s)
    s()
    assert.spy(s).was_not_called()
  end)
  with("called with", function(s)
    s(1, "two", { 3 })
    assert.spy(s).was_called_with(1, "two", { 4 })
  end)
  with("called with, never called", function(s)
    assert.spy(s).was_called_with(1)
  end)
  with("called with, several calls", function(s)
    s(1)
    s(2)
    s(nil, 3)
    assert.spy(s).was_called_with(4)
  end)
  with("not called with", function(s)
    s(1)
    assert.spy(s).was_not_called_with(1)
  end)
  with("called with a matcher", function(s)
    s(1)
    assert.spy(s).was_called_with(match.is_string())
  end)
  with("called at least", function(s)
    assert.spy(s).was.called_at_least(1)
  end)
  with("called at most", function(s)
    s()
    s()
    assert.spy(s).was.called_at_most(1)
  end)
  with("called more than", function(s)
    assert.spy(s).was.called_more_than(1)
  end)
  with("called less than", function(s)
    s()
    assert.spy(s).was.called_less_than(1)
  end)
  with("returned with", function(s)
    s(1)
    assert.spy(s).returned_with(2)
  end)
  with("not returned with", function(s)
    s(1)
    assert.spy(s).has_not.returned_with(1)
  end)
  with("called with references", function(s)
    local t = { 1 }
    s(t)
    t[1] = 2
    assert.spy(s).was_called_with(match.is_ref({}))
  end)
  sentence("spy of a value", function()
    spy.new(1)
  end)
  sentence("spy on nothing", function()
    spy.on({}, "missing")
  end)
  sentence("assert.spy of a value", function()
    assert.spy(1).was_called()
  end)
  sentence("assert.stub of a function", function()
    assert.stub(function() end).was_called()
  end)
  sentence("stub of nothing", function()
    stub(nil, "key")
  end)
  sentence("stub without a key", function()
    stub({})
  end)
end)

describe("sentence of own assertions", function()
  local say = require("say")
  say:set("assertion.own.positive", "Expected %s\nto be own of %s")
  say:set("assertion.own.negative", "Expected %s\nnot to be own of %s")
  assert:register("assertion", "own", function(_, arguments)
    return arguments[1] == arguments[2]
  end, "assertion.own.positive", "assertion.own.negative")
  sentence("positive", function()
    assert.own("a", { 1 })
  end)
  sentence("negative", function()
    assert.is_not.own("a", "a")
  end)
  sentence("with words", function()
    assert.message("words").own("a", "b")
  end)
  assert:register("assertion", "wordless", function()
    return false
  end)
  sentence("without words", function()
    assert.wordless(1)
  end)
  sentence("a formatter", function()
    local function write(value)
      if type(value) == "table" and value.is_point then
        return "point " .. value.x
      end
    end
    assert:add_formatter(write)
    local _, problem = pcall(assert.same, { is_point = true, x = 1 }, { is_point = true, x = 2 })
    assert:remove_formatter(write)
    error(problem, 0)
  end)
  for _, level in ipairs({ 0, 1, 2, -1 }) do
    sentence("levels " .. level, function()
      local before = assert:get_parameter("TableFormatLevel")
      assert:set_parameter("TableFormatLevel", level)
      local _, problem = pcall(assert.same, { { { 1 } } }, { { { 2 } } })
      assert:set_parameter("TableFormatLevel", before)
      error(problem, 0)
    end)
  end
end)
