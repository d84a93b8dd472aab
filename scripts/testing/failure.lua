--- The objects that end a test without success. Each contains the status of the test.
local use = ...
local class = use("class")

local M = {}
local Failure, Pending = class.make(), class.make()

function Failure.__tostring(failure)
  return M.text(rawget(failure, "message"))
end

function Pending.__tostring(pending)
  local message = rawget(pending, "message")
  return tostring(message == nil and "pending" or message)
end

--- Formats an object that can raise an error.
local function attempt(write, value, ...)
  local is_written, text = pcall(write, value, ...)
  if is_written and (type(text) == "string" or type(text) == "number") then
    return tostring(text)
  end
  return string.format("(a %s whose __tostring does not return a text)", type(value))
end

--- Whether a value is a table without a text of its own.
function M.is_plain(value)
  if type(value) ~= "table" then
    return false
  end
  local metatable = class.of(value)
  return metatable == nil or type(metatable) == "table" and not metatable.__tostring
end

--- A text without places in our own files, which can be the callers of a spec's function.
local function without_own_places(text)
  if string.find(text, "//moonroute/", 1, true) then
    text = string.gsub(text, "//moonroute/[^:%s]*:%d+: ", "")
  end
  return text
end

--- A raised value as text.
function M.text(value)
  if type(value) == "table" then
    return attempt(M.is_plain(value) and M.write or tostring, value)
  end
  if value == nil then
    return "error with nil"
  end
  return type(value) == "string" and without_own_places(value) or attempt(tostring, value)
end

--- Writes a value with a function that may call the value's `__tostring`.
M.attempt = attempt

--- The text that an object gives itself, or nil if it gives none.
function M.own_text(value)
  local is_written, text = pcall(tostring, value)
  return is_written and text or nil
end

--- A text shortened to a limit in bytes, with the number of omitted bytes.
function M.cut(text, limit)
  if #text <= limit then
    return text
  end
  local last = limit
  -- Do not split a UTF-8 character.
  while last > limit - 4 and string.find(text, "^[\x80-\xBF]", last + 1) do
    last = last - 1
  end
  return string.format("%s… (%d bytes left out)", string.sub(text, 1, last), #text - last)
end

--- Writes a table; the formatters replace it.
M.write = tostring

--- The compared values by failure, and the report words by text. Specs cannot reach them.
local notes = class.set({}, { __mode = "k" })

--- Creates a failed assertion.
---
---@param message any
---@param note? table the compared values, for `compare/explain`
function M.failure(message, note)
  local failure = class.set({ message = message }, Failure)
  notes[failure] = note
  return failure
end

--- Adds the place of the calling script to a text, as `error` does. Other values stay unchanged.
function M.placed(message)
  if type(message) ~= "string" then
    return message
  end
  local file, line = native.caller()
  return file and string.format("%s:%d: %s", file, line, message) or message
end

--- Raises a text with the place of the calling script. Reports use other words.
function M.refuse(text, words)
  local placed = M.placed(text)
  M.explain(placed, words)
  error(placed, 0)
end

--- Sets the words of reports for a raised text.
function M.explain(text, words)
  notes[text] = words
end

--- The words of reports for a raised value, or nil if its message is complete.
function M.explained(value)
  local note = notes[value]
  if type(note) == "string" then
    return note
  elseif note == nil and M.is_plain(value) then
    note = { kind = "raised", actual = value }
  end
  return note and use("compare/explain").text(note) or nil
end

--- The expected and the actual value of a raised failure as texts, or nil.
---
---@return string? expected
---@return string? actual
function M.sides(value)
  local note = notes[value]
  if type(note) == "table" then
    return use("compare/explain").sides(note)
  end
end

--- Creates the end of a pending test.
function M.pending(message)
  return class.set({ message = message }, Pending)
end

--- The status of a test that raised a value: `failure`, `pending` or `error`.
function M.status(value)
  local metatable = type(value) == "table" and class.of(value)
  if metatable == Failure then
    return "failure"
  elseif metatable == Pending then
    return "pending"
  end
  return "error"
end

return M
