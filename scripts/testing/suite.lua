--- One spec file from its load to its last test.
local use, host = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local filter = use("runner/filter")
local hooks = use("runner/hooks")
local runner = use("runner/runner")
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

-- Requiring.

local preload = {}
local has_package = rawget(in_force.globals, "package") ~= nil
local package_table = {
  path = host.path or "",
  cpath = "",
  config = "/\n;\n?\n!\n-\n",
}
local libraries = { "string", "table", "math", "utf8", "coroutine", "os", "io", "debug" }
local standard = {}
in_force.prepare(function(globals, loaded)
  package_table = rawget(globals, "package") or package_table
  package_table.loaded, package_table.preload = loaded, preload
  standard._G, standard.package = globals, package_table
  for _, name in ipairs(libraries) do
    standard[name] = rawget(globals, name)
  end
end)

--- A library in C, where all of Lua's libraries are there.
local function find_in_c(name)
  if not package_table.loadlib then
    return nil
  end
  local path = package_table.searchpath(name, package_table.cpath)
  return path and package_table.loadlib(path, "luaopen_" .. string.gsub(name, "%.", "_")), path
end

local function find_module(name)
  if preload[name] then
    return preload[name], ":preload:"
  end
  local chunk, path = find_in_c(name)
  local is_found, found, place, visiting = pcall(host.find, name, package_table.path)
  if is_found then
    return found, place, visiting
  elseif chunk then
    return chunk, path
  end
  error(modules.missing(name) or found, 0)
end

local function require_module(name, loaded)
  local value = loaded[name]
  if value then
    return value
  end
  value = standard[name]
  if value == nil then
    value = modules.find(name)
  end
  if value ~= nil then
    loaded[name] = value
    return value
  end
  local chunk, path, visiting = find_module(name)
  local _ <close> = visiting
  value = chunk(name, path)
  if value ~= nil then
    loaded[name] = value
  elseif not loaded[name] then
    loaded[name] = true
  end
  return loaded[name]
end

-- The globals of specs.

local exports = { app = app }

--- Modules that are compiled when they are first used, since many specs never use them.
local late = {
  assert = "assert/assert",
  spy = "doubles/spy",
  stub = "doubles/stub",
  mock = "doubles/mock",
  match = "assert/match",
}

--- Doubles, matchers, and the assertions that are not needed by most.
local function load_rest()
  for word, path in pairs(late) do
    exports[word] = exports[word] or use(path)
  end
  if host.advance then
    use("app/routing")
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

if not has_package then
  exports.package = package_table
end
in_force.prepare(function(globals, loaded)
  globals.require = function(name)
    return require_module(name, loaded)
  end
  if type(rawget(globals, "os")) == "table" then
    globals.os.exit = function(code)
      error(string.format("os.exit(%s) was called", code == nil and "" or tostring(code)), 2)
    end
  end
  if rawget(globals, "arg") == nil then
    globals.arg = {}
  end
  if host.counted and rawget(globals, "loadfile") then
    use("runner/counted").prepare(globals)
  end
end)

for name, word in pairs(blocks.words) do
  exports[name] = word
end

local busted = {
  version = "2.3.0",
  fail = function(message)
    error(failure.failure(message), 0)
  end,
  gettime = host.time,
  monotime = host.time,
  sleep = function(seconds)
    if in_force.globals.sleep then
      in_force.globals.sleep(seconds)
    end
  end,
  bindfenv = function(fn)
    return fn
  end,
}

--- Lets the runner notify of what happens, from the first subscription on.
local function events()
  local found = use("runner/events")
  hooks.subscriber = found.notify
  return found
end
for _, name in ipairs({ "subscribe", "unsubscribe", "publish", "parent" }) do
  busted[name] = function(...)
    return events()[name](...)
  end
end

local offered = setmetatable({}, {
  __index = busted,
  __newindex = function()
    error("'busted' cannot be changed", 2)
  end,
})
--- Puts everything into `busted` that it offers.
local function fill_busted()
  load_late()
  for name, value in pairs(exports) do
    if name ~= "finally" and name ~= "randomize" and name ~= "package" then
      busted[name] = value
    end
  end
  return offered
end

modules.add("busted", fill_busted)
modules.add("busted.fixtures", function()
  return use("runner/fixtures")
end)
modules.add("busted.runner", function()
  return function() end
end)
M.exports = exports
M.busted = busted

--- Runs the helper: a file, or a module.
local function help(options, environment)
  local helper = options.helper
  local answer
  if string.find(helper, "%.lua$") then
    local body, problem = host.load(helper, environment)
    if not body then
      error(problem, 0)
    end
    in_force.globals.arg = options.helper_arguments or {}
    answer = body(table.unpack(in_force.globals.arg))
  else
    answer = require_module(helper, in_force.loaded)
  end
  if type(answer) == "function" then
    answer(fill_busted(), helper, { arguments = options.helper_arguments or {} })
  end
end

--- The body of a file that begins with the statements and the helper of the command line.
local function prepared(chunk, options, environment)
  return function(...)
    for _, statement in ipairs(options.statements or {}) do
      host.compile(statement, environment)()
    end
    if options.helper then
      help(options, environment)
    end
    return chunk(...)
  end
end

--- Begins with a spec file.
---
---@param path string
---@param options table
---@return boolean ok false when it does not parse; then the first step tells
function M.begin(path, options)
  local environment = blocks.environment()
  local root = blocks.make("file", nil, nil, nil, path, 1)
  for name, value in pairs(exports) do
    root.globals[name] = value
  end
  setmetatable(root.globals, {
    __index = function(globals, name)
      if late[name] then
        if name == "assert" then
          load_assert()
        else
          load_late()
        end
        globals[name] = exports[name]
        return exports[name]
      end
    end,
  })
  root.file = path
  root.arguments = { path }
  local chunk, problem = host.load(path, environment)
  if chunk then
    root.body = prepared(chunk, options, environment)
  else
    root.body = function()
      error(problem, 0)
    end
    root.does_not_load = true
  end
  runner.begin(root, options)
  return chunk ~= nil
end

--- A result in plain values, under the names that `SpecReader` reads.
local function plain(result)
  local problem, test = result.problem, result.test
  local message, difference = result.message, nil
  if problem then
    local value = problem.value
    message = failure.text(value)
    difference = type(value) == "table" and rawget(value, "difference") or nil
  end
  return {
    kind = result.kind or "block",
    status = result.status,
    name = result.name,
    file = result.file,
    line = result.line,
    message = message ~= nil and failure.text(message) or nil,
    trace = problem and problem.trace or nil,
    asserted = result.asserted or 0,
    warning = result.warning,
    difference = type(difference) == "string" and difference or nil,
    seed = test and test.parent and (test.parent.seed or nil),
    is_flaky = result.is_flaky,
    is_only = test and filter.is_only(test),
  }
end

--- Goes on; answers the next result as a table of plain values, or nothing at the end.
function M.step()
  runner.clean_up()
  local result = runner.step()
  if result then
    return plain(result)
  end
end

M.give_up = runner.give_up

return M
