--- What assertions do with their arguments.
local use = ...
local core = use("assert")

local assert = core.object
local M = {}

--- Registers an assertion under one or several names.
function M.register(names, fn, key)
  for name in names:gmatch("%S+") do
    assert:register("assertion", name, fn, key and key .. ".positive", key and key .. ".negative")
  end
end

--- Takes the message that may follow the arguments.
function M.message_at(state, arguments, index)
  if arguments[index] ~= nil then
    state.failure_message = arguments[index]
  end
end

--- Raises when arguments are missing.
function M.need(arguments, count, name)
  if arguments.n < count then
    local text = "'%s' takes at least %d arguments, and got %d"
    error(text:format(name, count, arguments.n), 0)
  end
end

function M.set(arguments, count, ...)
  for i = 1, math.max(arguments.n, count) do
    arguments[i] = nil
  end
  for i = 1, count do
    arguments[i] = (select(i, ...))
  end
  arguments.n = count
end

--- What was expected and what came, for reporters that show both.
function M.sides(state, expected, actual, arguments, options)
  state.expected, state.actual = expected, actual
  arguments.fmtargs = options
end

function M.kept(...)
  return { n = select("#", ...), ... }
end

return M
