--- Output handlers in Lua, as in busted: a file that returns a function of the options.
---
--- `host.write(text)` adds to the report. `host.load()` compiles the handler's file with
--- `host.globals` as its globals. `host.find(name)` compiles a module in its folder, or returns
--- nil. `host.bus` is the module of that name.
local host = ...

local bus = host.bus
local busted = {
  version = "2.3.0",
  monotime = os.clock,
  gettime = os.time,
  subscribe = bus.subscribe,
  publish = bus.publish,
}

function busted.unsubscribe(subscription)
  bus.unsubscribe(subscription and subscription.id)
end

local parents = {}

function busted.parent(element)
  return parents[element]
end

-- The initial state of handlers.

local function go_on()
  return nil, true
end

-- Adds the functions that count results and collect them by status.
local function add_counts(handler)
  local function reset()
    for _, list in ipairs({ "successes", "pendings", "failures", "errors" }) do
      handler[list], handler[list .. "Count"] = {}, 0
    end
    handler.inProgress = {}
    return nil, true
  end
  reset()
  handler.baseSuiteReset = reset

  local function add(list, element, parent, message, trace)
    local entry = handler.format(element, parent, message, trace, list == "errors")
    handler[list .. "Count"] = handler[list .. "Count"] + 1
    table.insert(handler[list], entry)
    return nil, true
  end

  function handler.baseTestEnd(element, parent, status)
    if status == "success" then
      return add("successes", element, parent)
    elseif status == "pending" then
      return add("pendings", element, parent, element.message)
    end
    return nil, true
  end

  function handler.baseTestFailure(...)
    return add("failures", ...)
  end

  function handler.baseTestError(...)
    return add("errors", ...)
  end

  function handler.baseError(element, ...)
    if element.descriptor ~= "it" then
      return add("errors", element, ...)
    end
    return nil, true
  end
end

-- Adds the functions for the times of a run.
local function add_times(handler)
  function handler.getDuration()
    return handler.endTick and handler.endTick - handler.startTick or 0
  end

  function handler.baseSuiteStart(suite)
    handler.startTick, handler.startTime = suite.starttick, suite.starttime
    return nil, true
  end

  function handler.baseSuiteEnd(suite)
    handler.endTick, handler.endTime = suite.endtick, suite.endtime
    return nil, true
  end
end

local function make_base()
  local handler = { options = {}, baseTestStart = go_on, basePending = go_on }
  add_counts(handler)
  add_times(handler)

  function handler.cancelOnPending(element, _, status)
    local is_pending = element.descriptor == "pending" or status == "pending"
    return not (is_pending and handler.options.suppressPending)
  end

  function handler.getFullName(element)
    local name, parent = element.name or element.descriptor, parents[element]
    return parent and parent.descriptor == "suite" and "suite " .. name or name
  end

  function handler.format(element, parent, message, trace, is_error)
    return {
      element = element,
      name = handler.getFullName(element),
      message = message,
      trace = trace or element.trace,
      randomseed = parent and parent.randomseed,
      isError = is_error,
    }
  end

  function handler.subscribe(_, options)
    handler.options = options
    local first = { priority = 1 }
    local shown = { priority = 1, predicate = handler.cancelOnPending }
    busted.subscribe({ "suite", "reset" }, handler.baseSuiteReset, first)
    busted.subscribe({ "suite", "start" }, handler.baseSuiteStart, first)
    busted.subscribe({ "suite", "end" }, handler.baseSuiteEnd, first)
    busted.subscribe({ "test", "start" }, handler.baseTestStart, shown)
    busted.subscribe({ "test", "end" }, handler.baseTestEnd, shown)
    busted.subscribe({ "pending" }, handler.basePending, shown)
    busted.subscribe({ "failure", "it" }, handler.baseTestFailure, first)
    busted.subscribe({ "error", "it" }, handler.baseTestError, first)
    busted.subscribe({ "error" }, handler.baseError, first)
  end

  return handler
end

-- The globals of the handler.

local modules = {
  busted = busted,
  ["busted.outputHandlers.base"] = make_base,
  ["busted.languages.en"] = true,
}

local function write(...)
  for i = 1, select("#", ...) do
    host.write(tostring((select(i, ...))))
  end
end

local function stream()
  local file = { flush = function() end }
  function file.write(_, ...)
    write(...)
    return file
  end
  return file
end

local globals = host.globals
globals.io = {
  write = write,
  flush = function() end,
  stdout = stream(),
  stderr = { write = function() end, flush = function() end },
}
globals.print = function(...)
  local texts = table.pack(...)
  for i = 1, texts.n do
    texts[i] = tostring(texts[i])
  end
  write(table.concat(texts, "\t"), "\n")
end
globals.require = function(name)
  local module = modules[name]
  if module == nil then
    local chunk = host.find(name)
    if not chunk then
      error("an output handler has no module '" .. tostring(name) .. "'", 2)
    end
    module = chunk(name)
    modules[name] = module == nil and true or module
  end
  return modules[name]
end

-- The events of a run.

local M = {}
local suite, file

function M.open(options)
  local make = host.load()()
  local handler = type(make) == "function" and make(options) or make
  if type(handler) ~= "table" then
    error("an output handler returns a table, or a function that returns one", 0)
  end
  if handler.subscribe then
    handler:subscribe(options)
  end
end

function M.begin(number, count, seed)
  suite = { descriptor = "suite", starttick = os.clock(), starttime = os.time(), randomseed = seed }
  busted.publish({ "suite", "reset" })
  busted.publish({ "suite", "start" }, suite, number, count, seed)
end

function M.begin_file(name)
  file = { descriptor = "file", name = name }
  busted.publish({ "file", "start" }, file)
end

--- Reports that a test ended, or that an error occurred outside of tests.
---
--- The `trace` of a failed assertion has its `expected` and `actual` values as texts. The `trace`
--- of a failed hook has the name of the `test` that it ran for. `element.tries` counts the runs of
--- a test.
function M.add(name, place, line, status, is_test, message, traceback, duration, ...)
  local expected, actual, tries, test, word = ...
  local trace = {
    short_src = place,
    currentline = line,
    message = message,
    traceback = traceback,
    expected = expected,
    actual = actual,
    test = test,
  }
  local element = {
    descriptor = is_test and "it" or word or "describe",
    name = name,
    trace = trace,
    message = message,
    duration = duration,
    tries = tries,
    attributes = {},
  }
  if not is_test then
    local parent = file
    if word == "file" then
      -- As in busted, only a file that ran belongs to the suite.
      parent = traceback ~= "" and suite or nil
    end
    parents[element] = parent
    busted.publish({ status, element.descriptor }, element, parent, message, trace)
    return
  end
  parents[element] = file
  busted.publish({ "test", "start" }, element, file)
  if status == "pending" then
    busted.publish({ "pending" }, element, file, message, trace)
  elseif status ~= "success" then
    busted.publish({ status, "it" }, element, file, message, trace)
  end
  busted.publish({ "test", "end" }, element, file, status, trace)
  parents[element] = nil
end

function M.end_file()
  busted.publish({ "file", "end" }, file)
end

function M.finish(number, count)
  suite.endtick, suite.endtime = os.clock(), os.time()
  suite.duration = suite.endtick - suite.starttick
  busted.publish({ "suite", "end" }, suite, number, count)
end

return M
