--- Functions that the parts of the assertions share.
local use = ...
local class = use("class")
local deep = use("deep")
local failure = use("failure")

local M = {
  deepcopy = deep.copy,
  shallowcopy = deep.shallow,
}

--- Compares deeply, with or without the metatables of the two values themselves.
function M.deepcompare(a, b, ignores_metatables)
  if not ignores_metatables and type(a) == "table" and type(b) == "table" then
    local one, other = getmetatable(a), getmetatable(b)
    if type(one) == "table" and type(other) == "table" and one.__eq and one.__eq == other.__eq then
      return a == b
    end
  end
  return deep.equal(a, b)
end

function M.callable(value)
  if type(value) == "function" then
    return true
  end
  local metatable = class.of(value)
  return type(metatable) == "table" and M.callable(rawget(metatable, "__call"))
end

local LIST = class.make()

--- Creates a list that knows its length, `n`.
function M.make_arglist(...)
  return class.set({ n = select("#", ...), ... }, LIST)
end

function M.is_arglist(value)
  return class.of(value) == LIST
end

--- Copies a list of arguments deeply.
function M.copyargs(arguments)
  local copy = M.make_arglist()
  copy.n = arguments.n
  for i = 1, arguments.n do
    copy[i] = deep.copy(arguments[i])
  end
  return copy
end

function M.pack(...)
  return { n = select("#", ...), ... }
end

--- Finds a pattern. The error for an invalid one has the place of the calling script.
function M.find(text, pattern, init, is_plain)
  local results = M.pack(pcall(string.find, text, pattern, init, is_plain))
  if not results[1] then
    error(failure.placed(results[2]), 0)
  end
  return table.unpack(results, 2, results.n)
end

function M.unpack(list, first, last)
  return table.unpack(list, first or 1, last or list.n or #list)
end

function M.tinsert(list, ...)
  local count = select("#", ...)
  local at, value = ...
  if count == 1 then
    at, value = (list.n or #list) + 1, at
  end
  list.n = list.n or #list
  for i = list.n, at, -1 do
    list[i + 1] = list[i]
  end
  list[at] = value
  list.n = list.n + 1
end

function M.tremove(list, at)
  list.n = list.n or #list
  at = at or list.n
  local value = list[at]
  for i = at, list.n do
    list[i] = list[i + 1]
  end
  list.n = math.max(0, list.n - 1)
  return value
end

return M
