--- Calls everything that a script can reach, with any reachable value, from any place.
---
--- `random_caller(globals, extra, seed, count)` returns the number of calls, and a problem if it
--- saw a text of another application, or an error of the host with a metatable that reacts to
--- writes. The choices depend only on the seed. All names are local, so that no call can change the
--- caller.
local create, resume, wrap = coroutine.create, coroutine.resume, coroutine.wrap
local error, getmetatable, ipairs, next, pairs = error, getmetatable, ipairs, next, pairs
local find, gsub, pcall, rawlen, setmetatable = string.find, string.gsub, pcall, rawlen, setmetatable
local sort = table.sort
local spawn, tostring, type, unpack, xpcall = spawn, tostring, type, table.unpack, xpcall

local MOST, DEEPEST = 600, 150
local EVENTS = {
  "__index", "__newindex", "__call", "__tostring", "__pairs", "__len", "__eq", "__lt", "__le",
  "__unm", "__add", "__idiv", "__band", "__shl", "__concat", "__close", "__gc", "__mode", "__name",
}

--- Part of every text of the other application.
local SECRET = ("noitacilppa-rehto-eht-fo-terces"):reverse()

local number, problem

--- A number from 1 to `limit`. No called function can influence the sequence.
local function random(limit)
  number = number * 6364136223846793005 + 1442695040888963407
  return (number >> 33) % limit + 1
end

--- The metatables created here, in this call or an earlier one. If a library table got one with
--- `error`, writing to it raises an error that is not the host's.
local mine = {}

local values, functions, seen
--- The path to each collected table and function.
local paths

local function keep(value)
  if type(value) == "string" and find(value, SECRET, 1, true) then
    problem = "leak: a text of the other application can be reached"
  end
  local list = type(value) == "function" and functions or values
  if value ~= nil then
    list[rawlen(list) < MOST and rawlen(list) + 1 or random(MOST)] = value
  end
end

--- Collects the content of a table, and its metatable.
local function gather(value, depth, path)
  if type(value) == "table" or type(value) == "function" then
    paths[value] = paths[value] or path
  end
  if (type(value) == "table" or type(value) == "userdata") and not seen[value] and depth > 0 then
    seen[value] = true
    pcall(function()
      for key, entry in pairs(value) do
        gather(key, depth - 1, path .. ".key")
        gather(entry, depth - 1, path .. "." .. (type(key) == "string" and key or type(key)))
      end
    end)
    gather(getmetatable(value), depth - 1, path .. ".metatable")
  end
  keep(value)
end

local function pick()
  local roll = random(10)
  if roll <= 2 then
    return functions[random(rawlen(functions))]
  elseif roll == 3 then
    return nil
  end
  return values[random(rawlen(values))]
end

--- Records the error of each function when called without arguments, before anything changes.
local function probe()
  local named = {}
  for index = 1, rawlen(functions) do
    named[index] = functions[index]
  end
  for _, f in ipairs(named) do
    if f ~= error and f ~= setmetatable then
      local ok, raised = pcall(f)
      local metatable = not ok and type(raised) == "table" and getmetatable(raised)
      if type(metatable) == "table" and not mine[metatable] then
        local events = ""
        for key in next, metatable do
          events = events .. " " .. tostring(key)
        end
        problem = "metatable: what a function raises has one that can be reached:" .. events
          .. "; " .. (paths[f] or "a function") .. " raises " .. (paths[raised] or "a new table")
      end
    end
  end
end

local made

--- Calls a function, and keeps its results.
local function call(f, ...)
  made = made + 1
  local _, one, two, three = pcall(f, ...)
  if random(3) == 1 then
    keep(one)
    keep(two)
    keep(three)
  end
  return one
end

local contexts = {}

--- Enters another place where a script can call.
local function enter(body)
  return contexts[random(rawlen(contexts))](body)
end

contexts[1] = function(body)
  return body()
end
contexts[2] = function(body)
  sort({ 3, 1, 2 }, function()
    body()
    return false
  end)
end
contexts[3] = function(body)
  gsub("ab", ".", body)
end
contexts[4] = function(body)
  local co = create(body)
  for _ = 1, random(3) do
    resume(co, pick())
  end
  keep(co)
end
contexts[5] = function(body)
  wrap(body)()
end
contexts[6] = function(body)
  xpcall(error, body, pick())
end
contexts[7] = function(body)
  return tostring(setmetatable({}, { __tostring = body }))
end
contexts[8] = function(body)
  local value = setmetatable({}, { __index = body, __lt = body, __eq = body, __pairs = body })
  local other = setmetatable({}, getmetatable(value))
  local _ = value[1], value < other, value == other
  return pairs(value)
end
contexts[9] = function(body)
  local function descend(depth)
    if depth == 0 then
      return enter(body)
    end
    local result = descend(depth - 1)
    return result
  end
  return descend(random(DEEPEST))
end
contexts[10] = function(body)
  return spawn(body)
end

local function act()
  local one, two, three = pick(), pick(), pick()
  local f = functions[random(rawlen(functions))]
  local roll = random(16)
  if roll == 1 then
    call(function()
      return one .. two .. three
    end)
  elseif roll == 2 then
    call(function()
      return one[two], one[three]
    end)
  elseif roll == 3 then
    call(function()
      one[two] = three
    end)
  elseif roll == 4 then
    call(function()
      return one < two, one == two, #one
    end)
  elseif roll == 5 then
    call(function()
      for key, value in f, one, two do
        keep(key)
        keep(value)
        break
      end
    end)
  elseif roll == 6 then
    call(function()
      local next_of, state, first = pairs(one)
      keep(next_of)
      return next_of(two, three), next_of(state, first)
    end)
  elseif roll == 7 then
    call(function()
      local metatable = { [EVENTS[random(rawlen(EVENTS))]] = f, __index = two }
      mine[metatable] = true
      return setmetatable(one, metatable)
    end)
  elseif roll == 8 then
    call(function()
      local metatable = getmetatable(one)
      metatable[EVENTS[random(rawlen(EVENTS))]] = f
    end)
  elseif roll == 9 then
    call(function()
      keep(one[two])
      return one[two](three, one)
    end)
  elseif random(2) == 1 then
    call(f, unpack({ one, two, three }, 1, random(4) - 1))
  else
    call(f, one, two, three, pick(), pick())
  end
end

local function begin(globals, extra, seed)
  local cycle = {}
  cycle[1] = cycle
  number, values, functions, seen, made, problem = seed, {}, {}, {}, 0, nil
  paths = {}
  for _, value in ipairs({
    0, -1, 1, 2, 3.5, -0.0, 0 / 0, 1 / 0, 1 << 53, "", "x", "10", "name", "/page/1", "/safe",
    "/**", "(.-)%1", "%d%s", "\0\xff", ("ab"):rep(300), true, false, {}, { 1, 2, 3 }, cycle,
    { path = "/x", view = "V" },
  }) do
    keep(value)
  end
  for index, value in ipairs(extra) do
    gather(value, 3, "extra" .. index)
  end
  gather(globals, 5, "globals")
end

--- Calls functions that start to wait, at a place where waiting is impossible.
local function quietly(body)
  gsub("x", "x", function()
    body()
  end)
end

return function(globals, extra, seed, count)
  begin(globals, extra, seed)
  -- At a place where waiting is impossible, so that no call waits forever. Spawned tasks can wait.
  quietly(function()
    pcall(probe)
    for _ = 1, count do
      pcall(enter, act)
    end
  end)
  return made, problem
end
