--- The changes of specs to the assertions, level by level: formatters, parameters and spies.
---
--- A snapshot is a level; reverting it takes away what came after it.
local use = ...
local class = use("class")

local M = {}
local Level = class.make()

--- Stands for a parameter that was set to nil.
local NONE = {}

local top

--- The number of formatters at all levels, and a count of changes to parameters.
local formatter_count = 0
M.epoch = 0

--- Takes a level away, with those above it.
---
---@param level? table the one on top when nil
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

--- Begins a level.
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

--- Adds a formatter, which is asked before those that are there.
function M.add_formatter(formatter)
  table.insert(top.formatters, 1, formatter)
  formatter_count = formatter_count + 1
end

--- Removes a formatter, at whatever level it is.
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

--- The text of a formatter for a value, or nil when none knows it.
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

--- Notes a spy, which is reverted with the level; the lowest one never is.
function M.add_spy(spy)
  if top.previous then
    local spies = top.spies
    spies[#spies + 1] = spy
  end
end

M.snapshot()

return M
