--- Texts by key and language: `say(key, arguments)`.
local registry = {}
local current, fallback = "en", "en"

local M = { _registry = registry }

--- Chooses the language for setting and looking up texts.
function M.set_namespace(_, namespace)
  current = namespace
  registry[namespace] = registry[namespace] or {}
end

--- Chooses the language for texts that the current one lacks.
function M.set_fallback(_, namespace)
  fallback = namespace
  registry[namespace] = registry[namespace] or {}
end

--- Sets a text in the current language.
function M.set(_, key, text)
  registry[current][key] = text
end

--- Looks up a text and fills in its placeholders.
---
---@param key string
---@param arguments? table the values for the placeholders; `n` is their number if some are nil
---@return any text nil if it does not exist; a value that is not a string is returned unchanged
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
