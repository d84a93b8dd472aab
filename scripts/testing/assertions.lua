--- The assertions and modifiers that every spec may use.
local use = ...
local deep = use("deep")
local format = use("format")
local failure = use("failure")
local core = use("assert")
local util = use("util")

local assert = core.object

local function register(names, fn, key)
  for name in names:gmatch("%S+") do
    assert:register("assertion", name, fn, key and key .. ".positive", key and key .. ".negative")
  end
end

--- Takes the message that may follow the arguments.
local function message_at(state, arguments, index)
  if arguments[index] ~= nil then
    state.failure_message = arguments[index]
  end
end

--- Raises when arguments are missing.
local function need(arguments, count, name)
  if arguments.n < count then
    error(("'%s' takes at least %d arguments, and got %d"):format(name, count, arguments.n), 0)
  end
end

local function set(arguments, count, ...)
  for i = 1, math.max(arguments.n, count) do
    arguments[i] = nil
  end
  for i = 1, count do
    arguments[i] = (select(i, ...))
  end
  arguments.n = count
end

--- What was expected and what came, for reporters that show both.
local function sides(state, expected, actual, arguments, options)
  state.expected, state.actual = expected, actual
  arguments.fmtargs = options
end

local function kept(...)
  return { n = select("#", ...), ... }
end

local function equal(state, arguments)
  need(arguments, 2, "equals")
  local expected, actual = arguments[1], arguments[2]
  message_at(state, arguments, 3)
  local result = expected == actual
  if result == state.mod then
    return result
  end
  set(arguments, 2, expected, actual)
  sides(state, format.value(expected), format.value(actual), arguments)
  return result
end

local function crumbs(differences)
  local paths = {}
  for i, difference in ipairs(differences) do
    paths[i] = difference.keys
  end
  return { crumbs = paths }
end

local SHOWN_DIFFERENCES = 20

local function difference_text(differences)
  local lines = {}
  for i = 1, math.min(#differences, SHOWN_DIFFERENCES) do
    local difference = differences[i]
    lines[i] = ("  %s: expected %s, got %s"):format(
      difference.path:gsub("^%.", ""),
      format.value(difference.expected),
      format.value(difference.actual)
    )
  end
  if #differences > SHOWN_DIFFERENCES then
    lines[#lines + 1] = ("  and %d more"):format(#differences - SHOWN_DIFFERENCES)
  end
  return table.concat(lines, "\n")
end

local function same(state, arguments)
  need(arguments, 2, "same")
  local expected, actual = arguments[1], arguments[2]
  message_at(state, arguments, 3)
  local result = deep.equal(expected, actual)
  if result == state.mod then
    return result
  end
  local differences = result and {} or deep.differences(actual, expected)
  local options = crumbs(differences)
  set(arguments, 2, expected, actual)
  sides(state, nil, nil, arguments, { options, options })
  if #differences > 0 then
    state.difference = difference_text(differences)
  end
  return result
end

local function near(state, arguments)
  need(arguments, 3, "near")
  local expected, actual, tolerance = tonumber(arguments[1]), tonumber(arguments[2]), tonumber(arguments[3])
  for index, value in ipairs({ expected or false, actual or false, tolerance or false }) do
    if not value then
      error(
        ("bad argument #%d to 'near' (number expected, got %s)"):format(index, type(arguments[index])),
        0
      )
    end
  end
  message_at(state, arguments, 4)
  local values = kept(table.unpack(arguments, 1, arguments.n))
  local result = actual >= expected - tolerance and actual <= expected + tolerance
  set(arguments, 3, expected, actual, tolerance)
  return result, values
end

local function matches(state, arguments)
  need(arguments, 2, "matches")
  local pattern, actual, init, plain = arguments[1], arguments[2], arguments[3], arguments[4]
  local values
  if type(actual) == "number" then
    actual = tostring(actual)
  end
  local at = 3
  if type(init) == "number" or init == nil and arguments.n >= 3 then
    at = 4
    if type(plain) == "boolean" or plain == nil and arguments.n >= 4 then
      at = 5
    else
      plain = nil
    end
  else
    init, plain = nil, nil
  end
  message_at(state, arguments, at)
  local found = false
  if type(actual) == "string" then
    local results = kept(actual:find(pattern, init, plain))
    found = results[1] ~= nil
    if found then
      values = { n = math.max(1, results.n - 2) }
      if results.n > 2 then
        table.move(results, 3, results.n, 1, values)
      else
        values[1] = actual:sub(results[1], results[2])
      end
    end
  end
  set(arguments, 2, pattern, arguments[2])
  sides(state, format.value(pattern), format.value(actual), arguments)
  return found, found and values or nil
end

local function is_type(kind)
  return function(state, arguments)
    message_at(state, arguments, 2)
    local result = type(arguments[1]) == kind
    if result == state.mod then
      return result
    end
    local actual = arguments[1]
    local wanted = kind == "nil" and "(nil)" or "a " .. kind
    set(arguments, 2, wanted, actual)
    arguments.nofmt = { true }
    sides(state, wanted, format.value(actual), arguments)
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
    set(arguments, 2, value, actual)
    sides(state, format.value(value), format.value(actual), arguments)
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
    local actual = arguments[1]
    local word = wanted and "anything but nil and false" or "nil or false"
    set(arguments, 2, word, actual)
    arguments.nofmt = { true }
    sides(state, word, format.value(actual), arguments)
    return result
  end
end

local function unique(state, arguments)
  need(arguments, 1, "unique")
  local list, is_deep = arguments[1], arguments[2]
  if type(is_deep) == "boolean" or is_deep == nil then
    message_at(state, arguments, 3)
  else
    message_at(state, arguments, 2)
    is_deep = false
  end
  local result = true
  for key, value in pairs(list) do
    for other, rival in pairs(list) do
      if key ~= other and (is_deep and deep.equal(value, rival) or not is_deep and value == rival) then
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
  set(arguments, 1, hole)
  return hole ~= nil, hole and kept(hole) or nil
end

local function returned_arguments(state, arguments)
  need(arguments, 1, "returned_arguments")
  local expected, actual = arguments[1], arguments.n - 1
  local values = kept(table.unpack(arguments, 1, arguments.n))
  set(arguments, 2, expected, actual)
  return expected == actual, values
end

register("equal equals", equal, "assertion.equal")
register("same", same, "assertion.same")
register("near", near, "assertion.near")
register("match matches", matches, "assertion.matches")
register("unique", unique, "assertion.unique")
register("holes", holes, "assertion.holes")
register("returned_arguments", returned_arguments, "assertion.returned_arguments")
register("true", is_value(true), "assertion.value")
register("false", is_value(false), "assertion.value")
register("truthy", truthiness(true, "truthy"), "assertion.value")
register("falsy", truthiness(false, "falsy"), "assertion.value")
for kind in ("nil boolean number string table function userdata thread"):gmatch("%S+") do
  register(kind, is_type(kind), "assertion.value")
end

-- Errors.

local function call(fn)
  local ok, raised = pcall(fn)
  return not ok, raised
end

local function without_place(text)
  if type(text) ~= "string" then
    return text
  end
  return (text:gsub("^.-:%d+: ", "", 1))
end

local function plain_text(value)
  if failure.status(value) ~= "error" and type(value.message) == "string" then
    return value.message
  end
  return value
end

local function has_error(state, arguments)
  need(arguments, 1, "error")
  local fn, expected = arguments[1], arguments[2]
  if not util.callable(fn) then
    error("bad argument #1 to 'error' (function expected, got " .. type(fn) .. ")", 0)
  end
  message_at(state, arguments, 3)
  local raised, value = call(fn)
  value = plain_text(value)
  local values = raised and kept(value) or kept(nil)
  if not raised or arguments.n < 2 then
    values = raised and kept(without_place(value)) or values
    set(arguments, 2, "(an error)", raised and format.value(value) or "(no error)")
    arguments.nofmt = { true, true }
    return raised, values
  end
  local result
  if expected == nil then
    result = true
  elseif type(value) == "string" and type(expected) == "string" then
    result = value == expected or without_place(value) == expected
    value = without_place(value)
  elseif type(expected) == "string" and type(value) == "table" and not deep.equal(value, expected) then
    local metatable = getmetatable(value)
    result = type(metatable) == "table"
      and metatable.__tostring ~= nil
      and (tostring(value) == expected or without_place(tostring(value)) == expected)
  else
    result = deep.equal(expected, value)
  end
  values = kept(value)
  set(arguments, 2, expected, value)
  sides(state, format.value(expected), format.value(value), arguments)
  return result, values
end

local function error_matches(state, arguments)
  need(arguments, 1, "error_matches")
  local fn, pattern, init, plain = arguments[1], arguments[2], arguments[3], arguments[4]
  if not util.callable(fn) then
    error("bad argument #1 to 'error_matches' (function expected, got " .. type(fn) .. ")", 0)
  end
  local at = 3
  if type(init) == "number" or init == nil and arguments.n >= 3 then
    at = type(plain) == "boolean" and 5 or 4
  else
    init, plain = nil, nil
  end
  message_at(state, arguments, at)
  local raised, value = call(fn)
  if not raised then
    set(arguments, 2, pattern, "(no error)")
    arguments.nofmt = { false, true }
    return false
  end
  local text = value
  if type(value) == "table" then
    local metatable = getmetatable(value)
    text = type(metatable) == "table" and metatable.__tostring and tostring(value) or nil
  elseif type(value) == "number" then
    text = tostring(value)
  end
  local results = type(text) == "string" and kept(text:find(pattern, init, type(plain) == "boolean" and plain or nil))
    or kept(nil)
  local found = results[1] ~= nil
  local values
  if found and results.n > 2 then
    values = { n = results.n - 2 }
    table.move(results, 3, results.n, 1, values)
  elseif found then
    values = kept(text:sub(results[1], results[2]))
  end
  set(arguments, 2, pattern, text == nil and value or text)
  sides(state, format.value(pattern), format.value(value), arguments)
  return found, values
end

register("error errors", has_error, "assertion.error")
register("error_match error_matches match_error matches_error", error_matches, "assertion.error_matches")

-- Modifiers.

local function modifier(names, fn)
  for name in names:gmatch("%S+") do
    assert:register("modifier", name, fn)
  end
end

modifier("a an the is are was has does", function(state)
  return state
end)
modifier("not no", function(state)
  state.mod = not state.mod
  return state
end)
modifier("message", function(state, arguments)
  need(arguments, 1, "message")
  state.failure_message = arguments[1]
  return state
end)
modifier("array", function(state, arguments)
  need(arguments, 1, "array")
  if type(arguments[1]) ~= "table" then
    error("bad argument #1 to 'array' (table expected, got " .. type(arguments[1]) .. ")", 0)
  end
  state.payload = arguments[1]
  return state
end)

return assert
