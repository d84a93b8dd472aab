--- Assertions about the events and the requests of a test.
local use, host = ...
local deep = use("deep")
local literal = use("compare/literal")
local own = use("app/assertion")
local match = use("assert/match")
local standing = use("doubles/standing")

local words, register, set = own.words, own.register, own.set

--- The limit on the requests that a failure shows, and on the columns of each value.
local LISTED, COLUMNS = 20, 80

--- A value in Lua syntax, in one line.
local function text(value)
  return literal.inline(value, COLUMNS)
end

--- Checks the options of an assertion; `known` lists them in words.
local function check_options(name, options, known)
  if options ~= nil and type(options) ~= "table" then
    error(string.format("'%s' takes a table of options, but got a %s", name, type(options)), 0)
  end
  for option in pairs(options or {}) do
    if not string.find(known, "'" .. tostring(option) .. "'", 1, true) then
      local problem = "'%s' is not an option of '%s'. It takes %s."
      error(string.format(problem, tostring(option), name, known), 0)
    end
  end
  local times = options and options.times
  if times ~= nil and math.type(times) ~= "integer" then
    error(string.format("'times' of '%s' is a whole number, not a %s", name, type(times)), 0)
  end
end

--- Formats an expectation in one line; `fields` are the options that it shows.
local function wanted_text(key, options, fields)
  local parts = { key }
  for _, field in ipairs(fields) do
    if options[field] ~= nil then
      parts[#parts + 1] = "with " .. field .. " " .. text(options[field])
    end
  end
  local times = options.times
  parts[#parts + 1] = times == nil and "at least once" or times == 1 and "once" or times .. " times"
  return table.concat(parts, " ")
end

--- Whether the number of matching events or requests is the expected one.
local function has_times(count, times)
  if times then
    return count == times
  end
  return count > 0
end

-- Events.

local function fits(wanted, given)
  if match.is_matcher(wanted) then
    return wanted(given)
  end
  return rawequal(wanted, given) or deep.equal(wanted, given)
end

--- Whether an event has the parameters and passes the expected values along.
local function is_wanted(event, options)
  for name, value in pairs(options.params or {}) do
    if not fits(value, event.params[name]) then
      return false
    end
  end
  return options.extra == nil or fits(options.extra, event.extra)
end

--- Lists the emitted events, with payloads for events of the key.
local function emitted_text(events, all)
  if #events == 0 then
    return #all == 0 and "(no event)" or "(not) among\n" .. table.concat(all, "\n")
  end
  local lines = {}
  for i, event in ipairs(events) do
    lines[i] = event.location
    if event.extra ~= nil then
      lines[i] = lines[i] .. " with extra " .. text(event.extra)
    end
  end
  return table.concat(lines, "\n")
end

words(
  "emitted",
  "The event was emitted differently.\nExpected:\n%s\nActual:\n%s",
  "The event was emitted this way.\nUnwanted:\n%s\nActual:\n%s"
)
register("emitted", function(state, arguments)
  local key, options = arguments[1], arguments[2]
  if arguments.n < 1 or key == nil then
    error("'emitted' takes the key of an event, but got nothing", 0)
  end
  check_options("emitted", options, "'times', 'params' and 'extra'")
  if arguments[3] ~= nil then
    state.failure_message = arguments[3]
  end
  options = options or {}
  local events, all = host.emitted(tostring(key))
  local count = 0
  for _, event in ipairs(events) do
    if is_wanted(event, options) then
      count = count + 1
    end
  end
  local expected = wanted_text(tostring(key), options, { "params", "extra" })
  set(arguments, expected, emitted_text(events, all))
  return has_times(count, options.times)
end)

-- Requests.

--- The first difference of two values as a sentence, or nil. Matchers count at every level.
local function difference(path, wanted, given)
  if match.is_matcher(wanted) then
    if wanted(given) then
      return nil
    end
  elseif type(wanted) == "table" and type(given) == "table" then
    for _, key in ipairs((deep.keys(wanted, given))) do
      local is_name = type(key) == "string" and string.find(key, "^[%a_][%w_]*$")
      local step = is_name and "." .. key or "[" .. text(key) .. "]"
      local found = difference(path .. step, wanted[key], given[key])
      if found then
        return found
      end
    end
    return nil
  elseif rawequal(wanted, given) or deep.equal(wanted, given) then
    return nil
  end
  return string.format("%s is %s, not %s", path, text(given), text(wanted))
end

--- The differences of a request, nearest to its beginning first.
local function differences(request, options)
  local found = {}
  for _, field in ipairs({ "params", "query" }) do
    for name, value in pairs(options[field] or {}) do
      found[#found + 1] = difference(field .. "." .. tostring(name), value, request[field][name])
    end
  end
  table.sort(found)
  if options.body ~= nil then
    found[#found + 1] = difference("body", options.body, request.body)
  end
  return found
end

--- Moves the request with the fewest differences to the front; all before it match the key.
local function put_nearest_first(requests, options)
  local best, least
  for i, request in ipairs(requests) do
    request.differences = differences(request, options)
    local count = #request.differences
    if (request.fits or i == 1) and (least == nil or count < least) then
      best, least = i, count
    end
  end
  if best then
    table.insert(requests, 1, table.remove(requests, best))
  end
end

local hosts = use("app/app").hosts

local function is_host(target)
  return hosts[target] ~= nil
end

--- Lists the requests, and the functions that did not make any because they are stubbed.
local function requested_text(requests, functions)
  local lines = {}
  for i = 1, math.min(#requests, LISTED) do
    local request = requests[i]
    local body = request.body
    body = body ~= nil and " with body " .. text(body) or ""
    lines[#lines + 1] = request.text .. body
    if i == 1 then
      lines[#lines + 1] = request.differences[1] and "  " .. request.differences[1]
    end
  end
  if #requests == 0 then
    lines[1] = "(no request)"
  elseif #requests > LISTED then
    lines[#lines + 1] = string.format("… %d more", #requests - LISTED)
  end
  for _, name in ipairs(functions) do
    local stub = standing.stub_of(is_host, name)
    lines[#lines + 1] = stub and stub .. ", so its calls are not requests."
  end
  return table.concat(lines, "\n")
end

words(
  "requested",
  "The request was made differently.\nExpected:\n%s\nActual:\n%s",
  "The request was made this way.\nUnwanted:\n%s\nActual:\n%s"
)
register("requested", function(state, arguments)
  local key, options = arguments[1], arguments[2]
  if type(key) ~= "string" then
    local problem = "'requested' takes a request such as 'GET /shop', but got a %s"
    error(string.format(problem, type(key)), 0)
  end
  check_options("requested", options, "'times', 'params', 'query' and 'body'")
  if arguments[3] ~= nil then
    state.failure_message = arguments[3]
  end
  options = options or {}
  local requests, functions = host.requests(key)
  put_nearest_first(requests, options)
  local count = 0
  for _, request in ipairs(requests) do
    if request.fits and #request.differences == 0 then
      count = count + 1
    end
  end
  local expected = wanted_text(key, options, { "params", "query", "body" })
  set(arguments, expected, requested_text(requests, functions))
  return has_times(count, options.times)
end)

return true
