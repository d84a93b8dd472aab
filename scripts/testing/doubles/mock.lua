--- Mocks: tables with spies or stubs in place of all functions.
local use = ...
local spy = use("doubles/spy")
local stub = use("doubles/stub")
local util = use("util")

local M = {}

local function walk(object, visit, seen)
  if type(object) ~= "table" or spy.is_spy(object) or seen[object] then
    return
  end
  seen[object] = true
  for key, value in pairs(object) do
    if spy.is_spy(value) then
      visit(object, key, value)
    else
      walk(value, visit, seen)
    end
  end
end

local function replace(object, is_stubbing, fn, owner, key, seen)
  if spy.is_spy(object) or seen[object] then
    return object
  end
  if type(object) == "table" and not util.callable(object) then
    seen[object] = true
    local keys = {}
    for name in pairs(object) do
      keys[#keys + 1] = name
    end
    for _, name in ipairs(keys) do
      local value = object[name]
      if type(value) == "table" or util.callable(value) then
        replace(value, is_stubbing, fn, object, name, seen)
      end
    end
    return object
  end
  if util.callable(object) then
    if owner == nil then
      return is_stubbing and stub.new(nil, nil, fn) or spy.new(object)
    end
    return is_stubbing and stub(owner, key, fn) or spy.on(owner, key)
  end
  return object
end

--- Replaces every function of a table.
---
---@param object any
---@param is_stubbing? boolean whether the originals are not called
---@param fn? function the behaviour of the stubs
function M.new(object, is_stubbing, fn, owner, key)
  return replace(object, is_stubbing, fn, owner, key, {})
end

function M.clear(object)
  if spy.is_spy(object) then
    return object:clear()
  end
  walk(object, function(_, _, found)
    found:clear()
  end, {})
  return object
end

--- Restores every function.
function M.revert(object)
  if spy.is_spy(object) then
    object:revert()
    return object
  end
  local found = {}
  walk(object, function(_, _, entry)
    found[#found + 1] = entry
  end, {})
  for _, entry in ipairs(found) do
    entry:revert()
  end
  return object
end

return setmetatable(M, {
  __call = function(_, ...)
    return M.new(...)
  end,
})
