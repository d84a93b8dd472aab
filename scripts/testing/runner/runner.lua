--- Runs a tree of blocks, one test at a time.
---
--- `step` answers what happened: one test, or an error outside of tests. It keeps its place in
--- tables, so that a test that is killed can be counted out (`give_up`) and the next one run. It is
--- one file because all of it moves that place.
local use = ...
local blocks = use("runner/blocks")
local counts = use("counts")
local failure = use("failure")
local filter = use("runner/filter")
local order = use("runner/order")
local in_force = use("runner/environment")

local M = {}

local stack = {}
local results = {}
local options = {}
local running, reported

local function handler(raised)
  return { value = raised, trace = native.trace() }
end

--- Runs a function of the spec.
---
---@return table? problem nil when all went well
local function attempt(fn, ...)
  local ok, problem = xpcall(fn, handler, ...)
  return not ok and problem or nil
end

local function add_result(result)
  results[#results + 1] = result
end

--- Notes that something outside of a test went wrong.
local function add_error(block, what, problem, place)
  local status = failure.status(problem.value)
  if status == "pending" then
    add_result({
      status = "pending",
      name = blocks.full_name(block, what),
      file = place.file or block.file,
      line = place.line or block.line,
      message = problem.value.message,
    })
    return
  end
  add_result({
    kind = "block",
    status = "error",
    name = blocks.full_name(block, what),
    file = place.file or block.file,
    line = place.line or block.line,
    problem = problem,
  })
end

--- Runs hooks of one kind until one fails.
local function run_hooks(block, word)
  for _, hook in ipairs(block[word] or {}) do
    running = { block = block, what = word, place = hook }
    local problem = attempt(hook.body)
    if problem then
      add_error(block, (string.gsub(word, "^strict_", "")), problem, hook)
      return false
    end
  end
  return true
end

local function is_lazy(word)
  return options.lazy and (word == "setup" or word == "teardown")
end

--- Sets a block up at its first test.
local function set_up_lazily(block)
  if not block or block.is_set_up ~= nil then
    return not block or block.is_set_up
  end
  if not set_up_lazily(block.parent) then
    return false
  end
  blocks.block = block
  block.is_set_up = true
  block.is_set_up = run_hooks(block, "lazy_setup")
    and (not is_lazy("setup") or run_hooks(block, "setup"))
  return block.is_set_up
end

--- Notifies subscribers of an event; an error in them is an error of the block or test.
local function notify(kind, moment, block, status, problem)
  if not M.notify then
    return
  end
  local raised = attempt(M.notify, kind, moment, block, status, problem)
  if raised then
    add_result({
      kind = "block",
      status = "error",
      name = blocks.full_name(block.parent, block.name),
      file = block.file,
      line = block.line,
      problem = raised,
    })
  end
end

local function kind_of(block)
  return block.kind == "file" and "file" or "describe"
end

-- Blocks.

local function open(frame)
  local block = frame.block
  frame.is_open = true
  if block.kind == "insulate" then
    frame.remembered = use("runner/insulation").remember(in_force.globals, in_force.loaded)
  end
  blocks.block = block
  block.is_open = true
  running = { block = block, place = block }
  notify(kind_of(block), "start", block)
  local problem = block.body and attempt(block.body, table.unpack(block.arguments or {}))
  block.is_open = nil
  if problem then
    block.children = {}
    add_error(block, nil, problem, block)
  end
  order.arrange(block, options)
  frame.is_ready = not problem
  if problem then
    return
  end
  if not (run_hooks(block, "strict_setup") and (is_lazy("setup") or run_hooks(block, "setup"))) then
    block.children = {}
  end
end

--- The changes at the end of an exposed block survive the insulated block around it.
local function expose()
  local around = stack[#stack - 1]
  if around and around.remembered then
    around.remembered = use("runner/insulation").remember(in_force.globals, in_force.loaded)
  end
end

local function close(frame)
  local block = frame.block
  if frame.is_ready then
    frame.is_ready = false
    blocks.block = block
    if block.is_set_up ~= nil then
      run_hooks(block, "lazy_teardown")
    end
    if not is_lazy("teardown") or block.is_set_up ~= nil then
      run_hooks(block, "teardown")
    end
    run_hooks(block, "strict_teardown")
  end
  notify(kind_of(block), "end", block)
  if block.kind == "file" then
    notify("suite", "end", block)
  end
  if block.kind == "expose" then
    expose()
  end
  if frame.remembered then
    use("runner/insulation").restore(frame.remembered)
    frame.remembered = nil
  end
  if block.kind == "expose" and block.parent then
    local above = block.parent.parent or block.parent
    for key, value in next, block.globals do
      above.globals[key] = value
    end
  end
  stack[#stack] = nil
  blocks.block = block.parent
end

-- Tests.

local function before(block)
  if not block then
    return true
  end
  if not before(block.parent) then
    return false
  end
  blocks.block = block
  return run_hooks(block, "before_each")
end

local function after(block)
  while block do
    blocks.block = block
    for _, hook in ipairs(block.after_each or {}) do
      running = { block = block, what = "after_each", place = hook }
      local problem = attempt(hook.body)
      if problem then
        add_error(block, "after_each", problem, hook)
      end
    end
    block = block.parent
  end
end

local function result_of(test, status, problem)
  return {
    kind = "test",
    status = status,
    name = blocks.full_name(test.parent, test.name),
    file = test.file,
    line = test.line,
    problem = problem,
    test = test,
  }
end

local function finish(test)
  local list = test.finally
  if not list then
    return
  end
  test.finally = nil
  for _, fn in ipairs(list) do
    local problem = attempt(fn)
    if problem then
      add_result(result_of(test, failure.status(problem.value), problem))
    end
  end
end

local function run_body(test)
  blocks.block, blocks.test = test.parent, test
  running = { test = test }
  notify("test", "start", test)
  local asserted, begun, ended = counts.asserted, counts.begun, counts.ended
  local problem = attempt(test.body)
  local status = problem and failure.status(problem.value) or "success"
  local result = result_of(test, status, problem)
  result.asserted = counts.asserted - asserted
  if options.warns and status == "success" and counts.begun - begun > counts.ended - ended then
    result.warning = string.format("assert.%s was named but never called", tostring(counts.last))
  end
  if status == "pending" then
    result.message = problem.value.message
    result.problem = nil
  end
  add_result(result)
  finish(test)
  local is_wrong = status ~= "success" and status ~= "pending"
  notify("test", "end", test, status, is_wrong and problem or nil)
  blocks.test, blocks.test_globals = nil, nil
end

local function try_test(test)
  local parent = test.parent
  if before(parent) then
    M.started(test)
    run_body(test)
  end
  after(parent)
  running = nil
end

--- Whether everything told from a place on is well.
local function is_well(first)
  for i = first, #results do
    local status = results[i].status
    if status == "failure" or status == "error" then
      return false
    end
  end
  return true
end

--- Runs a test, again when it fails and that is asked for.
local function run_test(test)
  if test.is_pending or not test.body then
    add_result(result_of(test, "pending"))
    return
  end
  if not set_up_lazily(test.parent) then
    return
  end
  local first, tries = #results + 1, (options.retries or 0) + 1
  for try = 1, tries do
    try_test(test)
    if is_well(first) then
      if try > 1 and results[first] then
        results[first].warning = string.format("flaky: it held at try %d of %d", try, tries)
        results[first].is_flaky = true
      end
      return
    end
    if try < tries then
      for i = #results, first, -1 do
        results[i] = nil
      end
    end
  end
end

local function time_limit(element)
  while element do
    if element.timeout then
      return element.timeout
    end
    element = element.parent
  end
end

--- Called before the body of a test.
function M.started(test)
  if M.limit then
    M.limit(time_limit(test))
  end
end

--- The full name of the test that runs, or nil.
function M.running_name()
  local test = blocks.test
  return test and blocks.full_name(test.parent, test.name), test
end

--- Begins with a tree.
function M.begin(root, given)
  options = given
  stack = { { block = root, index = 0 } }
  results = {}
end

local function go_on()
  local frame = stack[#stack]
  if not frame then
    return false
  end
  if not frame.is_open then
    open(frame)
    return true
  end
  frame.index = frame.index + 1
  local child = frame.block.children[frame.index]
  if not child then
    close(frame)
  elseif child.kind ~= "test" then
    if filter.admits_block(child, options) then
      stack[#stack + 1] = { block = child, index = 0 }
    end
  elseif filter.admits(child, options) then
    if options.lists then
      add_result(result_of(child, "listed"))
    else
      run_test(child)
    end
    frame.block.children[frame.index] = false
  end
  return true
end

--- Goes on to the next result to report.
---
---@return table? result nil when all is done
function M.step()
  reported = nil
  while #results == 0 do
    if not go_on() then
      return nil
    end
  end
  reported = table.remove(results, 1)
  return reported
end

--- Records the running test as failed: the host had to end it.
function M.give_up(message, trace)
  local what = running or {}
  local problem = { value = message, trace = trace, is_killed = true }
  blocks.test, blocks.test_globals = nil, nil
  if what.test then
    local test = what.test
    running = nil
    add_result(result_of(test, "error", problem))
    test.finally = nil
    local frame = stack[#stack]
    frame.cleanup = test
  elseif what.block then
    add_error(what.block, what.what, problem, what.place)
    what.block.is_open = nil
    if what.what ~= "before_each" and what.what ~= "after_each" then
      what.block.children = {}
    end
  else
    -- Nothing ran: the last result was being reported, or the error has no owner.
    local result = reported or { kind = "block", name = "" }
    result.status, result.problem, result.message = "error", problem, nil
    add_result(result)
    reported = nil
  end
end

--- Runs the remaining hooks after a test that was killed.
function M.clean_up()
  local frame = stack[#stack]
  local test = frame and frame.cleanup
  if test then
    frame.cleanup = nil
    after(test.parent)
    running = nil
  end
end

return M
