--- What busted tells of while tests run, for helpers and specs that subscribe.
---
--- `busted.subscribe({ "test", "end" }, fn)` hears of each test with its element, the one around
--- it, and how it ended. What a subscriber answers second says whether others hear of it, too.
local use = ...
local failure = use("failure")

local M = {}
local subscriptions = {}
local elements, parents = {}, {}
local last = 0

local function before(one, other)
  if one.priority ~= other.priority then
    return one.priority < other.priority
  end
  return one.id < other.id
end

--- Hears of what is published under a path, or below it; a smaller priority hears first.
function M.subscribe(path, fn, options)
  last = last + 1
  local subscription = {
    id = last,
    key = table.concat(path, "\0"),
    fn = fn,
    options = options,
    priority = options and options.priority or math.huge,
    predicate = options and options.predicate,
  }
  subscriptions[#subscriptions + 1] = subscription
  table.sort(subscriptions, before)
  return subscription
end

--- Ends a subscription.
---
---@return table? subscription nil when there is none of that number under the path
function M.unsubscribe(id, path)
  local key = path and table.concat(path, "\0")
  for i, known in ipairs(subscriptions) do
    if known.id == id and (key == nil or known.key == key) then
      return table.remove(subscriptions, i)
    end
  end
end

--- Tells those who listen to a path, then those who listen to what is above it.
function M.publish(path, ...)
  for length = #path, 0, -1 do
    local key = table.concat(path, "\0", 1, length)
    for _, subscription in ipairs({ table.unpack(subscriptions) }) do
      local is_heard = subscription.key == key
        and (not subscription.predicate or subscription.predicate(...))
      if is_heard then
        local answer, goes_on = subscription.fn(...)
        if not goes_on then
          return answer
        end
      end
    end
  end
end

--- What stands for a block or a test.
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
function M.tell(kind, moment, block, status, problem)
  if #subscriptions == 0 then
    return
  end
  local element, parent = element_of(block), block.parent and element_of(block.parent)
  if problem then
    local trace = { message = failure.text(problem.value), traceback = problem.trace }
    trace.short_src, trace.currentline = block.file, block.line
    M.publish({ status, element.descriptor }, element, parent, trace.message, trace)
  end
  M.publish({ kind, moment }, element, parent, status)
end

return M
