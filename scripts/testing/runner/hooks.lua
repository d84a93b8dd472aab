--- Runs the functions of a spec that stand around its tests, and knows which one runs.
local use = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local results = use("runner/results")

local M = {}

--- The options of the run.
M.options = {}

--- What runs: a test, or a block with the word and the place of its hook; nil between them. The
--- host may have to end it (`give_up`).
M.running = nil

--- The function that hears what happens, or nil while nothing has subscribed.
M.subscriber = nil

local function handler(raised)
  return {
    value = raised,
    trace = native.trace(),
    explanation = failure.explained(raised),
  }
end

--- Runs a function of the spec.
---
---@return table? problem nil when all went well
function M.attempt(fn, ...)
  local ok, problem = xpcall(fn, handler, ...)
  return not ok and problem or nil
end

--- Notifies subscribers of an event; an error in them is an error of the block or test.
function M.notify(kind, moment, block, status, problem)
  if not M.subscriber then
    return
  end
  local raised = M.attempt(M.subscriber, kind, moment, block, status, problem)
  if raised then
    results.add({
      kind = "block",
      status = "error",
      name = blocks.full_name(block.parent, block.name),
      file = block.file,
      line = block.line,
      problem = raised,
    })
  end
end

--- Runs hooks of one kind until one fails.
local function run(block, word)
  for _, hook in ipairs(block[word] or {}) do
    M.running = { block = block, what = word, place = hook }
    local problem = M.attempt(hook.body)
    if problem then
      results.add_problem(block, (string.gsub(word, "^strict_", "")), problem, hook)
      return false
    end
  end
  return true
end

local function is_lazy(word)
  return M.options.lazy and (word == "setup" or word == "teardown")
end

--- Sets a block up when it is opened.
function M.set_up(block)
  return run(block, "strict_setup") and (is_lazy("setup") or run(block, "setup"))
end

--- Sets a block up at its first test.
function M.set_up_lazily(block)
  if not block or block.is_set_up ~= nil then
    return not block or block.is_set_up
  end
  if not M.set_up_lazily(block.parent) then
    return false
  end
  blocks.block = block
  block.is_set_up = true
  block.is_set_up = run(block, "lazy_setup") and (not is_lazy("setup") or run(block, "setup"))
  return block.is_set_up
end

--- Takes a block down when it is closed.
function M.tear_down(block)
  blocks.block = block
  if block.is_set_up ~= nil then
    run(block, "lazy_teardown")
  end
  if not is_lazy("teardown") or block.is_set_up ~= nil then
    run(block, "teardown")
  end
  run(block, "strict_teardown")
end

--- Runs what stands before each test, the outermost block's first.
function M.before(block)
  if not block then
    return true
  end
  if not M.before(block.parent) then
    return false
  end
  blocks.block = block
  return run(block, "before_each")
end

--- Runs what stands after each test, the innermost block's first, whatever fails.
function M.after(block)
  while block do
    blocks.block = block
    for _, hook in ipairs(block.after_each or {}) do
      M.running = { block = block, what = "after_each", place = hook }
      local problem = M.attempt(hook.body)
      if problem then
        results.add_problem(block, "after_each", problem, hook)
      end
    end
    block = block.parent
  end
  M.running = nil
end

return M
