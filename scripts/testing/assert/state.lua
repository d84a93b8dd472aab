--- The changes of specs to assertions, by level: formatters, parameters and spies.
---
--- A snapshot is a level. Reverting it removes all later changes.
local use = ...
local class = use("class")

local M = {}
local Level = class.make()

--- Represents a parameter that was set to nil.
local NONE = {}

local top

--- The number of formatters at all levels, and the number of changes to parameters.
local formatter_count = 0
M.epoch = 0

--- Removes a level and all levels above it.
---
---@param level? table the top level if nil
local function revert(level)
  level = level or top
  if class.of(level) ~= Level then
    error("only a snapshot can be reverted, not a " .. type(level), 2)
  elseif level.is_reverted or level.previous == nil then
    return
  end
  if level.next then
    revert(level.next)
  end
  for i = #level.spies, 1, -1 do
    level.spies[i]:revert()
  end
  formatter_count = formatter_count - #level.formatters
  M.epoch = M.epoch + 1
  level.formatters, level.parameters, level.spies = {}, {}, {}
  level.is_reverted = true
  top = level.previous
  top.next = nil
end

Level.__call = revert
M.revert = revert

function M.snapshot()
  local level = class.set({
    formatters = {},
    parameters = {},
    spies = {},
    previous = top,
    revert = revert,
  }, Level)
  if top then
    top.next = level
  end
  top = level
  return level
end

--- Adds a formatter, which has priority over earlier ones.
function M.add_formatter(formatter)
  table.insert(top.formatters, 1, formatter)
  formatter_count = formatter_count + 1
end

--- Removes a formatter from any level.
function M.remove_formatter(formatter)
  local level = top
  while level do
    for i, known in ipairs(level.formatters) do
      if known == formatter then
        table.remove(level.formatters, i)
        formatter_count = formatter_count - 1
        return
      end
    end
    level = level.previous
  end
end

--- Formats a value with the first formatter that knows it, or returns nil.
function M.format_argument(value, _, options)
  if formatter_count == 0 then
    return nil
  end
  local level = top
  while level do
    local formatters = level.formatters
    for i = 1, #formatters do
      local text = formatters[i](value, options)
      if text ~= nil then
        return text
      end
    end
    level = level.previous
  end
end

function M.set_parameter(name, value)
  if value == nil then
    value = NONE
  end
  top.parameters[name] = value
  M.epoch = M.epoch + 1
end

function M.get_parameter(name)
  local level = top
  while level do
    local value = level.parameters[name]
    if value ~= nil then
      if rawequal(value, NONE) then
        return nil
      end
      return value
    end
    level = level.previous
  end
end

--- Records a spy, which is reverted with the level. The lowest level is never reverted.
function M.add_spy(spy)
  if top.previous then
    local spies = top.spies
    spies[#spies + 1] = spy
  end
end

M.snapshot()

return M
