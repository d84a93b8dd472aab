--- What a test ends with when it does not succeed: objects that say which way it ended.
local M = {}

local Failure = {
  __tostring = function(failure)
    return M.text(failure.message)
  end,
}
local Pending = {
  __tostring = function(pending)
    return tostring(pending.message or "pending")
  end,
}

--- Writes a value that may not let itself be written.
local function attempt(write, value)
  local is_written, text = pcall(write, value)
  if is_written and type(text) == "string" then
    return text
  end
  return ("(a %s whose __tostring does not answer a text)"):format(type(value))
end

--- A thrown value as text.
function M.text(value)
  if type(value) == "table" then
    local metatable = getmetatable(value)
    local is_plain = metatable == nil or type(metatable) == "table" and not metatable.__tostring
    return attempt(is_plain and M.write or tostring, value)
  end
  if value == nil then
    return "error with nil"
  end
  return type(value) == "string" and value or attempt(tostring, value)
end

--- Writes a table; the formatters put theirs here.
M.write = tostring

--- Makes a failed assertion.
---
---@param message any
---@param details? table `difference` as text
function M.failure(message, details)
  local failure = details or {}
  failure.message = message
  return native.set_metatable(failure, Failure)
end

--- Makes the end of a test that is not done yet.
function M.pending(message)
  return setmetatable({ message = message }, Pending)
end

--- How a test that raised a value ended: `failure`, `pending` or `error`.
function M.status(value)
  local metatable = type(value) == "table" and getmetatable(value)
  if metatable == Failure then
    return "failure"
  elseif metatable == Pending then
    return "pending"
  end
  return "error"
end

return M
