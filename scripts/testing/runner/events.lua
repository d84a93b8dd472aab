--- The events of busted while tests run, for helpers and specs that subscribe.
---
--- `busted.subscribe({ "test", "end" }, fn)` hears of each test with its element, the one around
--- it, and how it ended. What a subscriber answers second says whether others hear of it, too.
local use = ...
local failure = use("failure")
local bus = use("bus")

local M = { subscribe = bus.subscribe, unsubscribe = bus.unsubscribe, publish = bus.publish }
local elements, parents = {}, {}

--- The element that stands for a block or a test.
local function element_of(block)
  local element = elements[block]
  if element == nil then
    element = {
      descriptor = block.kind == "test" and "it" or block.kind,
      name = block.name or block.kind == "file" and block.file or nil,
      attributes = {},
      trace = {
        what = "Lua",
        source = "@" .. tostring(block.file),
        short_src = block.file,
        currentline = block.line,
      },
    }
    elements[block] = element
    parents[element] = block.parent and element_of(block.parent)
  end
  return element
end

--- The element around one.
function M.parent(element)
  return parents[element]
end

--- Tells what happened: a kind (`file`, `describe`, `test`), `start` or `end`, and what it was.
function M.notify(kind, moment, block, status, problem)
  if bus.is_idle() then
    return
  end
  local element, parent = element_of(block), block.parent and element_of(block.parent)
  if problem then
    local trace = { message = failure.text(problem.value), traceback = problem.trace }
    trace.short_src, trace.currentline = block.file, block.line
    bus.publish({ status, element.descriptor }, element, parent, trace.message, trace)
  end
  bus.publish({ kind, moment }, element, parent, status)
end

return M
