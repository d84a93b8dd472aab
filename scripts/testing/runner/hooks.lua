--- Runs the hooks around tests, and records which one is running.
local use = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local results = use("runner/results")

local M = {}

M.options = {}

--- The running code: a test, or a block with the word and the place of its hook; nil between them.
--- The host can end it (`give_up`).
M.running = nil

--- The function that receives events, or nil without subscribers.
M.subscriber = nil

local function handler(raised)
  local expected, actual = failure.sides(raised)
  return {
    value = raised,
    trace = native.trace(),
    explanation = failure.explained(raised),
    expected = expected,
    actual = actual,
  }
end

--- Runs a function of the spec.
---
---@return table? problem nil after success
function M.attempt(fn, ...)
  local ok, problem = xpcall(fn, handler, ...)
  if ok then
    return nil
  elseif type(problem) == "table" then
    return problem
  end
  -- After a stack overflow, no room is left for the handler, and the text is as raised.
  return { value = problem, trace = string.match(tostring(problem), "^(.-:%d+): ") }
end

--- Notifies subscribers of an event. Their errors count as errors of the block or test.
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

--- Runs all hooks of one kind, even after one fails.
---
---@param test? table the test that they belong to
local function run(block, kind, test)
  local is_well = true
  for _, hook in ipairs(block[kind] or {}) do
    blocks.block = block
    M.running = { block = block, what = hook.word, place = hook }
    local problem = M.attempt(hook.body)
    if problem then
      is_well = false
      results.add_problem(block, hook.word, problem, hook, test)
      M.notify("error", hook.word, block, nil, problem)
    end
  end
  return is_well
end

--- Sets a block up when it opens.
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

--- Tears a block down when it closes.
function M.tear_down(block)
  if block.is_set_up ~= nil then
    run(block, "lazy_teardown")
  end
  run(block, "strict_teardown")
end

--- Runs the hooks before a test, outermost block first, until one fails.
---
---@return boolean is_well
---@return table block the innermost block that was reached
function M.before(block, test)
  if block.parent then
    local is_well, reached = M.before(block.parent, test)
    if not is_well then
      return false, reached
    end
  end
  return run(block, "before_each", test), block
end

--- Runs the hooks after a test, innermost block first, even after a failure.
function M.after(block, test)
  while block do
    run(block, "after_each", test)
    block = block.parent
  end
  M.running = nil
end

return M
