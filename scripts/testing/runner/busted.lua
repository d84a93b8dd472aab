--- The module `busted`: the runner's interface for specs and helpers.
local use, host = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local hooks = use("runner/hooks")
local in_force = use("runner/environment")

local M = {}

--- The functions of the module.
local api = {
  version = "2.3.0",
  fail = function(message)
    error(failure.failure(failure.placed(message)), 0)
  end,
  gettime = host.time,
  monotime = host.time,
  sleep = function(seconds)
    local sleep = host.sleep or rawget(in_force.globals, "sleep")
    if sleep then
      sleep(seconds)
    end
  end,
  bindfenv = function(fn)
    return fn
  end,
}

--- Turns on notifications at the first subscription.
local function events()
  local found = use("runner/events")
  hooks.subscriber = found.notify
  return found
end
for _, name in ipairs({ "subscribe", "unsubscribe", "publish", "parent", "children" }) do
  api[name] = function(...)
    return events()[name](...)
  end
end

M.module = setmetatable({}, {
  __index = api,
  __newindex = function()
    error("'busted' cannot be changed", 2)
  end,
})

-- The standard words and those that a helper adds.

api.api, api.executors = api, {}

--- Adds a value to the module.
function api.exportApi(name, value)
  api[name] = value
end

--- Adds a value to the module and to the globals of all specs.
function api.export(name, value)
  api[name] = value
  blocks.suite.globals[name] = value
end

--- Removes a value that `export` added.
function api.hide(name)
  api[name] = nil
  blocks.suite.globals[name] = nil
end

--- Adds a word for blocks: an alias, or a word with children that a function runs.
---
---@param name string
---@param executor? string|function the original word, or a function called for each element
---@param attributes? table `envmode`: "insulate" or "expose"
function api.register(name, executor, attributes)
  if type(executor) == "table" then
    executor, attributes = nil, executor
  end
  local word
  if type(executor) == "string" then
    word = api.executors[executor]
    if not word then
      error("'" .. executor .. "' is not a registered word", 2)
    end
    if attributes and attributes.envmode and executor == "describe" then
      word = blocks.word(name, attributes.envmode)
    end
  else
    word = blocks.word(name, "test", executor)
  end
  api.executors[name] = word
  api.export(name, word)
end

for name, word in pairs(blocks.words) do
  if name ~= "finally" and name ~= "randomize" and name ~= "timeout" then
    api.executors[name] = word
  end
end

--- The runner for a helper that returns a function: `context` is not a word there.
M.core = setmetatable({
  context = {
    parent = api.parent,
    children = api.children,
    get = function()
      return events().current()
    end,
  },
}, { __index = api, __newindex = api })

--- Adds all words and the modules of luassert.
function M.fill(exports)
  for name, value in pairs(exports) do
    local is_of_blocks = name == "finally" or name == "randomize" or name == "package"
    if not is_of_blocks and api[name] == nil then
      api[name] = value
    end
  end
  return M.module
end

return M
