--- Texts by key, in one language or another: `say(key, arguments)`.
local registry = {}
local current, fallback = "en", "en"

local M = { _registry = registry }

--- Chooses the language that texts are set in and looked up in.
function M.set_namespace(_, namespace)
  current = namespace
  registry[namespace] = registry[namespace] or {}
end

--- Chooses the language for texts that the current one lacks.
function M.set_fallback(_, namespace)
  fallback = namespace
  registry[namespace] = registry[namespace] or {}
end

--- Sets a text, in the current language.
function M.set(_, key, text)
  registry[current][key] = text
end

--- Looks a text up and fills its holes.
---
---@param key string
---@param arguments? table the values for the holes; `n` counts them when some are nil
---@return any text nil when there is none; what is no string is answered as it is
local function look_up(_, key, arguments)
  local text = registry[current][key]
  if text == nil then
    text = registry[fallback][key]
  end
  if type(text) ~= "string" or arguments == nil then
    return text
  end
  if type(arguments) ~= "table" then
    error(string.format("expected parameter table to be a table, got '%s'", type(arguments)), 2)
  end
  local count = math.max(arguments.n or 0, #arguments)
  local values = {}
  for i = 1, count do
    values[i] = tostring(arguments[i])
  end
  return string.format(text, table.unpack(values, 1, count))
end

registry.en = {}

return setmetatable(M, { __call = look_up })
