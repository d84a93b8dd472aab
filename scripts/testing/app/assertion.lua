--- Registers the assertions of applications with their words and the values that a failure shows.
local use = ...
local core = use("assert/assert")
local say = use("say")

local M = {}

--- Sets the words of a failure.
---
---@param name string the assertion
---@param positive string for the assertion itself
---@param negative string for its opposite
function M.words(name, positive, negative)
  say:set("assertion." .. name .. ".positive", positive)
  say:set("assertion." .. name .. ".negative", negative)
end

--- Adds an assertion that already has words.
function M.register(name, fn)
  local key = "assertion." .. name
  core.object:register("assertion", name, fn, key .. ".positive", key .. ".negative")
end

--- Sets the values that a failure shows, already formatted.
function M.set(arguments, expected, actual)
  arguments[1], arguments[2], arguments.n = expected, actual, 2
  arguments.nofmt = { true, true }
end

return M
