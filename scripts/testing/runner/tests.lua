--- Runs one test with its hooks.
local use = ...
local blocks = use("runner/blocks")
local counts = use("counts")
local failure = use("failure")
local hooks = use("runner/hooks")
local results = use("runner/results")

local M = {}

--- Called before each test and each further try, or nil without an application.
M.begin = nil

--- The function that limits the time of a test, or nil.
M.limit = nil

--- Runs pending background work, then returns the errors that handlers, timers, tasks, `on_exit`
--- and requests without a reply have raised since the last call. It is nil without an application.
M.problems = nil

--- The running test with its hooks.
M.current = nil

--- Errors raised in the running test that no `assert.problem` expected.
M.kept = {}

--- Runs the `finally` functions of a test.
---
---@return table? problem the first one
local function finish(test)
  local list, problem = test.finally, nil
  if not list then
    return nil
  end
  test.finally = nil
  blocks.is_finishing = true
  for _, fn in ipairs(list) do
    problem = hooks.attempt(fn) or problem
  end
  blocks.is_finishing = false
  return problem
end

--- Adds an error of a `finally` function, unless there is an earlier failure.
local function add_problem(result, problem)
  if result.status == "success" or result.status == "pending" then
    result.status, result.problem, result.message = "error", problem, nil
  else
    result.warning = "finally: " .. failure.text(problem.value)
  end
end

--- Creates a failure from errors raised during a test that did not fail itself.
local function unexpected(problem)
  if not M.problems then
    return problem
  end
  local raised = M.problems()
  table.move(M.kept, 1, #M.kept, #raised + 1, raised)
  M.kept = {}
  if problem or #raised == 0 then
    return problem
  end
  local text = table.concat(raised, "\n")
  return {
    value = text
      .. "\nA handler, a timer, a task, on_exit or a request raised it while the test ran;"
      .. " assert.problem(fn, text) expects it.",
  }
end

--- Runs the body of a test and its `finally` functions.
local function result_of(test)
  local asserted, begun, ended = counts.asserted, counts.begun, counts.ended
  local problem
  if test.executor then
    test.run = test.body
    problem = hooks.attempt(test.executor, test)
  else
    problem = hooks.attempt(test.body)
  end
  problem = unexpected(problem)
  local status = problem and failure.status(problem.value) or "success"
  local result = results.of_test(test, status, problem)
  result.asserted = counts.asserted - asserted
  local is_uncalled = counts.begun - begun > counts.ended - ended
  if hooks.options.warns and status == "success" and is_uncalled then
    local named = counts.begun - begun == 1 and "assert." .. tostring(counts.last) or "an assertion"
    result.warning = named .. " was named but never called"
  end
  if status == "pending" then
    result.message = problem.value.message
    hooks.notify("pending", "it", test, nil, problem)
    result.problem = nil
  end
  local other = finish(test)
  if other then
    add_problem(result, other)
  end
  return result
end

local function run_body(test)
  blocks.block, blocks.test = test.parent, test
  hooks.running = { test = test }
  local result
  if hooks.notify("test", "start", test) then
    result = result_of(test)
    results.add(result)
  end
  local problem = result and result.problem
  hooks.notify("test", "end", test, result and result.status or "error", problem)
  blocks.test, blocks.test_globals = nil, nil
end

local function time_limit(element)
  while element do
    if element.timeout then
      return element.timeout
    end
    element = element.parent
  end
end

local function try(test)
  test.snapshots = nil
  if M.begin then
    M.begin()
  end
  local is_well, reached = hooks.before(test.parent, test)
  if is_well then
    if M.limit then
      M.limit(time_limit(test))
    end
    run_body(test)
  end
  hooks.after(reached, test)
end

--- Adds the result of a test that does not run.
local function pass_over(test)
  local status = test.problem and "error" or "pending"
  hooks.notify("test", "start", test)
  results.add(results.of_test(test, status, test.problem))
  hooks.notify("test", "end", test, status, test.problem)
end

local function run_tries(test)
  if not hooks.set_up_lazily(test.parent) then
    return
  end
  local first, tries = results.count() + 1, (hooks.options.retries or 0) + 1
  local earlier
  for number = 1, tries do
    try(test)
    local is_well = results.is_well(first)
    if is_well or number == tries then
      local result = results.at(first)
      if number > 1 and result then
        result.earlier = earlier
        if is_well then
          result.warning = string.format("flaky: it passed on try %d of %d", number, tries)
          result.is_flaky = true
        end
      end
      return
    end
    earlier = earlier or {}
    earlier[number] = results.first_failure(first)
    results.drop(first)
  end
end

--- Runs a test, with retries if the options say so.
function M.run(test)
  if test.is_pending or test.problem or not test.body then
    return pass_over(test)
  end
  local first = results.count() + 1
  M.current = test
  run_tries(test)
  M.current = nil
  results.stand_in(first, test)
end

function M.running_name()
  local test = blocks.test
  return test and blocks.full_name(test.parent, test.name), test
end

return M
