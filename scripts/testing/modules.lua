--- What `require` answers for the modules of busted, luassert and say.
local use = ...

local M = {}

local names = {
  say = "say",
  luassert = "assertions",
  ["luassert.assert"] = "assertions",
  ["luassert.assertions"] = "assertions",
  ["luassert.modifiers"] = "assertions",
  ["luassert.matchers"] = "match",
  ["luassert.match"] = "match",
  ["luassert.spy"] = "spy",
  ["luassert.stub"] = "stub",
  ["luassert.mock"] = "mock",
  ["luassert.util"] = "util",
  ["luassert.languages.en"] = "say",
}

local special = {}

--- Finds one of ours.
---
---@return any module nil when the name is not one of ours
function M.find(name)
  if names[name] then
    local module = use(names[name])
    return module
  end
  local make = special[name]
  return make and make()
end

--- Adds a module that is made when it is first asked for.
function M.add(name, make)
  special[name] = make
end

M.add("luassert.formatters", function()
  return use("format")
end)
M.add("luassert.namespaces", function()
  return use("assert").registry
end)
M.add("luassert.compatibility", function()
  return { unpack = table.unpack }
end)
M.add("luassert.array", function()
  return true
end)

return M
