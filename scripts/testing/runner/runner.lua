--- Traverses a tree of blocks, one result at a time.
---
--- `step` returns the next result: one test, or an error outside of tests. A stack holds the
--- position in the tree, so that the host can end a test (`give_up`) and run the next one.
local use, host = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local filter = use("runner/filter")
local hooks = use("runner/hooks")
local in_force = use("runner/environment")
local order = use("runner/order")
local results = use("runner/results")
local tests = use("runner/tests")

local M = {}

local stack = {}
local reported

-- When the globals are replaced, insulated blocks restore the new ones.
in_force.prepare(function()
  for _, frame in ipairs(stack) do
    if frame.remembered then
      use("runner/insulation").renew(frame.remembered, in_force)
    end
  end
end)

--- The function that runs before the first file.
local prepare

--- Why nothing runs in this state: `by` is `helper`, `start` or `setup`, `file` is the failed file.
local spoiled

local failed_parts = {
  helper = "the helper",
  start = "a subscriber to the start of the run",
  setup = "the set-up for all files",
}

local function kind_of(block)
  return block.kind == "file" and "file" or "describe"
end

local function is_insulated(block)
  return block.kind == "insulate" or block.kind == "file" and hooks.options.insulates
end

--- Starts the run: the helper, then the hooks that it set for all files.
local function begin_suite(file)
  local suite, run = blocks.suite, prepare
  prepare = nil
  blocks.block, suite.is_open = suite, true
  hooks.running = { block = file, place = file }
  in_force.begin_loading()
  local problem = hooks.attempt(run, hooks.options)
  in_force.end_loading()
  suite.is_open, suite.seed = nil, hooks.options.seed
  if problem then
    spoiled = { by = "helper", file = file.file }
    results.add_problem(file, nil, problem, file)
    return
  end
  if (hooks.options.run or 1) > 1 then
    hooks.notify("suite", "reset", suite)
  end
  if not hooks.notify("suite", "start", suite) then
    spoiled = { by = "start", file = file.file }
  elseif not hooks.set_up(suite) then
    spoiled = { by = "setup", file = file.file }
  end
end

--- Reports that a file does not run, except for the file that caused it.
local function pass_over(file)
  if file.file ~= spoiled.file then
    local text = "no test of this file ran: in '%s' %s failed"
    local value = string.format(text, spoiled.file, failed_parts[spoiled.by])
    results.add_problem(file, nil, { value = value }, file)
  end
end

--- Reports the focused blocks around a selected test.
local function report_focus(child)
  local block = child.kind == "test" and child.parent
  while block and not block.is_chosen do
    block.is_chosen = true
    if block.focus then
      results.add_problem(block, nil, block.focus, block)
    end
    block = block.parent
  end
end

--- Adds an element to the host's plan if it is selected.
function blocks.declare(child)
  local options = hooks.options
  local is_test = child.kind == "test"
  if options.is_choosy then
    local admits = is_test and filter.admits or filter.admits_block
    child.is_left_out = not admits(child, options)
  end
  if not child.is_left_out then
    report_focus(child)
    local own = child.parent.number or 0
    child.number = host.plan(own, child.name or "", child.line or 0, is_test, child.file)
  end
end

--- Settles the plan for the children of a block that do not run.
---
---@param reason? string the reason, or nil if the error of the block covers them
local function drop_children(block, reason)
  if reason then
    host.unplan(block.number or 0, reason)
  end
  for _, child in ipairs(block.children) do
    if child and child.number then
      host.unplan(child.number, reason)
    end
  end
  block.children = {}
end

local function open(frame)
  local block = frame.block
  frame.is_open = true
  if block.number then
    host.unplan(block.number)
  end
  if is_insulated(block) then
    frame.remembered = use("runner/insulation").remember(in_force)
  end
  blocks.block = block
  block.is_open = true
  hooks.running = { block = block, place = block }
  hooks.notify(kind_of(block), "start", block)
  in_force.begin_loading()
  local problem = block.body and hooks.attempt(block.body, table.unpack(block.arguments or {}))
  in_force.end_loading()
  block.is_open = nil
  if problem then
    drop_children(block)
    results.add_problem(block, nil, problem, block)
    hooks.notify("error", kind_of(block), block, nil, problem)
  end
  order.arrange(block, hooks.options)
  frame.is_ready = not problem and not hooks.options.lists
  if not frame.is_ready then
    return
  end
  if not hooks.set_up(block) then
    drop_children(block)
  end
end

--- Keeps the changes of an exposed block when the insulated block around it ends.
local function expose()
  local around = stack[#stack - 1]
  if around and around.remembered then
    around.remembered = use("runner/insulation").remember(in_force)
  end
end

local function close(frame)
  local block = frame.block
  if frame.is_ready then
    frame.is_ready = false
    hooks.tear_down(block)
  end
  hooks.notify(kind_of(block), "end", block)
  if hooks.options.lists_blocks and block.kind ~= "file" then
    results.add({ status = "listed", test = block, name = blocks.full_name(block), file = block.file })
  end
  if block.kind == "expose" then
    expose()
  end
  if frame.remembered then
    use("runner/insulation").restore(frame.remembered, in_force)
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
---@param preparation function a function that runs before the first file of a state
function M.begin(root, options, preparation)
  hooks.options = options
  stack = { { block = root, index = 0 } }
  results.clear()
  if not blocks.suite.is_begun then
    blocks.suite.is_begun = true
    prepare = preparation
  end
end

function M.skip()
  hooks.options.skips = true
end

--- Runs the tear-downs around all files; `step` returns their errors.
function M.finish()
  results.clear()
  if spoiled and spoiled.by == "helper" then
    return
  end
  if not spoiled or spoiled.by ~= "start" then
    hooks.tear_down(blocks.suite)
  end
  hooks.notify("suite", "end", blocks.suite)
  hooks.notify("exit", "end", blocks.suite)
end

--- Runs the remaining hooks after the host ended a test.
local function clean_up(frame)
  local test = frame.cleanup
  if test then
    frame.cleanup = nil
    hooks.after(test.parent, test)
  end
end

local function go_on()
  local frame = stack[#stack]
  if not frame then
    return false
  end
  clean_up(frame)
  if prepare then
    begin_suite(frame.block)
  end
  if spoiled then
    pass_over(frame.block)
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
  elseif child.is_left_out then
    return true
  elseif child.kind ~= "test" then
    stack[#stack + 1] = { block = child, index = 0 }
  else
    if hooks.options.lists then
      results.add(results.of_test(child, "listed"))
    else
      tests.run(child)
    end
    frame.block.children[frame.index] = false
  end
  return true
end

--- Continues to the next result.
---
---@return table? result nil at the end
function M.step()
  reported = nil
  while results.count() == 0 do
    if not go_on() then
      return nil
    end
  end
  hooks.running = nil
  reported = results.take()
  return reported
end

--- The name of a block, or of its hook, for a reason.
local function name_of(block, hook)
  local name = blocks.full_name(block, hook)
  return name == "" and block.file or failure.cut(name, 256)
end

--- The result reduced to its required fields.
local function bare(result, problem)
  return {
    kind = result.kind,
    status = "error",
    name = result.name,
    file = result.file,
    line = result.line,
    problem = problem,
    number = result.number,
  }
end

--- Records the running test as failed, because the host ended it.
function M.give_up(message, trace)
  local what, test = hooks.running or {}, tests.current
  local problem = { value = message, trace = trace }
  hooks.running, tests.current = nil, nil
  blocks.test, blocks.test_globals, blocks.is_finishing = nil, nil, false
  in_force.give_up()
  if what.test then
    results.add_stopped(what.test, problem)
    what.test.finally = nil
    stack[#stack].cleanup = what.test
  elseif what.block then
    results.add_problem(what.block, what.what, problem, what.place)
    what.block.is_open = nil
    if what.what ~= "before_each" and what.what ~= "after_each" then
      local stopped = name_of(what.block, what.what)
      drop_children(what.block, string.format("'%s' was stopped: %s", stopped, message))
    end
  elseif reported or not test then
    -- Nothing ran: the last result was being reported, or the error has no owner.
    results.add(bare(reported or { kind = "block", name = "" }, problem))
    reported = nil
  else
    results.add_stopped(test, problem)
  end
  if test then
    results.stand_in(1, test)
  end
end

return M
