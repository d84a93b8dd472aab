--- Assertions about opens and the stage, and stubs of the program's functions.
local use, host = ...
local format = use("format")
local deep = use("deep")
local own = use("app/assertion")
local spy = use("doubles/spy")
local in_force = use("runner/environment")
local tests = use("runner/tests")

-- Stubs of the program's offers.

local get, put = spy.get, spy.put
local hosts = use("app/app").hosts

local function is_host(target)
  return target ~= nil and hosts[target] ~= nil
end

-- A spec can also stub a function that is not offered, because specs run without the program.
function spy.get(target, key)
  if not is_host(target) then
    return get(target, key)
  end
  local is_offered, value = pcall(get, in_force.globals.host, key)
  return is_offered and value or nil
end

function spy.put(target, key, value)
  if not is_host(target) then
    put(target, key, value)
    return
  end
  local function stand_in(...)
    if value == nil then
      error("the program offers no '" .. tostring(key) .. "'", 0)
    end
    return value(...)
  end
  spy.stand_for(stand_in, spy.of(value))
  in_force.globals.host.stub(key, stand_in)
end

-- Words.

local words, register, set = own.words, own.register, own.set

local function text(value)
  if value == nil then
    return nil
  end
  return type(value) == "table" and format.value(value) or tostring(value)
end

--- An outcome in one line.
local function describe(outcome)
  local parts = { tostring(outcome.status) }
  if outcome.name then
    parts[#parts + 1] = "'" .. outcome.name .. "'"
  end
  if outcome.reason then
    parts[#parts + 1] = "because " .. tostring(outcome.reason)
  end
  local problem = outcome.error
  if problem then
    parts[#parts + 1] = string.format("[%s] %s", tostring(problem.code), tostring(problem.message))
  end
  if outcome.value ~= nil then
    parts[#parts + 1] = "with " .. text(outcome.value)
  end
  if outcome.location ~= nil then
    parts[#parts + 1] = "at " .. tostring(outcome.location)
  end
  return table.concat(parts, " ")
end

local function check_outcome(outcome, name)
  if type(outcome) ~= "table" or outcome.status == nil then
    local problem = "'%s' takes a result of router.open, but got a %s"
    error(string.format(problem, name, type(outcome)), 0)
  end
end

--- Raises an error if a given name is nil. It is an unset variable and would match everything.
local function check_given(name, arguments, at, what)
  if arguments.n >= at and arguments[at] == nil then
    local problem = "'%s' takes %s, but got nil. Name it, or leave the argument out."
    error(string.format(problem, name, what), 0)
  end
end

--- Parses the argument of an assertion: a route's name, or a table with an error's code.
local function read_wishes(name, wanted)
  if type(wanted) ~= "table" then
    return { name = wanted }
  end
  for key in next, wanted do
    if key ~= "name" and key ~= "error" then
      local problem = "'%s' is not an option of '%s'. It takes 'name' and 'error'."
      error(string.format(problem, tostring(key), name), 0)
    end
  end
  if next(wanted) == nil then
    local problem = "'%s' takes a route's name, or a table with 'name' or 'error', but got {}"
    error(string.format(problem, name), 0)
  end
  return wanted
end

local function quoted(wanted)
  return type(wanted) == "string" and "'" .. wanted .. "'" or text(wanted)
end

--- Formats the result of `read_wishes` in one line.
local function wishes_text(wanted)
  local wishes, parts = type(wanted) == "table" and wanted or { name = wanted }, {}
  if wishes.name ~= nil then
    parts[1] = quoted(wishes.name)
  end
  if wishes.error ~= nil then
    parts[#parts + 1] = "with the error " .. quoted(wishes.error)
  end
  return table.concat(parts, " ")
end

--- Registers an assertion about the outcome of an open: its status, and one detail.
---
---@param name string
---@param status string
---@param detail? function whether an outcome has the detail
---@param show? function formats the detail
---@param what? string the kind of the detail, if it must not be nil
local function register_status(name, status, detail, show, what)
  words(
    name,
    "The open ended otherwise.\nExpected:\n%s\nActual:\n%s",
    "The open ended so.\nUnwanted:\n%s\nActual:\n%s"
  )
  register(name, function(state, arguments)
    local outcome, wanted = arguments[1], arguments[2]
    check_outcome(outcome, name)
    if what then
      check_given(name, arguments, 2, what)
    end
    if arguments[3] ~= nil then
      state.failure_message = arguments[3]
    end
    local result = outcome.status == status
    local expected = status
    local is_detailed = detail ~= nil and arguments.n > 1
    if is_detailed then
      result = detail(outcome, wanted) and result
    end
    if is_detailed or wanted ~= nil then
      expected = status .. " " .. (show or quoted)(wanted)
    end
    set(arguments, expected, describe(outcome))
    return result
  end)
end

local function has_code(outcome, code)
  return outcome.error ~= nil and outcome.error.code == code
end

register_status("opened", "opened", function(outcome, name)
  return outcome.name == name
end, quoted, "the name of a route")
register_status("fell_back", "fell_back", function(outcome, wanted)
  if type(wanted) == "string" then
    return outcome.name == wanted or has_code(outcome, wanted)
  end
  local wishes = read_wishes("fell_back", wanted)
  return (wishes.name == nil or outcome.name == wishes.name)
    and (wishes.error == nil or has_code(outcome, wishes.error))
end, wishes_text, "the name of a route or the code of an error")
register_status("not_found", "not_found")
register_status("cancelled", "cancelled")
register_status("handled", "handled", function(outcome, value)
  return deep.equal(outcome.value, value)
end, function(value)
  return "with " .. tostring(quoted(value))
end)
register_status("intercepted", "intercepted", function(outcome, reason)
  return outcome.reason == reason
end, function(reason)
  return "because " .. quoted(reason)
end, "a reason")
register_status("failed", "failed", has_code, quoted, "the code of an error")

words(
  "redirected",
  "The open was redirected differently.\nExpected:\n%s\nActual:\n%s",
  "The open was redirected this way.\nUnwanted:\n%s\nActual:\n%s"
)
register("redirected", function(_, arguments)
  local outcome, wanted, is_any = arguments[1], arguments[2] or {}, arguments.n < 2
  check_outcome(outcome, "redirected")
  check_given("redirected", arguments, 2, "a location, or a list of locations")
  local way, expected = {}, {}
  for i, location in ipairs(outcome.redirects or {}) do
    way[i] = tostring(location)
  end
  for i, location in ipairs(type(wanted) == "table" and wanted or { wanted }) do
    expected[i] = tostring(location)
  end
  local function line(list)
    return #list == 0 and "(no redirect)" or table.concat(list, " → ")
  end
  set(arguments, is_any and "(any redirect)" or line(expected), line(way))
  if is_any then
    return #way > 0
  end
  return deep.equal(way, expected)
end)

words(
  "top",
  "Another screen is on top.\nExpected:\n%s\nActual:\n%s",
  "This screen is on top.\nUnwanted:\n%s\nActual:\n%s"
)
register("top", function(_, arguments)
  local name = arguments[1]
  if name == nil then
    error("'top' takes the name of a route or a view, but got nil", 0)
  end
  local screen = in_force.globals.stage.top()
  local actual = screen and (screen.name or screen.view)
  local drawing = tostring(in_force.globals.stage)
  set(arguments, tostring(name), tostring(actual or "(nothing)") .. "\n" .. drawing)
  return screen ~= nil and (screen.name == name or screen.view == name)
end)

-- Drawings.

local function lines_of(drawing)
  local lines = {}
  for line in string.gmatch(drawing .. "\n", "(.-)\n") do
    lines[#lines + 1] = string.gsub(line, "%s+$", "")
  end
  while #lines > 0 and lines[#lines] == "" do
    lines[#lines] = nil
  end
  while #lines > 0 and lines[1] == "" do
    table.remove(lines, 1)
  end
  local margin
  for _, line in ipairs(lines) do
    local indent = line ~= "" and #string.match(line, "^ *")
    if indent and (not margin or indent < margin) then
      margin = indent
    end
  end
  for i, line in ipairs(lines) do
    lines[i] = string.sub(line, (margin or 0) + 1)
  end
  return lines
end

local function highlighted(lines, others)
  local shown = {}
  for i = 1, #lines do
    shown[i] = (lines[i] == others[i] and "  " or "* ") .. lines[i]
  end
  return #shown == 0 and "  (nothing)" or table.concat(shown, "\n")
end

words(
  "stage",
  "The stage looks otherwise.\nExpected:\n%s\nActual:\n%s",
  "The stage looks so.\nUnwanted:\n%s\nActual:\n%s"
)
register("stage", function(_, arguments)
  if arguments[1] == nil then
    error("'stage' takes a drawing, but got nil", 0)
  end
  local expected = lines_of(tostring(arguments[1]))
  local actual = lines_of(tostring(in_force.globals.stage))
  set(arguments, highlighted(expected, actual), highlighted(actual, expected))
  return deep.equal(expected, actual)
end)

-- Problems.

words(
  "problem",
  "No such problem was raised.\nExpected:\n%s\nActual:\n%s",
  "It was raised.\nUnwanted:\n%s\nActual:\n%s"
)
--- Expects that a handler, a timer, a task or `on_exit` raises an error while a function runs.
register("problem", function(state, arguments)
  local fn, wanted = arguments[1], arguments[2]
  if type(fn) ~= "function" then
    error(string.format("'problem' takes a function, but got a %s", type(fn)), 0)
  end
  check_given("problem", arguments, 2, "a text of the problem")
  if wanted ~= nil and type(wanted) ~= "string" then
    error(string.format("'problem' takes a text, but got a %s", type(wanted)), 0)
  end
  if arguments[3] ~= nil then
    state.failure_message = arguments[3]
  end
  local function keep(problem)
    tests.kept[#tests.kept + 1] = problem
  end
  for _, problem in ipairs(host.failures()) do
    keep(problem)
  end
  fn()
  host.settle()
  local raised, is_raised = host.failures(), false
  for _, problem in ipairs(raised) do
    if wanted == nil or string.find(problem, wanted, 1, true) then
      is_raised = true
    else
      keep(problem)
    end
  end
  local actual = #raised == 0 and "(no problem)" or table.concat(raised, "\n")
  set(arguments, wanted or "(any problem)", actual)
  return is_raised
end)

-- Access.

words(
  "access",
  "The access differs from the snapshot; --update-snapshots accepts it.\nExpected:\n%s\nActual:\n%s",
  "The access is as in the snapshot.\nUnwanted:\n%s\nActual:\n%s"
)
--- Expects that everyone has the access in a snapshot of the application.
register("access", function(_, arguments)
  local file, options = arguments[1], arguments[2]
  if type(file) ~= "string" then
    error(string.format("'access' takes the name of a file, but got a %s", type(file)), 0)
  end
  local difference = host.access_snapshot(file, options or {})
  set(arguments, "as in " .. file, difference or "as in " .. file)
  return difference == nil
end)

return true
