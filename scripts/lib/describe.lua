-- The texts of states, events, outcomes and matches, and their copies as plain tables.
--
-- The host provides `write` and `like`. `write` formats a value as Lua code; `like` marks a copy as
-- a list if its original is one.
local write, like = ...

local M = {}

-- The text of an object with a location: its kind, its name or pattern, its location, its
-- parameters.
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

-- The limit on levels of tables; the host refuses deeper ones.
local DEPTH = 70

-- A copy of a value for the log, with texts in place of the objects that have one.
--
-- `copies` contains the tables found so far. A table that contains itself remains cyclic, so that
-- the host refuses it.
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

-- A copy with tables instead of records. Values from the host contain no cycles.
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

-- Calls a function of the host with tables instead of the states and events in the value.
function M.encode(encode, value, list)
  local records = {}
  for _, record in ipairs(list) do
    records[record] = true
  end
  return encode(plain(value, records))
end

return M
