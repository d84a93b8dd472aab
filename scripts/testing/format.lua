--- Writes values for people, by formatters that specs can add to.
local use = ...
local state = use("state")

local M = {}

state.set_parameter("TableFormatLevel", 3)
state.set_parameter("TableFormatShowRecursion", false)
state.set_parameter("TableErrorHighlightCharacter", "*")
state.set_parameter("TableErrorHighlightColor", "none")

--- Writes a table, with what differs marked.
local function write_table(value, marked)
  return native.write(
    value,
    marked,
    math.tointeger(state.get_parameter("TableFormatLevel")) or -1,
    tostring(state.get_parameter("TableErrorHighlightCharacter") or " "),
    state.get_parameter("TableFormatShowRecursion")
  )
end

--- The way to each difference as nested tables of keys.
local function make_marks(paths)
  if not paths or #paths == 0 then
    return nil
  elseif type(paths[1]) ~= "table" then
    -- One way only, from the innermost key to the outermost.
    local way = {}
    for i, key in ipairs(paths) do
      way[#paths + 1 - i] = key
    end
    paths = { way }
  end
  local root = {}
  for _, keys in ipairs(paths) do
    local node, count = root, #keys
    for i = 1, count do
      local key = keys[i]
      local inner = node[key]
      if type(inner) ~= "table" then
        inner = i == count and (inner or true) or {}
        node[key] = inner
      end
      if inner == true then
        break
      end
      node = inner
    end
  end
  return root
end

local MARKS = {}

--- The marks of some options, which two values may have in common.
local function marks(options)
  local found = options[MARKS]
  if found == nil then
    found = make_marks(options.crumbs) or false
    options[MARKS] = found
  end
  return found or nil
end

--- Writes a number so that two that differ look different.
local function number_text(value)
  if value ~= value then
    return "NaN"
  elseif value == math.huge or value == -math.huge then
    return value > 0 and "Inf" or "-Inf"
  elseif math.type(value) == "integer" then
    return tostring(value)
  end
  local text = tostring(value)
  if tonumber(text) ~= value then
    text = ("%.20g"):format(value)
  end
  return text
end

local function plain(value, options)
  local kind = type(value)
  if kind == "string" then
    return "(string) '" .. value .. "'"
  elseif kind == "nil" then
    return "(nil)"
  elseif kind == "number" then
    return "(number) " .. number_text(value)
  elseif kind == "boolean" then
    return "(boolean) " .. tostring(value)
  elseif kind == "table" then
    local metatable = getmetatable(value)
    if type(metatable) == "table" and metatable.__tostring and not (options and options.crumbs) then
      return "(table) " .. tostring(value)
    end
    return "(table) " .. write_table(value, options and marks(options))
  end
  return "(" .. kind .. ") " .. tostring(value)
end

--- Adds formatters: functions that answer a text, or nil for values they do not know.
---
--- The one added last is asked first.
function M.add(...)
  for _, formatter in ipairs({ ... }) do
    state.add_formatter(formatter)
  end
end

--- Writes one value.
---
---@param value any
---@param options? table `crumbs`: the keys that lead to differences
function M.value(value, options)
  local text = state.format_argument(value, nil, options)
  if text ~= nil then
    return text
  end
  return plain(value, options)
end

--- Writes each argument, except those that `nofmt` names.
function M.arguments(arguments)
  local skipped = arguments.nofmt or {}
  local options = arguments.fmtargs or {}
  local count = arguments.n or #arguments
  for i = 1, count do
    if not skipped[i] then
      arguments[i] = M.value(arguments[i], options[i])
    end
  end
  arguments.n = count
  return arguments
end

return M
