--- The modules of busted, luassert and say, for `require`.
local use = ...

local M = {}

local names = {
  say = "say",
  luassert = "assert/assertions",
  ["luassert.assert"] = "assert/assertions",
  ["luassert.match"] = "assert/match",
  ["luassert.spy"] = "doubles/spy",
  ["luassert.stub"] = "doubles/stub",
  ["luassert.mock"] = "doubles/mock",
  ["luassert.util"] = "util",
}

local special, made = {}, {}

--- Called before a module of the library is found.
M.prepare = function() end

--- Finds a module of the library.
---
---@return any module nil if the name is not a module of the library
function M.find(name)
  if names[name] then
    M.prepare()
    local module = use(names[name])
    return module
  end
  if made[name] == nil and special[name] then
    M.prepare()
    made[name] = special[name]()
  end
  return made[name]
end

--- The reason why a module does not exist, unless its file is missing.
function M.missing(name)
  if string.find(name, "^luassert%.languages%.") then
    return string.format("there is no '%s': messages are in English", name)
  elseif string.find(name, "^busted%.") or string.find(name, "^luassert%.") then
    local text = "there is no '%s': require 'busted' or 'luassert' for their functions"
    return string.format(text, name)
  end
end

--- Adds a module that is created on first use.
function M.add(name, make)
  special[name] = make
end

--- luassert loads some modules only for their side effects; they return nothing.
for _, name in ipairs({
  "assertions",
  "modifiers",
  "matchers",
  "matchers.core",
  "matchers.composite",
  "array",
  "formatters",
  "formatters.init",
  "languages.en",
}) do
  M.add("luassert." .. name, function()
    return true
  end)
end
--- The state. Its formatters include ours, so that every value has a text.
M.add("luassert.state", function()
  local state = { format_argument = use("format").argument }
  for name, value in pairs(use("assert/state")) do
    state[name] = state[name] or value
  end
  return state
end)
M.add("luassert.namespaces", function()
  return use("assert/assert").registry
end)
M.add("luassert.compatibility", function()
  return { unpack = table.unpack }
end)
--- A formatter that writes texts as rows of hexadecimal bytes.
M.add("luassert.formatters.binarystring", function()
  return function(value)
    if type(value) ~= "string" then
      return nil
    end
    local rows = {}
    for first = 1, #value, 16 do
      local bytes = { string.byte(value, first, first + 15) }
      for i, byte in ipairs(bytes) do
        bytes[i] = string.format("%02x", byte)
      end
      rows[#rows + 1] = string.format("  %04x  %s", first - 1, table.concat(bytes, " "))
    end
    return string.format("(string) %d bytes\n%s", #value, table.concat(rows, "\n"))
  end
end)
return M
