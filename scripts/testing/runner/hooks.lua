--- Runs the functions of a spec that stand around its tests, and knows which one runs.
local use = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local results = use("runner/results")

local M = {}

--- The options of the run.
M.options = {}

--- The code that runs: a test, or a block with the word and the place of its hook; nil between
--- them. The host may have to end it (`give_up`).
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
---
---@return boolean is_well
function M.notify(kind, moment, block, status, problem)
  if not M.subscriber then
    return true
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
  return raised == nil
end

--- Runs hooks of one kind, those behind one that fails, too.
local function run(block, kind)
  local is_well = true
  for _, hook in ipairs(block[kind] or {}) do
    blocks.block = block
    M.running = { block = block, what = hook.word, place = hook }
    local problem = M.attempt(hook.body)
    if problem then
      is_well = false
      results.add_problem(block, hook.word, problem, hook)
      M.notify("error", hook.word, block, nil, problem)
    end
  end
  return is_well
end

--- Sets a block up when it is opened.
function M.set_up(block)
  return run(block, "strict_setup")
end

--- Sets a block up at its first test.
function M.set_up_lazily(block)
  if not block or block.is_set_up ~= nil then
    return not block or block.is_set_up
  end
  if not M.set_up_lazily(block.parent) then
    return false
  end
  block.is_set_up = true
  block.is_set_up = run(block, "lazy_setup")
  return block.is_set_up
end

--- Takes a block down when it is closed.
function M.tear_down(block)
  if block.is_set_up ~= nil then
    run(block, "lazy_teardown")
  end
  run(block, "strict_teardown")
end

--- Runs what stands before each test, the outermost block's first, up to a block where it fails.
---
---@return boolean is_well
---@return table block the innermost one that was come to
function M.before(block)
  if block.parent then
    local is_well, reached = M.before(block.parent)
    if not is_well then
      return false, reached
    end
  end
  return run(block, "before_each"), block
end

--- Runs what stands after each test, the innermost block's first, whatever fails.
function M.after(block)
  while block do
    run(block, "after_each")
    block = block.parent
  end
  M.running = nil
end

return M
