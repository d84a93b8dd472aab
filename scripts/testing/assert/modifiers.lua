--- The words between `assert` and an assertion.
local use = ...
local arguments_of = use("assert/arguments")
local core = use("assert/assert")

local assert = core.object
local need = arguments_of.need

local function modifier(names, fn)
  for name in string.gmatch(names, "%S+") do
    assert:register("modifier", name, fn)
  end
end

modifier("a an the is are was has does", function(state)
  return state
end)
modifier("not no", function(state)
  state.mod = not state.mod
  return state
end)
modifier("message", function(state, arguments)
  need(arguments, 1, "message")
  state.failure_message = arguments[1]
  return state
end)
modifier("array", function(state, arguments)
  need(arguments, 1, "array")
  if type(arguments[1]) ~= "table" then
    error(string.format("'array' takes a table, but got a %s", type(arguments[1])), 0)
  end
  state.payload = arguments[1]
  return state
end)

return assert
