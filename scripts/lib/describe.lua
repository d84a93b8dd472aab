-- The texts that people see of states, events, outcomes and matches, and tables that
-- can be copied.
--
-- `write` and `like` are the host's: one writes a value as Lua would, the other notes of a copy that
-- it is a list if its original is.
local write, like = ...

local M = {}

-- The text of what has a location: what it is, its name or pattern, where it leads, its parameters.
local function text(what, value, location)
  local words = { what, value.name or value.pattern, tostring(location) }
  local step, params = pairs(value.params)
  if step(params) ~= nil then
    words[#words + 1] = write(value.params)
  end
  return table.concat(words, " ")
end

local function with_extra(what)
  return function(value)
    local words = text(what, value, value.uri)
    if value.extra ~= nil then
      words = words .. " extra = " .. write(value.extra)
    end
    return words
  end
end

M.state = with_extra("state")
M.event = with_extra("event")

function M.match(match)
  return text("match", match, match.location)
end

function M.outcome(outcome)
  local words = "outcome " .. outcome.status
  if outcome.name or outcome.pattern then
    words = words .. " " .. (outcome.name or outcome.pattern)
  end
  words = words .. " " .. tostring(outcome.location)
  if outcome.status == "handled" then
    return words .. " = " .. write(outcome.value)
  end
  local reason = outcome.error or outcome.reason
  return reason and words .. ": " .. tostring(reason) or words
end

-- The levels of tables that are looked through; the host refuses deeper ones.
local DEPTH = 70

-- A value with everything that has a text of its own replaced by that: what the log shows.
--
-- `copies` has the tables that were met: a table that contains itself stays one, for the host to
-- refuse.
local function shown(value, copies, depth)
  local kind = type(value)
  if kind == "userdata" then
    return tostring(value)
  end
  if kind ~= "table" or depth > DEPTH then
    return value
  end
  if copies[value] then
    return copies[value]
  end
  local meta = getmetatable(value)
  if meta == false or type(meta) == "table" and meta.__tostring then
    local own = tostring(value)
    if not own:find("^table: ") then
      return own
    end
  end
  local step, from = next, value
  if meta == false then
    step, from = pairs(value)
  end
  local copy = {}
  copies[value] = copy
  for key, item in step, from do
    copy[key] = shown(item, copies, depth + 1)
  end
  return copy
end

-- Calls the host's `log` with values that it can show.
function M.log(log, ...)
  local values = table.pack(...)
  for index = 1, values.n do
    values[index] = shown(values[index], {}, 1)
  end
  return log(table.unpack(values, 1, values.n))
end

-- The fields of a state or an event, as a table.
local function fields(record)
  local copy = {}
  for name, value in pairs(record) do
    copy[name] = value
  end
  copy.uri, copy.all, copy.from = nil, nil, nil
  return copy
end

-- A copy with tables in place of records; what is copied comes from the host and has no circles.
local function plain(value, records)
  if records[value] then
    return fields(value)
  end
  if type(value) ~= "table" then
    return value
  end
  local copy = {}
  for key, item in next, value do
    copy[key] = plain(item, records)
  end
  like(copy, value)
  return copy
end

-- Calls a function of the host with tables in place of the states and events that it came across.
function M.encode(encode, value, list)
  local records = {}
  for _, record in ipairs(list) do
    records[record] = true
  end
  return encode(plain(value, records))
end

return M
