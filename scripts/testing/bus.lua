--- The listeners by path, as in busted: a path of words includes all longer paths.
local M = {}
local subscriptions = {}
local last = 0

local function before(one, other)
  if one.priority ~= other.priority then
    return one.priority < other.priority
  end
  return one.id < other.id
end

function M.is_idle()
  return #subscriptions == 0
end

--- Subscribes to a path and the paths below it. Smaller priorities run first.
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
---@return table? subscription nil if the path has no subscription of that number
function M.unsubscribe(id, path)
  local key = path and table.concat(path, "\0")
  for i, known in ipairs(subscriptions) do
    if known.id == id and (key == nil or known.key == key) then
      return table.remove(subscriptions, i)
    end
  end
end

--- Notifies the listeners of a path, then the listeners of the paths above it.
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

return M
