--- The chains of assertions: `assert.is_not.equal(1, 2)`.
---
--- A chain is a path of words. Its meaning is looked up once and cached until the next
--- registration.
local use = ...
local class = use("class")
local counts = use("counts")
local failure = use("failure")
local format = use("format")
local say = use("say")
local levels = use("assert/state")

local M = {}
local registry = { assertion = {}, modifier = {}, matcher = {} }

local epoch = 0

--- Raises a failure; a host may replace it.
---
---@param message any a text gets the place of the calling script
---@param note? table|string the compared values or the words for reports
function M.raise(message, note)
  error(failure.failure(failure.placed(message), note), 0)
end

local Bound = class.make()

local function tokens_of(path, word)
  local tokens = { table.unpack(path) }
  for token in string.gmatch(string.lower(tostring(word)), "[^_]+") do
    tokens[#tokens + 1] = token
  end
  return tokens
end

--- Moves modifiers to the front: they affect the whole chain, as in `assert.equals.Not(1, 2)`.
local function with_modifiers_first(plan)
  local ordered = {}
  for _, wants_modifier in ipairs({ true, false }) do
    for _, entry in ipairs(plan) do
      if entry.modifier == wants_modifier then
        ordered[#ordered + 1] = entry
      end
    end
  end
  return ordered
end

--- Finds the meaning of words: the longest name that ends at the last word, then before it.
local function plan_of(tokens, namespace)
  local plan = {}
  local last = #tokens
  while last > 0 do
    local found
    for first = 1, last do
      local name = table.concat(tokens, "_", first, last)
      local entry = registry[namespace][name] or registry.modifier[name]
      if entry then
        found = entry
        last = first - 1
        break
      end
    end
    if not found then
      return nil, table.concat(tokens, "_", 1, last)
    end
    table.insert(plan, 1, found)
  end
  return with_modifiers_first(plan)
end

--- A function that registers more words, called for an unknown word; a host may set it.
M.load_rest = nil

--- Whether registrations keep an entry that a spec has registered under the same name.
local stands_back = false

--- Loads the rest of the words, if they are not loaded yet.
function M.load_all()
  local load = M.load_rest
  M.load_rest = nil
  if load then
    stands_back = true
    load()
    stands_back = false
  end
end

--- Raises an error about an unknown word; reports list the known words.
function M.refuse_word(kind, word)
  local text = string.format("luassert: unknown modifier/%s: '%s'", kind, word)
  local known = {}
  for name in next, registry[kind] do
    known[#known + 1] = name
  end
  table.sort(known)
  failure.refuse(text, string.format("%s\nAvailable: %s.", text, table.concat(known, ", ")))
end

local function need_plan(tokens)
  local plan, unknown = plan_of(tokens, "assertion")
  if not plan and M.load_rest then
    M.load_all()
    return need_plan(tokens)
  elseif not plan then
    M.refuse_word("assertion", unknown)
  end
  return plan
end

--- Converts a message of the spec to text: as is, or formatted as a value.
local function own_text(message)
  local metatable = type(message) == "table" and class.of(message)
  local reads = type(metatable) == "table" and metatable.__tostring ~= nil
  return (reads or type(message) == "string") and failure.text(message) or format.value(message)
end

local function message_of(state, entry, arguments)
  local key = state.mod and entry.positive or entry.negative
  local written = format.arguments(arguments)
  local message = key and (say(key, written) or key) or nil
  local own = state.failure_message
  if own ~= nil then
    own = own_text(own)
  end
  if message == nil or message == "" then
    return own or "assertion failed!"
  end
  return own and own .. "\n" .. message or message
end

--- The note of the compared values for reports, or nil if the spec gives its own text.
local function note_of(state, entry)
  local key = state.mod and entry.positive or entry.negative
  if not key and state.failure_message == nil then
    return string.format("assertion '%s' failed", entry.name)
  end
  local note = state.note
  if not note or not key or say(key) ~= use("assert/english")[key] then
    return nil
  end
  note.is_negative = not state.mod
  if state.failure_message ~= nil then
    note.own = own_text(state.failure_message)
  end
  return note
end

--- Runs one assertion, and raises a failure if its result is not as expected.
local function check(state, entry, arguments, level)
  counts.asserted = counts.asserted + 1
  local answer, values = entry.callback(state, arguments, level)
  if (not not answer) ~= state.mod then
    local note = note_of(state, entry)
    M.raise(message_of(state, entry, arguments), note)
  end
  return values or arguments
end

local function run(entries, state, level, arguments)
  local last = #entries
  for i = 1, last do
    local entry = entries[i]
    if entry.modifier then
      local given = i == last and arguments or { n = 0 }
      state = entry.callback(state, given, level) or state
    else
      local values = check(state, entry, arguments, level)
      if i == last then
        return table.unpack(values, 1, values.n or #values)
      end
    end
  end
  return class.set({ state = state, tokens = {} }, Bound)
end

--- Creates a chain of words. Its state is not in the table that a spec sees.
local function make_chain(tokens)
  local plan, plan_epoch
  local children = setmetatable({}, {
    __index = function(children, word)
      if type(word) ~= "string" then
        return nil
      end
      local child = M.make_chain(tokens_of(tokens, word))
      rawset(children, word, child)
      return child
    end,
  })
  return setmetatable({}, {
    __index = children,
    __call = function(_, ...)
      counts.ended = counts.ended + 1
      if plan_epoch ~= epoch then
        plan, plan_epoch = need_plan(tokens), epoch
      end
      return run(plan, { mod = true }, 1, { n = select("#", ...), ... })
    end,
  })
end
M.make_chain = make_chain

--- A chain after a modifier with a value, such as `assert.spy(s)`.
function Bound.__index(bound, word)
  local tokens = tokens_of(rawget(bound, "tokens"), word)
  return class.set({ state = rawget(bound, "state"), tokens = tokens }, Bound)
end

function Bound.__call(bound, ...)
  local found = need_plan(rawget(bound, "tokens"))
  local kept = rawget(bound, "state")
  local state = {}
  for key, value in next, kept do
    state[key] = value
  end
  return run(found, state, 1, { n = select("#", ...), ... })
end

--- Finds the plan of a matcher's words, such as `match.is_not.number`.
function M.matcher_plan(tokens)
  return plan_of(tokens, "matcher")
end
M.tokens_of = tokens_of

-- The public object.

local api = {}

--- Adds an assertion, a modifier or a matcher.
function api.register(_, namespace, name, callback, positive, negative)
  name = string.lower(name)
  registry[namespace] = registry[namespace] or {}
  if stands_back and registry[namespace][name] then
    return
  end
  registry[namespace][name] = {
    name = name,
    callback = callback,
    modifier = namespace == "modifier",
    positive = positive,
    positive_message = positive,
    negative = negative,
    negative_message = negative,
  }
  epoch = epoch + 1
end

--- Removes an assertion, a modifier or a matcher.
function api.unregister(_, namespace, name)
  if registry[namespace] then
    registry[namespace][string.lower(name)] = nil
  end
  epoch = epoch + 1
end

function api.format(_, arguments)
  return format.arguments(arguments)
end

function api.add_formatter(_, ...)
  format.add(...)
end

function api.remove_formatter(_, formatter)
  levels.remove_formatter(formatter)
end

function api.set_parameter(_, name, value)
  levels.set_parameter(name, value)
end

function api.get_parameter(_, name)
  return levels.get_parameter(name)
end

--- Records a spy, so that earlier snapshots can revert it.
function api.add_spy(_, spy)
  levels.add_spy(spy)
end

--- Saves spies, formatters and parameters until `revert`.
function api.snapshot()
  return levels.snapshot()
end

local Level = class.make()

--- The number of stack levels to the caller that an error names.
function api.level(_, level)
  return class.set({ level = level }, Level)
end

function api.get_level(_, level)
  return class.of(level) == Level and level.level or nil
end

local root = make_chain({})

local Assert = class.make()

function Assert.__index(_, word)
  if type(word) ~= "string" then
    return nil
  end
  counts.begun = counts.begun + 1
  counts.last = word
  return root[word]
end

function Assert.__call(_, ...)
  local value, message = ...
  counts.asserted = counts.asserted + 1
  if value then
    return ...
  end
  if select("#", ...) == 0 then
    error("bad argument #1 to 'assert' (value expected)", 2)
  end
  if message == nil then
    message = "assertion failed!"
  end
  M.raise(message)
end

M.object = class.set(api, Assert)
M.registry = registry

return M
