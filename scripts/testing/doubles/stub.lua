--- Stubs: spies that do not call the original.
local use = ...
local core = use("assert/assert")
local spy = use("doubles/spy")
local match = use("assert/match")
local deep = use("deep")
local util = use("util")

local assert = core.object
local M = {}

local function answers(...)
  local values = util.pack(...)
  return function()
    return table.unpack(values, 1, values.n)
  end
end

local function same_arguments(wanted, given)
  if wanted.n ~= given.n then
    return false
  end
  for i = 1, wanted.n do
    local one, other = wanted[i], given[i]
    if match.is_matcher(one) then
      if not one(other) then
        return false
      end
    elseif not (rawequal(one, other) or deep.equal(one, other)) then
      return false
    end
  end
  return true
end

--- Adds `returns` and `invokes`, which set the behaviour of a stub.
local function add_setters(target, set, result)
  target.returns = function(...)
    set(answers(...))
    return result
  end
  target.invokes = function(fn)
    set(fn)
    return result
  end
end

--- Creates a stub, in a table or standalone.
---
---@param target? table
---@param key? any
---@return table stub further arguments are its results
function M.new(target, key, ...)
  local is_free = target == nil and key == nil
  if is_free then
    target, key = {}, ""
    target[key] = function() end
  end
  if key == nil or type(target) ~= "table" and type(target) ~= "userdata" then
    core.raise(
      "stub.new(): Can only create stub on a table key, call with 2 params; table, key",
      "stub takes a table and a key: stub(table, 'key')."
    )
  end
  local replaced = spy.get(target, key)
  if replaced ~= nil and not util.callable(replaced) then
    core.raise(
      "stub.new(): The element for which to create a stub must either be callable, or be nil",
      string.format("The field '%s' is a %s, not a function.", tostring(key), type(replaced))
    )
  end
  local default
  if select("#", ...) == 1 and util.callable((...)) then
    default = (...)
  elseif select("#", ...) > 0 then
    default = answers(...)
  else
    default = function() end
  end
  local cases = {}
  local stub = spy.new(function(...)
    local given = util.pack(...)
    for _, case in ipairs(cases) do
      if same_arguments(case.arguments, given) then
        return case.answer(...)
      end
    end
    return default(...)
  end)
  if not is_free then
    spy.replace(target, key, replaced, stub, true)
  end
  add_setters(stub, function(fn)
    default = fn
  end, stub)
  stub.by_default = {}
  add_setters(stub.by_default, function(fn)
    default = fn
  end, stub)
  stub.on_call_with = function(...)
    local case = { arguments = util.pack(...) }
    for i = 1, case.arguments.n do
      local value = case.arguments[i]
      case.arguments[i] = match.is_matcher(value) and value or deep.copy(value)
    end
    local setters = {}
    -- As in luassert, the first case that matches a call answers it.
    add_setters(setters, function(fn)
      if not case.answer then
        cases[#cases + 1] = case
      end
      case.answer = fn
    end, stub)
    return setters
  end
  return stub
end

function M.is_stub(value)
  return spy.is_spy(value) and rawget(value, "on_call_with") ~= nil
end

assert:register("modifier", "stub", function(state, arguments)
  local target, key = arguments[1], arguments[2]
  local double = spy.of(target)
  local found = not double and arguments.n > 1 and target[key] or target
  state.payload = double or spy.of(found) or found
  if double and key ~= nil then
    state.failure_message = key
  end
  return state
end)

return setmetatable(M, {
  __call = function(_, ...)
    return M.new(...)
  end,
})
