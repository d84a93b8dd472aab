--- The assertions that are available in every spec.
local use = ...
local arguments_of = use("assert/arguments")
local class = use("class")
local core = use("assert/assert")
local deep = use("deep")
local failure = use("failure")
local format = use("format")
local util = use("util")

local kept, message_at, need = arguments_of.kept, arguments_of.message_at, arguments_of.need
local pattern_options = arguments_of.pattern_options
local register, set = arguments_of.register, arguments_of.set

local function equal(state, arguments)
  need(arguments, 2, "equals")
  local expected, actual = arguments[1], arguments[2]
  message_at(state, arguments, 3)
  local result = expected == actual
  if result == state.mod then
    return result
  end
  state.note = { kind = "equal", expected = expected, actual = actual }
  set(arguments, 2, actual, expected)
  return result
end

local function same(state, arguments)
  need(arguments, 2, "same")
  local expected, actual = arguments[1], arguments[2]
  message_at(state, arguments, 3)
  local result = deep.equal(expected, actual)
  if result == state.mod then
    return result
  end
  state.note = { kind = "same", expected = expected, actual = actual }
  set(arguments, 2, actual, expected)
  if not result then
    local highlights, count = deep.differences(actual, expected)
    if count > 0 then
      local options = { highlights = highlights }
      arguments.fmtargs = { options, options }
    end
  end
  return result
end

local function near(state, arguments)
  need(arguments, 3, "near")
  local expected, actual = tonumber(arguments[1]), tonumber(arguments[2])
  local tolerance = tonumber(arguments[3])
  for index, value in ipairs({ expected or false, actual or false, tolerance or false }) do
    if not value then
      local wanted = "number or object convertible to a number"
      arguments_of.refuse(index, "near", wanted, format.value(arguments[index]))
    end
  end
  message_at(state, arguments, 4)
  local values = kept(table.unpack(arguments, 1, arguments.n))
  local result = actual >= expected - tolerance and actual <= expected + tolerance
  state.note = { kind = "near", expected = expected, actual = actual, tolerance = tolerance }
  set(arguments, 3, arguments[2], arguments[1], tolerance)
  arguments.nofmt = { false, false, true }
  return result, values
end

local function matches(state, arguments)
  need(arguments, 2, "matches")
  local pattern, actual = arguments[1], arguments[2]
  local values
  if type(actual) == "number" then
    actual = tostring(actual)
  elseif type(actual) == "table" then
    local metatable = class.of(actual)
    local reads = type(metatable) == "table" and metatable.__tostring ~= nil
    actual = reads and failure.own_text(actual) or actual
  end
  if type(pattern) ~= "string" then
    arguments_of.refuse(1, "matches", "string", type(pattern))
  elseif type(actual) ~= "string" then
    local wanted = "string or object convertible to a string"
    arguments_of.refuse(2, "matches", wanted, format.value(arguments[2]))
  end
  local init, plain = pattern_options(state, arguments, "matches")
  local results = kept(util.find(actual, pattern, init, plain))
  local found = results[1] ~= nil
  if found then
    values = { n = math.max(1, results.n - 2) }
    if results.n > 2 then
      table.move(results, 3, results.n, 1, values)
    else
      values[1] = string.sub(actual, results[1], results[2])
    end
  end
  state.note = { kind = "matches", expected = pattern, actual = actual }
  set(arguments, 2, arguments[2], pattern)
  return found, values or kept()
end

local function is_type(kind)
  return function(state, arguments)
    message_at(state, arguments, 2)
    local result = type(arguments[1]) == kind
    if result == state.mod then
      return result
    end
    local actual = arguments[1]
    local wanted = kind == "nil" and "nil" or "a " .. kind
    state.note = { kind = "is", wanted = wanted, actual = actual }
    set(arguments, 2, actual, "type " .. kind)
    arguments.nofmt = { false, true }
    return result
  end
end

local function is_value(value)
  return function(state, arguments)
    message_at(state, arguments, 2)
    local result = arguments[1] == value
    if result == state.mod then
      return result
    end
    local actual = arguments[1]
    state.note = { kind = "is", wanted = tostring(value), actual = actual }
    set(arguments, 2, actual, value)
    return result
  end
end

local function truthiness(wanted, name)
  return function(state, arguments)
    need(arguments, 1, name)
    message_at(state, arguments, 2)
    local result = (not not arguments[1]) == wanted
    if result == state.mod then
      return result
    end
    local is_true = wanted == state.mod
    local words = is_true and "anything except nil and false" or "nil or false"
    state.note = { kind = "truth", wanted = words, actual = arguments[1] }
    set(arguments, 1, arguments[1])
    return result
  end
end

local function unique(state, arguments)
  local list, is_deep = arguments[1], arguments[2]
  if type(list) ~= "table" then
    local text = "bad argument #1 to 'unique' (table expected, got %s)"
    error(failure.placed(string.format(text, type(list))), 0)
  end
  if type(is_deep) == "boolean" or is_deep == nil then
    message_at(state, arguments, 3)
  else
    message_at(state, arguments, 2)
    is_deep = arguments[3] == true
  end
  local result = true
  state.note = { kind = "unique", actual = list }
  for key, value in pairs(list) do
    for other, rival in pairs(list) do
      local is_same = is_deep and deep.equal(value, rival) or not is_deep and value == rival
      if key ~= other and is_same then
        state.note.keys = state.note.keys or { key, other }
        result = false
        break
      end
    end
  end
  local values = kept(table.unpack(arguments, 1, arguments.n))
  set(arguments, 1, list)
  return result, values
end

local function holes(state, arguments)
  local list = state.payload
  local length = arguments[1]
  if type(length) ~= "number" then
    message_at(state, arguments, 1)
    length = nil
  else
    message_at(state, arguments, 2)
  end
  local last = length or 0
  if not length then
    for key in pairs(list) do
      if math.type(key) == "integer" and key > last then
        last = key
      end
    end
  end
  local hole
  for i = 1, last do
    if list[i] == nil then
      hole = i
      break
    end
  end
  state.note = { kind = "holes", actual = list, hole = hole }
  set(arguments, 1, hole)
  return hole ~= nil, hole and kept(hole) or nil
end

local function returned_arguments(_, arguments)
  local expected, actual = arguments[1], arguments.n - 1
  local values = kept(table.unpack(arguments, 1, arguments.n))
  set(arguments, 2, tostring(expected), tostring(actual))
  arguments.nofmt = { true, true }
  return expected == actual, values
end

register("equal equals", equal, "assertion.equals")
register("same", same, "assertion.same")
register("near", near, "assertion.near")
register("match matches", matches, "assertion.matches")
register("unique", unique, "assertion.unique")
register("holes", holes, "assertion.array_holes")
register("returned_arguments", returned_arguments, "assertion.returned_arguments")
register("true", is_value(true), "assertion.same")
register("false", is_value(false), "assertion.same")
register("truthy", truthiness(true, "truthy"), "assertion.truthy")
register("falsy", truthiness(false, "falsy"), "assertion.falsy")
for kind in string.gmatch("nil boolean number string table function userdata thread", "%S+") do
  register(kind, is_type(kind), "assertion.same")
end

use("assert/errors")
use("assert/modifiers")

return core.object
