--- The words of failed assertions, in English.
---
--- Keys, and the order of what fills the holes, are those of luassert: specs put texts of their
--- own under its keys, and use its keys for assertions of their own.
local use = ...
local say = use("say")

local texts = {
  ["equals.positive"] = "The values are not equal.\nPassed in:\n%s\nExpected:\n%s",
  ["equals.negative"] = "The values are equal.\nPassed in:\n%s\nDid not expect:\n%s",
  ["same.positive"] = "The values differ.\nPassed in:\n%s\nExpected:\n%s",
  ["same.negative"] = "The values look alike.\nPassed in:\n%s\nDid not expect:\n%s",
  ["truthy.positive"] = "Expected anything but nil and false, and got:\n%s",
  ["truthy.negative"] = "Expected nil or false, and got:\n%s",
  ["falsy.positive"] = "Expected nil or false, and got:\n%s",
  ["falsy.negative"] = "Expected anything but nil and false, and got:\n%s",
  ["near.positive"] = "The numbers are not near.\nPassed in:\n%s\nExpected:\n%s +/- %s",
  ["near.negative"] = "The numbers are near.\nPassed in:\n%s\nDid not expect:\n%s +/- %s",
  ["matches.positive"] = "The text does not match.\nPassed in:\n%s\nExpected:\n%s",
  ["matches.negative"] = "The text matches.\nPassed in:\n%s\nDid not expect:\n%s",
  ["unique.positive"] = "A value occurs twice in:\n%s",
  ["unique.negative"] = "No value occurs twice in:\n%s",
  ["array.holes.positive"] = "The list has no holes.",
  ["array.holes.negative"] = "The list has a hole at:\n%s",
  ["returned_arguments.positive"] = "Expected number of values: %s\nActual number: %s",
  ["returned_arguments.negative"] = "Expected any number of values but %s\nActual number: %s",
  ["error.positive"] = "The function did not raise what it should.\nCaught:\n%s\nExpected:\n%s",
  ["error.negative"] = "The function raised what it should not.\nCaught:\n%s",
  ["called.positive"] = "Expected calls: %s\nActual calls: %s",
  ["called.negative"] = "Expected any number of calls but %s\nActual calls: %s",
  ["called_at_least.positive"] = "Expected calls: at least %s\nActual calls: %s",
  ["called_at_most.positive"] = "Expected calls: at most %s\nActual calls: %s",
  ["called_more_than.positive"] = "Expected calls: more than %s\nActual calls: %s",
  ["called_less_than.positive"] = "Expected calls: fewer than %s\nActual calls: %s",
  -- These four are compared, to the letter, by specs about spies.
  ["called_with.positive"] = "Function was never called with matching arguments.\n"
    .. "Called with (last call if any):\n%s\nExpected:\n%s",
  ["called_with.negative"] = "Function was called with matching arguments at least once.\n"
    .. "Called with (last matching call):\n%s\nDid not expect:\n%s",
  ["returned_with.positive"] = "Function never returned matching arguments.\n"
    .. "Returned (last call if any):\n%s\nExpected:\n%s",
  ["returned_with.negative"] = "Function returned matching arguments at least once.\n"
    .. "Returned (last matching call):\n%s\nDid not expect:\n%s",
}

say:set_namespace("en")
local M = {}
for key, text in pairs(texts) do
  say:set("assertion." .. key, text)
  M["assertion." .. key] = text
end

return M
