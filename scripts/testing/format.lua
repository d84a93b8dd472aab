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

--- Writes a key as it stands in a table.
local function key_text(key)
  if type(key) == "string" and not key:find("%c") then
    return "[" .. key .. "]"
  elseif type(key) == "string" then
    return "[" .. key:gsub("[%c\128-\255]", function(byte)
      return byte:byte() < 32 and ("\\%d"):format(byte:byte()) or byte
    end) .. "]"
  end
  return "[" .. tostring(key) .. "]"
end

--- Writes a value inside a table.
local function entry_text(value)
  if type(value) == "string" then
    return ("%q"):format(value):gsub("\\\n", "\\n"):gsub("^\"", "'"):gsub("\"$", "'")
  end
  return tostring(value)
end

local write_table

local function write_entries(value, state, level, indent, marked)
  local lines = {}
  for _, key in ipairs(deep.keys(value)) do
    local entry = rawget(value, key)
    local text
    local inner = marked and marked[key]
    if type(entry) == "table" then
      local marks_inside = type(inner) == "table" and inner or nil
      text = write_table(entry, state, level + 1, indent .. "  ", marks_inside)
    else
      text = entry_text(entry)
    end
    local mark = inner and parameters.TableErrorHighlightCharacter or " "
    lines[#lines + 1] = indent .. mark .. key_text(key) .. " = " .. text
  end
  return lines
end

function write_table(value, state, level, indent, marked)
  local metatable = getmetatable(value)
  if type(metatable) == "table" and metatable.__tostring and not marked then
    return tostring(value)
  end
  if next(value) == nil then
    return "{ }"
  end
  if state.within[value] then
    return parameters.TableFormatShowRecursion and "{ ... recursive ... }" or "{ ... }"
  end
  if level > parameters.TableFormatLevel and parameters.TableFormatLevel >= 0 and not marked then
    return "{ ... }"
  end
  state.within[value] = true
  local lines = write_entries(value, state, level, indent .. " ", marked)
  state.within[value] = nil
  return "{\n" .. table.concat(lines, "\n") .. " }"
end

--- The way to each difference as nested tables of keys.
local function marks(paths)
  if not paths or #paths == 0 then
    return nil
  end
  local root = {}
  for _, keys in ipairs(paths) do
    local node = root
    for i, key in ipairs(keys) do
      if type(node[key]) ~= "table" then
        node[key] = i == #keys and (node[key] or true) or {}
      end
      node = node[key]
      if type(node) ~= "table" then
        break
      end
    end
  end
  return root
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
    local found = options and marks(options.crumbs)
    return "(table) " .. write_table(value, { within = {} }, 1, "", found)
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
