--- Goes through a tree of blocks, one result at a time.
---
--- `step` answers what happened: one test, or an error outside of tests. The place in the tree is a
--- stack, so that a test that is killed can be counted out (`give_up`) and the next one run.
local use = ...
local blocks = use("runner/blocks")
local filter = use("runner/filter")
local hooks = use("runner/hooks")
local in_force = use("runner/environment")
local order = use("runner/order")
local results = use("runner/results")
local tests = use("runner/tests")

local M = {}

local stack = {}
local reported

--- The function that runs before the first file; its failures are `helper`, `start` or `setup`.
local prepare
local spoiled

local function kind_of(block)
  return block.kind == "file" and "file" or "describe"
end

local function is_insulated(block)
  return block.kind == "insulate" or block.kind == "file" and hooks.options.insulates
end

--- Begins the run: with the helper, then with what it may have set up for all files.
local function begin_suite(file)
  local suite, run = blocks.suite, prepare
  prepare = nil
  blocks.block, suite.is_open = suite, true
  hooks.running = { block = file, place = file }
  local problem = hooks.attempt(run, hooks.options)
  suite.is_open, suite.seed = nil, hooks.options.seed
  if problem then
    spoiled = "helper"
    results.add_problem(file, nil, problem, file)
    return
  end
  if (hooks.options.run or 1) > 1 then
    hooks.notify("suite", "reset", suite)
  end
  if not hooks.notify("suite", "start", suite) then
    spoiled = "start"
  elseif not hooks.set_up(suite) then
    spoiled = "setup"
  end
end

--- Runs the body of a block.
local function open(frame)
  local block = frame.block
  frame.is_open = true
  if is_insulated(block) then
    frame.remembered = use("runner/insulation").remember(in_force.globals, in_force.loaded)
  end
  blocks.block = block
  block.is_open = true
  hooks.running = { block = block, place = block }
  hooks.notify(kind_of(block), "start", block)
  local problem = block.body and hooks.attempt(block.body, table.unpack(block.arguments or {}))
  block.is_open = nil
  if problem then
    block.children = {}
    results.add_problem(block, nil, problem, block)
    hooks.notify("error", kind_of(block), block, nil, problem)
  end
  order.arrange(block, hooks.options)
  frame.is_ready = not problem
  if problem then
    return
  end
  if not hooks.set_up(block) then
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
    hooks.tear_down(block)
  end
  hooks.notify(kind_of(block), "end", block)
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

--- Begins with a tree.
---
---@param root table
---@param options table
---@param preparation function what runs before the first file of a state
function M.begin(root, options, preparation)
  hooks.options = options
  stack = { { block = root, index = 0 } }
  results.clear()
  if not blocks.suite.is_begun then
    blocks.suite.is_begun = true
    prepare = preparation
  end
end

--- Skips the tests that are left.
function M.skip()
  hooks.options.skips = true
end

--- Takes down what stands around all files; `step` answers what goes wrong.
function M.finish()
  results.clear()
  if spoiled == "helper" then
    return
  end
  if spoiled ~= "start" then
    hooks.tear_down(blocks.suite)
  end
  hooks.notify("suite", "end", blocks.suite)
  hooks.notify("exit", "end", blocks.suite)
end

local function go_on()
  local frame = stack[#stack]
  if not frame then
    return false
  end
  if prepare then
    begin_suite(frame.block)
  end
  if spoiled then
    stack = {}
    return true
  end
  if not frame.is_open then
    open(frame)
    return true
  end
  frame.index = frame.index + 1
  local child = not hooks.options.skips and frame.block.children[frame.index] or nil
  if not child then
    close(frame)
  elseif child.kind ~= "test" then
    if filter.admits_block(child, hooks.options) then
      stack[#stack + 1] = { block = child, index = 0 }
    end
  elseif filter.admits(child, hooks.options) then
    if hooks.options.lists then
      results.add(results.of_test(child, "listed"))
    else
      tests.run(child)
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
  while results.count() == 0 do
    if not go_on() then
      return nil
    end
  end
  reported = results.take()
  return reported
end

--- Records the running test as failed: the host had to end it.
function M.give_up(message, trace)
  local what = hooks.running or {}
  local problem = { value = message, trace = trace, is_killed = true }
  blocks.test, blocks.test_globals, blocks.is_finishing = nil, nil, false
  if what.test then
    local test = what.test
    hooks.running = nil
    results.add(results.of_test(test, "error", problem))
    test.finally = nil
    local frame = stack[#stack]
    frame.cleanup = test
  elseif what.block then
    results.add_problem(what.block, what.what, problem, what.place)
    what.block.is_open = nil
    if what.what ~= "before_each" and what.what ~= "after_each" then
      what.block.children = {}
    end
  else
    -- Nothing ran: the last result was being reported, or the error has no owner.
    local result = reported or { kind = "block", name = "" }
    result.status, result.problem, result.message = "error", problem, nil
    results.add(result)
    reported = nil
  end
end

--- Runs the remaining hooks after a test that was killed.
function M.clean_up()
  local frame = stack[#stack]
  local test = frame and frame.cleanup
  if test then
    frame.cleanup = nil
    hooks.after(test.parent)
  end
end

return M
