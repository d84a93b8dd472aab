--- Spies: functions that record their calls.
local use = ...
local class = use("class")
local core = use("assert/assert")
local deep = use("deep")
local failure = use("failure")
local match = use("assert/match")
local standing = use("doubles/standing")
local util = use("util")

local assert = core.object
-- `_` is a matcher for any value.
local M = { _ = match._ }
local Spy = class.make()
deep.single[Spy] = true

--- Returns the value to replace; a host adds other kinds of targets.
function M.get(target, key)
  return target[key]
end

function M.put(target, key, value)
  target[key] = value
end

local function equal_lists(wanted, given, references)
  local count = wanted.n or #wanted
  if count ~= (given.n or #given) then
    return false
  end
  for i = 1, count do
    local one, other = wanted[i], given[i]
    if match.is_matcher(one) then
      if not (one(other) or match.is_reference(one) and one(references[i])) then
        return false
      end
    elseif not deep.equal(one, other) then
      return false
    end
  end
  return true
end

--- Finds the last entry that equals a list: the copied values, or the originals for `ref`.
local function find(entries, wanted)
  for i = #entries, 1, -1 do
    local entry = entries[i]
    if equal_lists(wanted, entry.vals, entry.refs) then
      return entry
    end
  end
end

local function record(entries, ...)
  local given = util.make_arglist(...)
  entries[#entries + 1] = { vals = util.copyargs(given), refs = given }
  return #entries
end

function Spy.__call(spy, ...)
  record(spy.calls, ...)
  return spy:keep_answer(spy.callback(...))
end

function Spy.describe(spy)
  return "(spy) called " .. #spy.calls .. " times"
end

local methods = {}

function methods:keep_answer(...)
  record(self.returnvals, ...)
  return ...
end

function methods:clear()
  self.calls, self.returnvals = {}, {}
  return self
end

--- Restores the replaced function and returns it.
function methods:revert()
  if not self.reverted then
    if self.target_table then
      standing.remove(self)
      M.put(self.target_table, self.target_key, self.replaced)
    end
    self.reverted = true
  end
  -- A stub has its own body; the replaced function, if any, is shared.
  if self.on_call_with then
    return self.replaced
  end
  return self.callback
end

--- Whether it was called this number of times. Without a number, any call counts.
function methods:called(times, compare)
  local count = #self.calls
  if compare then
    return compare(count, times), count
  elseif times then
    return count == times, count
  end
  return count > 0, count
end

--- Searches for a list. Returns whether it was found, and the list or the last one.
local function look(entries, wanted)
  local entry = find(entries, wanted)
  local told = entry or entries[#entries]
  return entry ~= nil, told and told.vals
end

--- Whether a call had these arguments. Also returns its arguments, or those of the last call.
function methods:called_with(arguments)
  return look(self.calls, arguments)
end

--- Whether a call returned these values. Also returns its values, or those of the last call.
function methods:returned_with(arguments)
  return look(self.returnvals, arguments)
end

for name, compare in pairs({
  called_at_least = function(count, wanted)
    return count >= wanted
  end,
  called_at_most = function(count, wanted)
    return count <= wanted
  end,
  called_more_than = function(count, wanted)
    return count > wanted
  end,
  called_less_than = function(count, wanted)
    return count < wanted
  end,
}) do
  methods[name] = function(self, times)
    return self:called(times, compare)
  end
end

Spy.__index = methods

function M.new(callback)
  callback = callback == nil and function() end or callback
  if not util.callable(callback) then
    local text = "Cannot spy on type '%s', only on functions or callable elements"
    failure.refuse(
      string.format(text, type(callback)),
      "A spy needs a function, but got a " .. type(callback) .. "."
    )
  end
  local spy = class.set({ callback = callback, calls = {}, returnvals = {} }, Spy)
  assert:add_spy(spy)
  return spy
end

--- Replaces a function of a table with a double.
---
---@param is_stub? boolean whether it does not call the original
function M.replace(target, key, replaced, double, is_stub)
  double.target_table, double.target_key, double.replaced = target, key, replaced
  M.put(target, key, double)
  standing.add(double, target, key, is_stub)
end

--- Replaces a function of a table with a spy.
function M.on(target, key)
  local replaced = M.get(target, key)
  local spy = M.new(replaced)
  M.replace(target, key, replaced, spy)
  return spy
end

function M.is_spy(value)
  return type(value) == "table" and class.of(value) == Spy
end

local represented = class.set({}, { __mode = "k" })

--- Records the double that a function calls, for a function that the host replaces itself.
function M.stand_for(fn, double)
  represented[fn] = double
end

--- The spy or stub that a value is or calls, or nil.
function M.of(value)
  if M.is_spy(value) then
    return value
  end
  return represented[value]
end

local function spy_of(state, name)
  local spy = state.payload
  if M.is_spy(spy) then
    return spy
  elseif type(spy) == "function" then
    failure.refuse(
      "When calling 'spy(aspy)', 'aspy' must not be the original function, but the spy function"
        .. " replacing the original",
      "This is the function itself, not a spy of it: s = spy.new(fn), or spy.on(table, key)."
    )
  end
  failure.refuse(
    string.format("'%s' must be chained after 'spy(aspy)'", name),
    string.format("'%s' must follow a spy or a stub: assert.spy(s).was.%s().", name, name)
  )
end

local bounds = {
  called = "",
  called_at_least = "at least ",
  called_at_most = "at most ",
  called_more_than = "more than ",
  called_less_than = "fewer than ",
}

local function wanted_words(name, wanted)
  return wanted == nil and "at least 1" or bounds[name] .. tostring(wanted)
end

--- Registers an assertion about a number of calls.
local function register_count(name, opposite)
  assert:register("assertion", name, function(state, arguments)
    local spy = spy_of(state, name)
    local wanted = arguments[1]
    if type(wanted) ~= "number" then
      if name ~= "called" then
        local sides = name == "called_less_than" and "number with %s" or "%s with number"
        local text = string.format("attempt to compare %s: '%%s' takes a number of calls", sides)
        error(string.format(text, type(wanted), name), 0)
      end
      if wanted ~= nil then
        state.failure_message = wanted
      end
      wanted = nil
    elseif arguments[2] ~= nil then
      state.failure_message = arguments[2]
    end
    if wanted == nil and not state.mod then
      -- No call means 0 calls.
      wanted, state.mod = 0, true
    end
    local result, count = spy[name](spy, wanted)
    state.note = { kind = "called", wanted = wanted_words(name, wanted), entries = spy.calls }
    arguments[1], arguments[2], arguments.n = tostring(wanted or ">0"), tostring(count), 2
    arguments.nofmt = { true, true }
    return result
  end, "assertion." .. name .. ".positive", "assertion." .. opposite)
end

register_count("called", "called.negative")
register_count("called_at_least", "called_less_than.positive")
register_count("called_at_most", "called_more_than.positive")
register_count("called_more_than", "called_at_most.positive")
register_count("called_less_than", "called_at_least.positive")

local function register_list(name)
  assert:register("assertion", name, function(state, arguments)
    local spy = spy_of(state, name)
    local result, latest = spy[name](spy, arguments)
    if result == state.mod then
      return result
    end
    local wanted = util.make_arglist(table.unpack(arguments, 1, arguments.n))
    local is_returned = name == "returned_with"
    local entries = is_returned and spy.returnvals or spy.calls
    state.note = {
      kind = "list",
      expected = wanted,
      actual = latest,
      entries = entries,
      is_returned = is_returned,
    }
    arguments[1], arguments[2], arguments.n = latest, wanted, 2
    return result
  end, "assertion." .. name .. ".positive", "assertion." .. name .. ".negative")
end

register_list("called_with")
register_list("returned_with")

assert:register("modifier", "spy", function(state, arguments)
  state.payload = M.of(arguments[1]) or arguments[1]
  if arguments[2] ~= nil then
    state.failure_message = arguments[2]
  end
  return state
end)

return setmetatable(M, {
  __call = function(_, ...)
    return M.new(...)
  end,
})
