--- Writes values for people, by formatters that specs can add to.
local use = ...
local deep = use("deep")

local M = {}

local formatters = {}
local parameters = {
  TableFormatLevel = 3,
  TableFormatShowRecursion = false,
  TableErrorHighlightCharacter = "*",
  TableErrorHighlightColor = "none",
}

--- Writes a table, with what differs marked.
local function write_table(value, marked)
  return native.write(
    value,
    marked,
    math.tointeger(parameters.TableFormatLevel) or -1,
    tostring(parameters.TableErrorHighlightCharacter or " "),
    parameters.TableFormatShowRecursion
  )
end

--- The way to each difference as nested tables of keys.
local function make_marks(paths)
  if not paths or #paths == 0 then
    return nil
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

local function plain(value, options)
  local kind = type(value)
  if kind == "string" then
    return "(string) '" .. value .. "'"
  elseif kind == "nil" then
    return "(nil)"
  elseif kind == "number" or kind == "boolean" then
    return "(" .. kind .. ") " .. tostring(value)
  elseif kind == "table" then
    local metatable = getmetatable(value)
    if type(metatable) == "table" and metatable.__tostring and not (options and options.crumbs) then
      return "(table) " .. tostring(value)
    end
    return "(table) " .. write_table(value, options and marks(options))
  end
  return "(" .. kind .. ") " .. tostring(value)
end

--- Adds a formatter: a function that answers a text, or nil for values it does not know.
---
--- The one added last is asked first.
function M.add(...)
  for _, formatter in ipairs({ ... }) do
    table.insert(formatters, 1, formatter)
  end
end

--- Removes a formatter.
function M.remove(formatter)
  for i, known in ipairs(formatters) do
    if known == formatter then
      table.remove(formatters, i)
      return
    end
  end
end

--- Writes one value.
---
---@param value any
---@param options? table `crumbs`: the keys that lead to differences
function M.value(value, options)
  for i = 1, #formatters do
    local text = formatters[i](value, options)
    if text ~= nil then
      return text
    end
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

function M.set_parameter(name, value)
  parameters[name] = value
end

function M.get_parameter(name)
  return parameters[name]
end

--- Remembers formatters and parameters.
---
---@return function restore
function M.remember()
  local kept, values = deep.shallow(formatters), deep.shallow(parameters)
  return function()
    formatters = kept
    parameters = values
  end
end

return M
