--- Formats values for people, with formatters that specs can extend.
local use = ...
local class = use("class")
local failure = use("failure")
local state = use("assert/state")
local util = use("util")

local M = {}

state.set_parameter("TableFormatLevel", 3)
state.set_parameter("TableFormatShowRecursion", false)
state.set_parameter("TableErrorHighlightCharacter", "*")
state.set_parameter("TableErrorHighlightColor", "none")

--- The terminal codes for the words of `TableErrorHighlightColor`.
local codes = { reset = 0, bright = 1, dim = 2, underscore = 4, blink = 5, reverse = 7, hidden = 8 }
for i, colour in ipairs({
  "black",
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  "white",
}) do
  codes[colour], codes["on" .. colour] = 29 + i, 39 + i
end

--- A text in a colour, such as `red` or `bright.red`.
local function coloured(text, colour)
  for word in string.gmatch(tostring(colour or "none"), "[^%.]+") do
    if codes[word] then
      text = string.format("\27[%dm%s\27[0m", codes[word], text)
    end
  end
  return text
end

--- The settings for tables, updated after a parameter changes.
local settings = {}

local function read_settings()
  local highlight = tostring(state.get_parameter("TableErrorHighlightCharacter") or "")
  settings.epoch = state.epoch
  settings.level = math.tointeger(state.get_parameter("TableFormatLevel")) or -1
  settings.highlight = highlight
  settings.coloured = coloured(highlight, state.get_parameter("TableErrorHighlightColor"))
  settings.shows_recursion = state.get_parameter("TableFormatShowRecursion")
end

--- Writes a table with its differences highlighted.
local function write_table(value, highlighted)
  if settings.epoch ~= state.epoch then
    read_settings()
  end
  local highlight, shows_recursion = settings.highlight, settings.shows_recursion
  local level, colour = settings.level, settings.coloured
  return native.write(value, highlighted, level, highlight, colour, shows_recursion)
end

--- The highlights of some options: all of them, or one path from the innermost key outwards.
local function highlights(options)
  local crumbs = options.crumbs
  if options.highlights or not crumbs then
    return options.highlights
  end
  local node = true
  for _, key in ipairs(crumbs) do
    node = { [key] = node }
  end
  return node ~= true and node or nil
end

local function list_text(list)
  local texts = {}
  for i = 1, list.n do
    texts[i] = M.value(list[i])
  end
  return "(values list) (" .. table.concat(texts, ", ") .. ")"
end

--- Formats a function as the specs' `tostring` does, which shows its address under --unsafe.
M.name_of = tostring

--- The limit on the bytes of a value in a message.
local most_bytes = 1 << 18

local function shortened(text)
  if #text <= most_bytes then
    return text
  end
  return string.format("%s... (%d bytes)", string.sub(text, 1, most_bytes), #text)
end

local function plain(value, options)
  local kind = type(value)
  if kind == "string" then
    return "(string) '" .. shortened(value) .. "'"
  elseif kind == "nil" then
    return "(nil)"
  elseif kind == "number" then
    return "(number) " .. native.number(value)
  elseif kind == "boolean" then
    return "(boolean) " .. tostring(value)
  elseif kind == "table" then
    local metatable = class.of(value)
    if type(metatable) == "table" then
      if util.is_arglist(value) then
        return list_text(value)
      elseif metatable.describe then
        return metatable.describe(value)
      elseif metatable.__tostring and not (options and highlights(options)) then
        return "(table) " .. tostring(value)
      end
    end
    return write_table(value, options and highlights(options))
  elseif kind == "function" then
    return M.name_of(value)
  end
  return string.format("(%s) '%s'", kind, tostring(value))
end

--- Adds formatters: functions that return a text, or nil for unknown values.
---
--- The last one added runs first.
function M.add(...)
  for _, formatter in ipairs({ ... }) do
    state.add_formatter(formatter)
  end
end

--- Writes one value.
---
---@param value any
---@param options? table `highlights`, or `crumbs`: the keys on the path to a difference
function M.value(value, options)
  local text = state.format_argument(value, nil, options)
  if text ~= nil then
    return text
  end
  return failure.attempt(plain, value, options)
end

--- Writes one value, with the arguments of the same function in luassert.
function M.argument(value, _, options)
  return M.value(value, options)
end

--- Writes each argument, except those in `nofmt`.
function M.arguments(arguments)
  local skipped = arguments.nofmt or {}
  local options = arguments.fmtargs or {}
  local count = arguments.n or #arguments
  for i = 1, count do
    if not skipped[i] then
      arguments[i] = M.value(arguments[i], options[i])
    end
  end
  return arguments
end

return M
