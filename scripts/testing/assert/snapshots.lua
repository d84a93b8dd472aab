--- `assert.matches_snapshot(value)`: compares a value with a file in the folder of the spec.
local use, host = ...
local class = use("class")
local core = use("assert/assert")
local deep = use("deep")
local failure = use("failure")
local tests = use("runner/tests")

local assert = core.object

local function key_text(key)
  return type(key) == "string" and string.find(key, "^[%a_][%w_]*$") and key
    or "[" .. (type(key) == "string" and string.format("%q", key) or tostring(key)) .. "]"
end

--- Writes a value deterministically.
local function write(value, indent, within)
  if type(value) == "string" then
    return (string.gsub(string.format("%q", value), "\\\n", "\\n"))
  end
  if type(value) ~= "table" then
    return tostring(value)
  end
  local metatable = class.of(value)
  if metatable ~= nil and (type(metatable) ~= "table" or metatable.__tostring) then
    return tostring(value)
  end
  if within[value] then
    return "{ ... }"
  end
  if next(value) == nil then
    return "{}"
  end
  within[value] = true
  local lines = {}
  for _, key in ipairs(deep.keys(value)) do
    local entry = write(value[key], indent .. "  ", within)
    lines[#lines + 1] = string.format("%s  %s = %s,", indent, key_text(key), entry)
  end
  within[value] = nil
  return "{\n" .. table.concat(lines, "\n") .. "\n" .. indent .. "}"
end

--- The file of a test, as its block.
local function file_of(test)
  local block = test.parent
  while block.kind ~= "file" and block.parent do
    block = block.parent
  end
  return block
end

--- Raises an error if another test of the file has a snapshot with the same name.
local function claim(key, name, test)
  local file = file_of(test)
  file.snapshots = file.snapshots or {}
  local owner = file.snapshots[key]
  if owner and owner ~= test then
    local text = "two tests named '%s' would share the snapshot '%s'. Rename one, or give each"
      .. " snapshot a name: assert.matches_snapshot(value, 'name')."
    error(failure.placed(string.format(text, name, key)), 0)
  end
  file.snapshots[key] = test
end

local function highlighted(text, other)
  local lines, others = {}, {}
  for line in string.gmatch(other .. "\n", "(.-)\n") do
    others[#others + 1] = line
  end
  local at = 0
  for line in string.gmatch(text .. "\n", "(.-)\n") do
    at = at + 1
    lines[at] = (line == others[at] and "  " or "* ") .. line
  end
  return table.concat(lines, "\n")
end

assert:register("assertion", "matches_snapshot", function(state, arguments)
  local name, test = tests.running_name()
  if not name then
    error("'matches_snapshot' belongs in a test", 0)
  end
  test.snapshots = (test.snapshots or 0) + 1
  local value, label = arguments[1], arguments[2]
  local key = name .. " " .. tostring(label or test.snapshots)
  claim(key, name, test)
  local text = type(value) == "string" and value or write(value, "", {})
  local known, problem = host.snapshot(key, text)
  if known == nil and problem == nil then
    return true
  end
  state.note = { kind = "snapshot", expected = known, actual = text, problem = problem }
  known = known or "(" .. problem .. ")"
  arguments[1], arguments[2], arguments.n = highlighted(known, text), highlighted(text, known), 2
  arguments.nofmt = { true, true }
  return false
end, "assertion.matches_snapshot.positive", "assertion.matches_snapshot.negative")

return true
