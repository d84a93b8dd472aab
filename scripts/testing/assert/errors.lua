--- The assertions about raised errors.
local use = ...
local arguments_of = use("assert/arguments")
local class = use("class")
local core = use("assert/assert")
local deep = use("deep")
local failure = use("failure")
local util = use("util")

local assert = core.object
local kept, message_at, need = arguments_of.kept, arguments_of.message_at, arguments_of.need
local set = arguments_of.set

local function call(fn)
  local ok, raised = pcall(fn)
  return not ok, raised
end

local function without_place(text)
  if type(text) ~= "string" then
    return text
  end
  return (string.gsub(text, "^.-:%d+: ", "", 1))
end

local function plain_text(value)
  if failure.status(value) ~= "error" and type(value.message) == "string" then
    return value.message
  end
  return value
end

--- The text of a raised table, if it has one: an error of the spec or of the program.
local function written(value)
  local metatable = class.of(value)
  if metatable == nil or type(metatable) == "table" and metatable.__tostring == nil then
    return nil
  end
  return failure.own_text(value)
end

local function need_function(value, name)
  if not util.callable(value) then
    arguments_of.refuse(1, name, "function or callable object", type(value))
  end
end

local function has_error(state, arguments)
  local fn, expected = arguments[1], arguments[2]
  need_function(fn, "error")
  message_at(state, arguments, 3)
  local raised, value = call(fn)
  value = plain_text(value)
  local values = kept(table.unpack(arguments, 1, arguments.n))
  values[1] = nil
  if raised then
    values[1] = without_place(value)
  end
  if not raised or arguments.n < 2 then
    local is_any = expected == nil
    if not raised then
      value = "(no error)"
    end
    state.note = { kind = "error", expected = expected, actual = value, is_raised = raised }
    set(arguments, 2, value, is_any and "(error)" or expected)
    arguments.nofmt = { not raised, is_any }
    return raised, values
  end
  local result
  if expected == nil then
    result = true
  elseif type(value) == "string" and type(expected) == "string" then
    result = value == expected or without_place(value) == expected
    value = without_place(value)
  elseif type(expected) == "string" and type(value) == "table" then
    local text = written(value)
    result = text ~= nil and (text == expected or without_place(text) == expected)
    values[1] = text == nil and value or text
  else
    result = deep.equal(expected, value)
  end
  value = without_place(value)
  state.note = { kind = "error", expected = expected, actual = value, is_raised = true }
  set(arguments, 2, value, expected)
  return result, values
end

local function error_matches(state, arguments)
  need(arguments, 2, "error_matches")
  local fn, pattern = arguments[1], arguments[2]
  need_function(fn, "error_matches")
  if pattern ~= nil and type(pattern) ~= "string" then
    arguments_of.refuse(2, "error", "string", type(pattern))
  end
  local init, plain = arguments_of.pattern_options(state, arguments, "error_matches")
  local raised, value = call(fn)
  local values = kept(table.unpack(arguments, 1, arguments.n))
  values[1] = nil
  if not raised then
    state.note = { kind = "error", expected = pattern, is_pattern = true }
    set(arguments, 2, "(no error)", pattern)
    arguments.nofmt = { true }
    return false, values
  elseif pattern == nil then
    set(arguments, 2, value, pattern)
    return value == nil, kept()
  end
  local placed = failure.status(value) ~= "error" and plain_text(value) or nil
  value = without_place(plain_text(value))
  local text = value
  if type(value) == "table" then
    text = written(value)
  elseif type(value) == "number" or type(value) == "boolean" then
    text = tostring(value)
  end
  local is_plain = plain
  local results = kept(nil)
  if type(text) == "string" then
    results = kept(util.find(text, pattern, init, is_plain))
    if results[1] == nil and type(placed) == "string" then
      -- The place of an assertion is part of its text.
      results = kept(util.find(placed, pattern, init, is_plain))
      text = results[1] ~= nil and placed or text
    end
  end
  local found = results[1] ~= nil
  values[1] = text == nil and value or text
  if found and results.n > 2 then
    values = { n = results.n - 2 }
    table.move(results, 3, results.n, 1, values)
  elseif found then
    values = kept(string.sub(text, results[1], results[2]))
  end
  text = text == nil and value or text
  state.note =
    { kind = "error", expected = pattern, actual = text, is_raised = true, is_pattern = true }
  set(arguments, 2, text, pattern)
  return found, values
end

arguments_of.register("error errors", has_error, "assertion.error")
arguments_of.register(
  "error_match error_matches match_error matches_error",
  error_matches,
  "assertion.error"
)

return assert
