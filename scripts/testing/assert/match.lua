--- Matchers: placeholders for values, such as `match.is_number()`.
local use = ...
local class = use("class")
local core = use("assert/assert")
local deep = use("deep")
local format = use("format")
local util = use("util")

local assert = core.object
local M = {}
local Matcher, Chain = class.make(), class.make()

function Matcher.__call(matcher, value)
  return (not not matcher.test(value)) == matcher.mod
end

function Matcher.__tostring(matcher)
  if matcher == M._ then
    return "(matcher) _ *anything*"
  end
  local texts = {}
  for i = 1, matcher.arguments.n do
    texts[i] = format.value(matcher.arguments[i])
  end
  local word = matcher.mod and "is." or "no."
  return string.format("(matcher) %s%s(%s)", word, matcher.name, table.concat(texts, ", "))
end

Matcher.describe = Matcher.__tostring

function M.is_matcher(value)
  return type(value) == "table" and class.of(value) == Matcher
end

--- luassert's name for the next function.
function M.is_ref_matcher(value)
  return M.is_reference(value)
end

--- Whether a matcher requires one object rather than an equal one.
function M.is_reference(value)
  return M.is_matcher(value) and value.name == "ref"
end

local function make(tokens, arguments)
  local plan, unknown = core.matcher_plan(tokens)
  if not plan then
    core.refuse_word("matcher", unknown)
  end
  local state = { mod = true }
  for i, entry in ipairs(plan) do
    if entry.modifier then
      state = entry.callback(state, i == #plan and arguments or { n = 0 }, 1) or state
    else
      local test = entry.callback(state, arguments, 1)
      return class.set({
        test = test,
        mod = state.mod,
        name = entry.name,
        arguments = arguments,
      }, Matcher)
    end
  end
  return class.set({ tokens = {}, state = state }, Chain)
end

function Chain.__index(chain, word)
  return class.set({ tokens = core.tokens_of(rawget(chain, "tokens"), word) }, Chain)
end

function Chain.__call(chain, ...)
  return make(rawget(chain, "tokens"), { n = select("#", ...), ... })
end

local function register(names, fn)
  for name in string.gmatch(names, "%S+") do
    assert:register("matcher", name, fn)
  end
end

local function need(arguments, name)
  if arguments.n < 1 then
    error(string.format("'%s' takes at least 1 argument, but got none", name), 0)
  end
end

local function one(name, test)
  return function(_, arguments)
    need(arguments, name)
    local expected = arguments[1]
    return function(value)
      return test(value, expected, arguments)
    end
  end
end

for kind in string.gmatch("nil boolean number string table function userdata thread", "%S+") do
  register(kind, function()
    return function(value)
      return type(value) == kind
    end
  end)
end
register("true", function()
  return function(value)
    return value == true
  end
end)
register("false", function()
  return function(value)
    return value == false
  end
end)
register("truthy", function()
  return function(value)
    return value
  end
end)
register("falsy", function()
  return function(value)
    return not value
  end
end)
register("equal equals", one("equals", function(value, expected)
  return value == expected
end))
register("same", one("same", function(value, expected)
  return deep.equal(expected, value)
end))

local references = { table = true, ["function"] = true, userdata = true, thread = true }

register("ref", function(_, arguments)
  need(arguments, "ref")
  local expected = arguments[1]
  if not references[type(expected)] then
    error(string.format("'ref' takes an object, but got a %s", type(expected)), 0)
  end
  return function(value)
    return rawequal(value, expected)
  end
end)
register("match matches", function(_, arguments)
  need(arguments, "matches")
  local pattern, init, plain = arguments[1], arguments[2], arguments[3]
  if type(pattern) ~= "string" then
    error(string.format("'matches' takes a pattern, but got a %s", type(pattern)), 0)
  elseif init ~= nil and not tonumber(init) then
    error(string.format("'matches' begins at a number, not at a %s", type(init)), 0)
  end
  return function(value)
    if type(value) ~= "string" and type(value) ~= "number" then
      return false
    end
    return util.find(tostring(value), pattern, tonumber(init), plain) ~= nil
  end
end)
register("near", function(_, arguments)
  local expected, tolerance = tonumber(arguments[1]), tonumber(arguments[2])
  if not expected or not tolerance then
    error("'near' takes a number and a tolerance", 0)
  end
  return function(value)
    value = tonumber(value)
    return value and value >= expected - tolerance and value <= expected + tolerance
  end
end)
register("unique", function(_, arguments)
  return function(list)
    for key, value in pairs(list) do
      for other, rival in pairs(list) do
        if key ~= other and (value == rival or arguments[1] and deep.equal(value, rival)) then
          return false
        end
      end
    end
    return true
  end
end)

local function need_matchers(matchers, name)
  need(matchers, name)
  for i = 1, matchers.n do
    if not M.is_matcher(matchers[i]) then
      local text = "bad argument #%d to '%s' (matcher expected, got %s)"
      error(string.format(text, i, name, type(matchers[i])), 0)
    end
  end
end

local function count_matching(matchers, value)
  local count = 0
  for i = 1, matchers.n do
    if matchers[i](value) then
      count = count + 1
    end
  end
  return count
end

register("any_of", function(_, arguments)
  need_matchers(arguments, "any_of")
  return function(value)
    return count_matching(arguments, value) > 0
  end
end)
register("all_of", function(_, arguments)
  need_matchers(arguments, "all_of")
  return function(value)
    return count_matching(arguments, value) == arguments.n
  end
end)
register("none_of", function(_, arguments)
  need_matchers(arguments, "none_of")
  return function(value)
    return count_matching(arguments, value) == 0
  end
end)
-- A matcher for any value.
M._ = class.set({
  test = function()
    return true
  end,
  mod = true,
  name = "_",
  arguments = util.pack(),
}, Matcher)

return setmetatable(M, {
  __index = function(_, word)
    return class.set({ tokens = core.tokens_of({}, word) }, Chain)
  end,
})
