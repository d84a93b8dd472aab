--- What specs of links use: the application, its clock, and assertions about opens and the stage.
local use, host = ...
local core = use("assert")
local format = use("format")
local deep = use("deep")
local say = use("say")
local spy = use("spy")

local assert = core.object
local M = {}
local globals = host.globals

-- Stubs of what the program offers.

local get, put = spy.get, spy.put
local host_object = rawget(globals, "host")

local function is_host(target)
  return host_object ~= nil and rawequal(target, host_object)
end

-- A function that nobody offers can be stubbed too: in a spec, no program is there to offer it.
function spy.get(target, key)
  if not is_host(target) then
    return get(target, key)
  end
  local is_offered, value = pcall(get, target, key)
  return is_offered and value or nil
end

function spy.put(target, key, value)
  if not is_host(target) then
    put(target, key, value)
    return
  end
  host_object.stub(key, function(...)
    if value == nil then
      error("the program offers no '" .. tostring(key) .. "'", 0)
    end
    return value(...)
  end)
end

-- Words.

local function words(name, positive, negative)
  say:set("assertion." .. name .. ".positive", positive)
  say:set("assertion." .. name .. ".negative", negative)
end

local function register(name, fn)
  local key = "assertion." .. name
  assert:register("assertion", name, fn, key .. ".positive", key .. ".negative")
end

local function set(state, arguments, expected, actual)
  arguments[1], arguments[2], arguments.n = expected, actual, 2
  arguments.nofmt = { true, true }
  state.expected, state.actual = expected, actual
end

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
    parts[#parts + 1] = ("[%s] %s"):format(tostring(problem.code), tostring(problem.message))
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
    error(("'%s' takes what router.open answers, and got a %s"):format(name, type(outcome)), 0)
  end
end

--- An assertion about how an open ended: its status, and one detail.
local function register_status(name, status, detail, label)
  words(
    name,
    "The open ended otherwise.\nExpected:\n%s\nActual:\n%s",
    "The open ended so.\nUnwanted:\n%s\nActual:\n%s"
  )
  register(name, function(state, arguments)
    local outcome, wanted = arguments[1], arguments[2]
    check_outcome(outcome, name)
    if arguments[3] ~= nil then
      state.failure_message = arguments[3]
    end
    local result = outcome.status == status
    local expected = status
    if result and detail and arguments.n > 1 and wanted ~= nil then
      result = detail(outcome, wanted)
    end
    if wanted ~= nil then
      local shown = type(wanted) == "string" and "'" .. wanted .. "'" or text(wanted)
      expected = ("%s %s%s"):format(status, label or "", shown)
    end
    set(state, arguments, expected, describe(outcome))
    return result
  end)
end

local function named(outcome, name)
  return outcome.name == name
end

register_status("opened", "opened", named)
register_status("fell_back", "fell_back", named)
register_status("not_found", "not_found")
register_status("cancelled", "cancelled")
register_status("handled", "handled", function(outcome, value)
  return deep.equal(outcome.value, value)
end, "with ")
register_status("intercepted", "intercepted", function(outcome, reason)
  return outcome.reason == reason
end, "because ")
register_status("failed", "failed", function(outcome, code)
  return outcome.error ~= nil and outcome.error.code == code
end)

words(
  "redirected",
  "The open was redirected otherwise.\nExpected:\n%s\nActual:\n%s",
  "The open was redirected so.\nUnwanted:\n%s\nActual:\n%s"
)
register("redirected", function(state, arguments)
  local outcome, wanted = arguments[1], arguments[2] or {}
  check_outcome(outcome, "redirected")
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
  set(state, arguments, line(expected), line(way))
  if arguments.n < 2 then
    arguments[1] = "(any redirect)"
    return #way > 0
  end
  return deep.equal(way, expected)
end)

words(
  "top",
  "Another screen is on top.\nExpected:\n%s\nActual:\n%s",
  "This screen is on top.\nUnwanted:\n%s\nActual:\n%s"
)
register("top", function(state, arguments)
  local name = arguments[1]
  local screen = globals.stage.top()
  local actual = screen and (screen.name or screen.view)
  local drawing = tostring(globals.stage)
  set(state, arguments, tostring(name), tostring(actual or "(nothing)") .. "\n" .. drawing)
  return screen ~= nil and (screen.name == name or screen.view == name)
end)

-- Drawings.

local function lines_of(drawing)
  local lines = {}
  for line in (drawing .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = line:gsub("%s+$", "")
  end
  while #lines > 0 and lines[#lines] == "" do
    lines[#lines] = nil
  end
  while #lines > 0 and lines[1] == "" do
    table.remove(lines, 1)
  end
  local margin
  for _, line in ipairs(lines) do
    local indent = line ~= "" and #line:match("^ *")
    if indent and (not margin or indent < margin) then
      margin = indent
    end
  end
  for i, line in ipairs(lines) do
    lines[i] = line:sub((margin or 0) + 1)
  end
  return lines
end
M.lines_of = lines_of

local function marked(lines, others)
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
register("stage", function(state, arguments)
  local expected, actual = lines_of(tostring(arguments[1])), lines_of(tostring(globals.stage))
  set(state, arguments, marked(expected, actual), marked(actual, expected))
  return deep.equal(expected, actual)
end)

-- The clock and the application.

local clock = rawget(globals, "clock") or {}
clock.advance = host.advance
if clock.now == nil then
  clock.now = host.now
end
globals.clock = clock
M.clock = clock

M.app = { reset = host.reset }

if host.spawn and rawget(globals, "spawn") == nil then
  globals.spawn = host.spawn
end

return M
