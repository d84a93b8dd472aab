--- `assert.invariants { … }`, `assert.flat(fn)`, `assert.unaffected(fn)` and `assert.effect(fn)`:
--- rules that always apply in the spec's application.
local use, host = ...
local own = use("app/assertion")
local app = use("app/app").app

local words, register, set = own.words, own.register, own.set

words(
  "invariants",
  "An invariant does not hold.\nExpected:\n%s\nActual:\n%s",
  "Every invariant holds.\nUnwanted:\n%s\nActual:\n%s"
)
--- Expects that all general rules hold, as `moonroute wander` does.
register("invariants", function(_, arguments)
  local options = arguments[1] or {}
  if type(options) ~= "table" then
    error(string.format("'invariants' takes a table of options, but got a %s", type(options)), 0)
  end
  for name in pairs(options) do
    if name ~= "guards" and name ~= "ended" then
      local problem = "'%s' is not an option of 'invariants'. It takes 'guards' and 'ended'."
      error(string.format(problem, tostring(name)), 0)
    end
  end
  host.settle()
  local broken = host.invariants(options.guards == true, options.ended == true)
  set(arguments, "everything holds", table.concat(broken, "\n"))
  return #broken == 0
end)

--- The function of an assertion that takes one and a message.
local function own_function(name, state, arguments)
  local fn = arguments[1]
  if type(fn) ~= "function" then
    error(string.format("'%s' takes a function, but got a %s", name, type(fn)), 0)
  end
  if arguments[2] ~= nil then
    state.failure_message = arguments[2]
  end
  return fn
end

words(
  "flat",
  "Each call uses more memory.\nExpected:\n%s\nActual:\n%s",
  "The calls do not use more memory.\nUnwanted:\n%s\nActual:\n%s"
)
--- Expects that repeating a function does not increase memory use.
register("flat", function(state, arguments)
  local fn = own_function("flat", state, arguments)
  local bytes, shown, grows, round = {}, {}, true, 0
  -- The table has its full size, since it would otherwise grow with each round.
  for index = 1, host.rounds[#host.rounds] do
    bytes[index] = 0
  end
  for _, number in ipairs(host.rounds) do
    while grows and round < number do
      round = round + 1
      fn()
      bytes[round] = host.begin_round()
    end
    if grows then
      shown[#shown + 1] = string.format("%d bytes after %d times", bytes[round], number)
      grows = host.grows(bytes, round)
    end
  end
  set(arguments, "as many bytes as before", table.concat(shown, "\n"))
  return not grows
end)

words(
  "unaffected",
  "The calls show something different from a new application.\nExpected:\n%s\nActual:\n%s",
  "The calls show the same as in a new application.\nUnwanted:\n%s\nActual:\n%s"
)
--- Expects that a function shows the same as in a new application, both without a login.
register("unaffected", function(state, arguments)
  local fn = own_function("unaffected", state, arguments)
  local function shown()
    host.persona(nil)
    host.begin_round()
    fn()
    host.settle()
    return host.shown()
  end
  local seconds, before = host.now(), shown()
  app.reset()
  host.advance(seconds)
  local expected = shown()
  set(arguments, expected, before)
  return expected == before
end)

words(
  "effect",
  "The calls change nothing.\nExpected:\n%s\nActual:\n%s",
  "The calls change something.\nUnwanted:\n%s\nActual:\n%s"
)
--- Expects that a function changes something that others can notice.
register("effect", function(state, arguments)
  local fn = own_function("effect", state, arguments)
  host.settle()
  host.begin_effects()
  fn()
  host.settle()
  local has_effect = host.end_effects()
  set(arguments, "a change", has_effect and "a change" or "no change")
  return has_effect
end)
