--- The chains of assertions: `assert.is_not.equal(1, 2)`.
---
--- A chain is a path of words. What a path means is found once and kept until something is
--- registered.
local use = ...
local failure = use("failure")
local format = use("format")
local say = use("say")
local levels = use("state")

local M = {}
local registry = { assertion = {}, modifier = {}, matcher = {} }

local TOKENS, PLAN, EPOCH = {}, {}, {}
local epoch = 0

--- Counts what a test asserted, and the chains it began.
local counts = { asserted = 0, begun = 0, ended = 0, last = nil }
M.counts = counts

--- Raises a failure; a host may put its own way here.
function M.raise(message, details)
  error(failure.failure(message, details), 0)
end

local Chain = {}
local Bound = {}

local function tokens_of(path, word)
  local tokens = { table.unpack(path) }
  for token in tostring(word):lower():gmatch("[^_]+") do
    tokens[#tokens + 1] = token
  end
  return tokens
end

local function make_chain(tokens)
  return setmetatable({ [TOKENS] = tokens }, Chain)
end

--- A modifier acts on all of a chain, wherever it stands: `assert.equals.Not(1, 2)`.
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

--- Finds what the words mean: the longest name that ends at the last word, then before it.
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

local function plan(chain)
  if rawget(chain, EPOCH) == epoch then
    return rawget(chain, PLAN)
  end
  local found, unknown = plan_of(chain[TOKENS], "assertion")
  if not found then
    error(("luassert: unknown modifier/assertion: '%s'"):format(unknown), 0)
  end
  chain[PLAN] = found
  chain[EPOCH] = epoch
  return found
end

local function message_of(state, entry, arguments)
  local key = state.mod and entry.positive or entry.negative
  local written = format.arguments(arguments)
  local message = key and (say(key, written) or key) or nil
  local own = state.failure_message
  if own ~= nil then
    own = type(own) == "string" and own or format.value(own)
  end
  if message == nil or message == "" then
    return own or ("assertion '%s' failed"):format(entry.name)
  end
  return own and own .. "\n" .. message or message
end

--- Asks one assertion and raises when its answer is not the one wanted.
local function check(state, entry, arguments, level)
  counts.asserted = counts.asserted + 1
  local mod = state.mod
  local answer, values = entry.callback(state, arguments, level)
  if (not not answer) ~= mod then
    local details = {
      expected = state.expected,
      actual = state.actual,
      difference = state.difference,
    }
    local message = message_of(state, entry, arguments)
    M.raise(message, details)
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
  return setmetatable({ state = state, tokens = {} }, Bound)
end

function Chain.__index(chain, word)
  if type(word) ~= "string" then
    return nil
  end
  local child = make_chain(tokens_of(chain[TOKENS], word))
  rawset(chain, word, child)
  return child
end

function Chain.__call(chain, ...)
  counts.ended = counts.ended + 1
  return run(plan(chain), { mod = true }, 1, { n = select("#", ...), ... })
end

--- A chain after a modifier with a value, such as `assert.spy(s)`.
function Bound.__index(bound, word)
  local tokens = tokens_of(rawget(bound, "tokens"), word)
  return setmetatable({ state = rawget(bound, "state"), tokens = tokens }, Bound)
end

function Bound.__call(bound, ...)
  local found, unknown = plan_of(rawget(bound, "tokens"), "assertion")
  if not found then
    error(("luassert: unknown modifier/assertion: '%s'"):format(unknown), 0)
  end
  local kept = rawget(bound, "state")
  local state = {}
  for key, value in next, kept do
    state[key] = value
  end
  return run(found, state, 1, { n = select("#", ...), ... })
end

--- Finds the plan of a matcher's words; `match.is_not.number` goes this way.
function M.matcher_plan(tokens)
  return plan_of(tokens, "matcher")
end
M.tokens_of = tokens_of

-- The public object.

local api = {}

--- Adds an assertion, a modifier or a matcher.
function api.register(_, namespace, name, callback, positive, negative)
  name = name:lower()
  registry[namespace] = registry[namespace] or {}
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

--- Takes one away.
function api.unregister(_, namespace, name)
  if registry[namespace] then
    registry[namespace][name:lower()] = nil
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

--- Notes a spy, so that the snapshots taken before it put back what it replaced.
function api.add_spy(_, spy)
  levels.add_spy(spy)
end

--- Remembers spies, formatters and parameters until `revert`.
function api.snapshot()
  return levels.snapshot()
end

local Level = {}

--- How many calls up an error is to be reported.
function api.level(_, level)
  return setmetatable({ level = level }, Level)
end

function api.get_level(_, level)
  return getmetatable(level) == Level and level.level or nil
end

local root = setmetatable({ [TOKENS] = {} }, Chain)

M.object = setmetatable(api, {
  __index = function(_, word)
    if type(word) ~= "string" then
      return nil
    end
    counts.begun = counts.begun + 1
    counts.last = word
    return root[word]
  end,
  __call = function(_, ...)
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
  end,
})
M.registry = registry

return M
