--- The arguments of assertions: registration, checks and texts.
local use = ...
local core = use("assert/assert")
local say = use("say")

local assert = core.object
local M = {}

--- Registers an assertion under one or more names.
function M.register(names, fn, key)
  for name in string.gmatch(names, "%S+") do
    assert:register("assertion", name, fn, key and key .. ".positive", key and key .. ".negative")
  end
end

--- Takes the optional message after the arguments.
function M.message_at(state, arguments, index)
  if arguments[index] ~= nil then
    state.failure_message = arguments[index]
  end
end

--- The arguments after a pattern: the start, whether it is plain, and an optional message.
---
--- The message is the argument that is not a boolean and not usable as a number.
function M.pattern_options(state, arguments, name)
  local rest = { n = 0 }
  local has_message = false
  for i = 3, arguments.n do
    local value = arguments[i]
    if value and type(value) ~= "boolean" and not tonumber(value) and not has_message then
      has_message = true
      state.failure_message = value
    else
      rest.n = rest.n + 1
      rest[rest.n] = value
    end
  end
  local init = rest[1]
  if init ~= nil and not tonumber(init) then
    M.refuse(3, name, "number", type(init))
  end
  return tonumber(init), rest[2]
end

--- Raises an error if arguments are missing.
function M.need(arguments, count, name)
  if arguments.n < count then
    local text = "'%s' takes at least %d argument%s, but got %d."
    text = string.format(text, name, count, count == 1 and "" or "s", arguments.n)
    core.raise(say("assertion.internal.argtolittle", { name, count, arguments.n }), text)
  end
end

--- Raises an error about an argument of the wrong kind.
function M.refuse(index, name, expected, actual)
  core.raise(say("assertion.internal.badargtype", { index, name, expected, actual }))
end

--- Replaces the arguments with the values for a text: the actual value, then the expected one.
function M.set(arguments, count, ...)
  for i = 1, math.max(arguments.n, count) do
    arguments[i] = nil
  end
  for i = 1, count do
    arguments[i] = (select(i, ...))
  end
  arguments.n = count
end

function M.kept(...)
  return { n = select("#", ...), ... }
end

return M
