--- One spec file, from its load to its last test.
local use, host = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local filter = use("runner/filter")
local runner = use("runner/runner")
local requiring = use("runner/requiring")
local tests = use("runner/tests")
local modules = use("runner/modules")
local in_force = use("runner/environment")
local app = host.advance and use("app/app").app

local M = {}

failure.write = function(value)
  return use("format").value(value)
end
tests.limit = host.limit
if host.failures then
  tests.problems = function()
    if host.is_running() then
      host.settle()
    end
    return host.failures()
  end
end
blocks.limit = host.limit
tests.begin = host.begin_test

-- The globals of specs.

local exports = { app = app, access = host.access and use("app/access") }

--- Modules that load on first use, since many specs never need them.
local late = {
  assert = "assert/assert",
  spy = "doubles/spy",
  stub = "doubles/stub",
  mock = "doubles/mock",
  match = "assert/match",
}

--- Doubles, matchers, and less common assertions.
local function load_rest()
  for word, path in pairs(late) do
    exports[word] = exports[word] or use(path)
  end
  if host.advance then
    use("app/routing")
    use("app/traffic")
    use("app/invariants")
  end
  if host.snapshot then
    use("assert/snapshots")
  end
end

local function load_assert()
  if not exports.assert then
    use("assert/english")
    exports.assert = use("assert/assertions")
    use("assert/assert").load_rest = load_rest
  end
end

local function load_late()
  if not exports.spy then
    load_assert()
    use("assert/assert").load_all()
  end
end
modules.prepare = load_late

--- The words of the command line, by their index in `arg`.
local command = {}

in_force.prepare(function(globals, loaded)
  rawset(globals, "require", function(name)
    return requiring.require(name, loaded)
  end)
  local os = rawget(globals, "os")
  if type(os) == "table" then
    rawset(os, "exit", function(code)
      error(string.format("os.exit(%s) was called", code == nil and "" or tostring(code)), 2)
    end)
  end
  local debug = rawget(globals, "debug")
  if type(debug) == "table" then
    use("runner/tracebacks").prepare(debug)
  end
  use("format").name_of = rawget(globals, "tostring") or tostring
  if rawget(globals, "arg") == nil then
    local arguments = {}
    for index, word in next, command do
      arguments[index] = word
    end
    rawset(globals, "arg", arguments)
  end
  if host.counted and rawget(globals, "loadfile") then
    use("runner/counted").prepare(globals)
  end
end)

exports.package = requiring.package
for name, word in pairs(blocks.words) do
  exports[name] = word
end

--- Fills the module `busted`.
local function fill_busted()
  load_late()
  return use("runner/busted").fill(exports)
end

modules.add("busted", fill_busted)
modules.add("busted.init", fill_busted)
modules.add("busted.fixtures", function()
  return use("runner/fixtures")
end)
modules.add("busted.runner", function()
  return function() end
end)

-- The globals of all files.

-- Only a test has `finally`.
exports.finally = nil
for name, value in pairs(exports) do
  blocks.suite.globals[name] = value
end
setmetatable(blocks.suite.globals, {
  __index = function(globals, name)
    if not late[name] then
      return name == "finally" and blocks.test and blocks.words.finally or nil
    elseif name == "assert" then
      load_assert()
    else
      load_late()
    end
    globals[name] = exports[name]
    return exports[name]
  end,
})

--- The function `assert` of scripts, in the current globals.
local lua_assert
in_force.prepare(function(globals)
  lua_assert = rawget(globals, "assert")
end)

--- The globals of a helper and of modules in the folder of the specs: those of other modules, with
--- the words of specs as fallback.
local function helper_environment()
  local words = blocks.suite.globals
  return setmetatable({}, {
    __index = function(_, name)
      local value = rawget(in_force.globals, name)
      if value == nil or name == "assert" and value == lua_assert then
        value = words[name]
      end
      if value == nil then
        value = in_force.globals[name]
      end
      return value
    end,
    __newindex = function(_, name, value)
      rawset(in_force.globals, name, value)
    end,
  })
end

requiring.words = helper_environment()

--- Runs the helper: a file, or a module.
local function help(options, environment)
  local helper, globals = options.helper, in_force.globals
  local arguments, given = options.helper_arguments or {}, rawget(globals, "arg")
  arguments[0] = given[0]
  rawset(globals, "arg", arguments)
  local answer
  if string.find(helper, "%.lua$") then
    local body, problem = host.load(helper, environment)
    if not body then
      error(problem, 0)
    end
    answer = body(table.unpack(arguments))
  else
    answer = requiring.require(helper, in_force.loaded)
  end
  if type(answer) == "function" then
    fill_busted()
    answer(use("runner/busted").core, helper, { arguments = arguments })
  end
  rawset(globals, "arg", given)
end

--- Runs the configuration file, and the statements and the helper of the command line, once per
--- state.
local function prepare(options)
  local arguments = options.arguments or {}
  for i = 0, #arguments - 1 do
    command[i] = arguments[i + 1]
  end
  command[-1] = options.interpreter
  local given = rawget(in_force.globals, "arg")
  for index, word in next, command do
    given[index] = word
  end
  if options.configuration then
    local body, problem = host.load(options.configuration, in_force.globals)
    if not body then
      error(problem, 0)
    end
    body()
  end
  local environment = requiring.words
  for _, statement in ipairs(options.statements or {}) do
    host.compile(statement, environment)()
  end
  if options.helper then
    help(options, environment)
  end
end

--- Finds a function by its path, such as `app.reset`, and calls it.
local function call_path(path)
  local value = requiring.words
  for name in string.gmatch(path, "[^.]+") do
    value = type(value) == "table" and value[name] or nil
  end
  if type(value) ~= "function" then
    local text = "--before-each names '%s', which is %s. Name a function, such as app.reset."
    error(string.format(text, path, value == nil and "not defined" or "a " .. type(value)), 0)
  end
  value()
end

--- Begins with a spec file.
---
---@param path string
---@param options table
---@return boolean ok false if it does not parse; the first step then reports the error
function M.begin(path, options)
  local root = blocks.make("file", nil, nil, blocks.suite, path, 1)
  root.arguments = { path }
  local chunk, problem = host.load(path, blocks.environment())
  root.body = chunk or function()
    error(problem, 0)
  end
  if options.before_each then
    local function body()
      call_path(options.before_each)
    end
    root.before_each = { { word = "before_each", body = body, descriptor = "before_each" } }
  end
  blocks.is_lazy, blocks.is_strict = options.lazy, options.strict
  blocks.refuses_focus = options.refuses_focus
  runner.begin(root, options, prepare)
  return chunk ~= nil
end

--- The limits on the texts of a result in bytes, well below the limit for one transfer.
local name_bytes, place_bytes, text_bytes = filter.name_bytes, 64 << 10, 512 << 10

--- The limit on the bytes of one earlier message of a test that ran several times.
local earlier_bytes = 4 << 10

--- Shortens an optional text to a limit in bytes.
local function cut(text, limit)
  return text and failure.cut(text, limit) or nil
end

--- The lines of a listed test and of the blocks around it, innermost first.
local function spans(test)
  local spec = test
  while spec.kind ~= "file" and spec.parent do
    spec = spec.parent
  end
  local texts = {}
  while test and test.line and test.kind ~= "file" do
    -- A function of another file may have made it.
    if test.file == spec.file then
      local last = test.last or blocks.last_line(test.body, test.file, test.line) or test.line
      texts[#texts + 1] = string.format("%d-%d", test.line, last)
    end
    test = test.parent
  end
  return table.concat(texts, "\n")
end

--- The messages and the statuses of the tries before the last one.
local function earlier_tries(result)
  if not result.earlier then
    return nil
  end
  local messages, statuses = {}, {}
  for i, try in ipairs(result.earlier) do
    messages[i], statuses[i] = failure.cut(try[1], earlier_bytes), try[2]
  end
  return messages, statuses
end

--- A result as plain values, under the names that `SpecReader` reads.
local function plain(result)
  local problem, test = result.problem, result.test
  local message, hooked = result.message, result.of_test
  local messages, statuses = earlier_tries(result)
  if problem then
    message = failure.text(problem.value)
  end
  return {
    kind = result.kind or "block",
    status = result.status,
    name = cut(result.name, name_bytes),
    file = cut(result.file, place_bytes),
    line = result.line,
    message = message ~= nil and cut(failure.text(message), text_bytes) or nil,
    trace = cut(problem and problem.trace, place_bytes),
    asserted = result.asserted or 0,
    warning = cut(result.warning, text_bytes),
    explanation = cut(problem and problem.explanation, text_bytes),
    number = result.number,
    stubs = result.stubs and cut(table.concat(result.stubs, "\n"), text_bytes) or nil,
    pending = result.pending and cut(table.concat(result.pending, "\n"), text_bytes) or nil,
    seed = test and test.parent and (test.parent.seed or nil),
    is_flaky = result.is_flaky,
    earlier = messages,
    earlier_statuses = statuses,
    descriptor = result.descriptor,
    test = hooked and cut(blocks.full_name(hooked.parent, hooked.name), name_bytes),
    test_place = hooked and cut(hooked.file .. ":" .. hooked.line, place_bytes),
    spans = result.status == "listed" and spans(test) or nil,
    expected = cut(problem and problem.expected, text_bytes),
    actual = cut(problem and problem.actual, text_bytes),
    is_only = test and filter.is_only(test),
  }
end

--- Continues. Returns the next result as a table of plain values, or nothing at the end.
function M.step()
  local result = runner.step()
  if result then
    return plain(result)
  end
  requiring.note_path()
end

M.give_up = runner.give_up

--- Skips the remaining tests, but not the tear-downs of their blocks.
M.skip = runner.skip

--- Ends after the last file. Later results belong to subscribers of the end.
M.finish = runner.finish

return M
