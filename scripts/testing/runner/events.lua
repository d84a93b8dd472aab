--- The events of busted while tests run, for helpers and specs that subscribe.
---
--- `busted.subscribe({ "test", "end" }, fn)` calls the function for each test with its element, the
--- parent element, and its status. The second result of a subscriber decides whether later ones are
--- called.
local use, host = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local hooks = use("runner/hooks")
local bus = use("bus")

local M = { subscribe = bus.subscribe, unsubscribe = bus.unsubscribe, publish = bus.publish }
local elements, parents, owners = {}, {}, {}

local function descriptor_of(block)
  if block.kind == "test" then
    return block.is_pending and "pending" or "it"
  end
  return block.kind
end

--- The element of a block or a test.
local function element_of(block)
  local element = elements[block]
  if element == nil then
    element = {
      descriptor = descriptor_of(block),
      name = block.name or block.kind == "file" and block.file or nil,
      attributes = {},
    }
    if block.file then
      element.trace = {
        what = "Lua",
        source = "@" .. block.file,
        short_src = block.file,
        currentline = block.line,
      }
    end
    elements[block], owners[element] = element, block
    parents[element] = block.parent and element_of(block.parent)
  end
  return element
end

function M.parent(element)
  return parents[element]
end

function M.children(element)
  local block, children = owners[element], {}
  for _, child in ipairs(block and block.children or {}) do
    children[#children + 1] = child and element_of(child) or nil
  end
  return children
end

function M.current()
  local block = blocks.test or blocks.block
  return block and element_of(block)
end

--- Discards a file that has ended.
local function forget()
  local suite = elements[blocks.suite]
  elements, parents, owners = {}, {}, {}
  if suite then
    elements[blocks.suite], owners[suite] = suite, blocks.suite
  end
end

local function note_time(element, moment)
  if moment == "start" then
    element.starttick, element.starttime = host.time(), os.time()
  elseif moment == "end" then
    element.endtick, element.endtime = host.time(), os.time()
    element.duration = element.starttick and element.endtick - element.starttick
  end
end

local function trace_of(place, problem)
  return {
    what = "Lua",
    message = failure.text(problem.value),
    traceback = problem.trace,
    short_src = place.file,
    currentline = place.line,
  }
end

--- Notifies of an error or a pending test.
local function publish_problem(status, element, parent, place, problem)
  local trace = trace_of(place, problem)
  bus.publish({ status, element.descriptor }, element, parent, trace.message, trace)
end

--- Notifies of an event.
---
---@param kind string `suite`, `file`, `describe`, `test`, `exit`; `pending`; or `error`
---@param moment string `start` or `end`; for an error, the word of the failed hook
---@param block table the element, or the block around the hook
---@param status? string of the end of a test
---@param problem? table the error
function M.notify(kind, moment, block, status, problem)
  if bus.is_idle() then
    return
  end
  local element, parent = element_of(block), block.parent and element_of(block.parent)
  if kind == "exit" then
    bus.publish({ "exit" })
  elseif kind == "pending" then
    publish_problem("pending", element, parent, block, problem)
  elseif kind == "error" then
    if moment ~= element.descriptor then
      -- A hook, which is an element of its own.
      element, parent = { descriptor = moment, name = moment, attributes = {} }, element
      parents[element] = parent
    end
    publish_problem("error", element, parent, block, problem)
  else
    note_time(element, moment)
    if problem and status ~= "pending" then
      publish_problem(status, element, parent, block, problem)
    end
    if kind == "suite" then
      local options = hooks.options
      local seed = moment == "start" and block.seed or nil
      bus.publish({ "suite", moment }, element, options.run or 1, options.runs or 1, seed)
    else
      bus.publish({ kind, moment }, element, parent, status)
    end
    if kind == "file" and moment == "end" then
      forget()
    end
  end
end

return M
