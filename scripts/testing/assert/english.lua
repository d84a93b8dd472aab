--- The English sentences of failed assertions.
---
--- Keys and sentences match luassert exactly: specs compare them, set their own texts under the
--- keys, and use the keys for their own assertions. Reports use better words.
local use = ...
local say = use("say")

local texts = {
  ["equals.positive"] = "Expected objects to be equal.\nPassed in:\n%s\nExpected:\n%s",
  ["equals.negative"] = "Expected objects to not be equal.\nPassed in:\n%s\nDid not expect:\n%s",
  ["same.positive"] = "Expected objects to be the same.\nPassed in:\n%s\nExpected:\n%s",
  ["same.negative"] = "Expected objects to not be the same.\nPassed in:\n%s\nDid not expect:\n%s",
  ["truthy.positive"] = "Expected to be truthy, but value was:\n%s",
  ["truthy.negative"] = "Expected to not be truthy, but value was:\n%s",
  ["falsy.positive"] = "Expected to be falsy, but value was:\n%s",
  ["falsy.negative"] = "Expected to not be falsy, but value was:\n%s",
  ["near.positive"] = "Expected values to be near.\nPassed in:\n%s\nExpected:\n%s +/- %s",
  ["near.negative"] = "Expected values to not be near.\nPassed in:\n%s\nDid not expect:\n%s +/- %s",
  ["matches.positive"] = "Expected strings to match.\nPassed in:\n%s\nExpected:\n%s",
  ["matches.negative"] = "Expected strings not to match.\nPassed in:\n%s\nDid not expect:\n%s",
  ["unique.positive"] = "Expected object to be unique:\n%s",
  ["unique.negative"] = "Expected object to not be unique:\n%s",
  ["array_holes.positive"] = "Expected array to have holes, but none was found.\n",
  ["array_holes.negative"] = "Expected array to not have holes, hole found at position: %s\n",
  ["returned_arguments.positive"] = "Expected to be called with %s argument(s), "
    .. "but was called with %s",
  ["returned_arguments.negative"] = "Expected not to be called with %s argument(s), "
    .. "but was called with %s",
  ["matches_snapshot.positive"] = "The value differs from its snapshot; --update-snapshots accepts"
    .. " it.\nExpected:\n%s\nActual:\n%s",
  ["matches_snapshot.negative"] = "The value equals its snapshot.\nUnwanted:\n%s\nActual:\n%s",
  ["error.positive"] = "Expected a different error.\nCaught:\n%s\nExpected:\n%s",
  ["error.negative"] = "Expected no error, but caught:\n%s",
  ["called.positive"] = "Expected to be called %s time(s), but was called %s time(s)",
  ["called.negative"] = "Expected not to be called exactly %s time(s), but it was.",
  ["called_at_least.positive"] = "Expected to be called at least %s time(s), "
    .. "but was called %s time(s)",
  ["called_at_most.positive"] = "Expected to be called at most %s time(s), "
    .. "but was called %s time(s)",
  ["called_more_than.positive"] = "Expected to be called more than %s time(s), "
    .. "but was called %s time(s)",
  ["called_less_than.positive"] = "Expected to be called less than %s time(s), "
    .. "but was called %s time(s)",
  ["called_with.positive"] = "Function was never called with matching arguments.\n"
    .. "Called with (last call if any):\n%s\nExpected:\n%s",
  ["called_with.negative"] = "Function was called with matching arguments at least once.\n"
    .. "Called with (last matching call):\n%s\nDid not expect:\n%s",
  ["returned_with.positive"] = "Function never returned matching arguments.\n"
    .. "Returned (last call if any):\n%s\nExpected:\n%s",
  ["returned_with.negative"] = "Function returned matching arguments at least once.\n"
    .. "Returned (last matching call):\n%s\nDid not expect:\n%s",
  ["internal.argtolittle"] = "the '%s' function requires a minimum of %s arguments, got: %s",
  ["internal.badargtype"] = "bad argument #%s to '%s' (%s expected, got %s)",
}

say:set_namespace("en")
local M = {}
for key, text in pairs(texts) do
  say:set("assertion." .. key, text)
  M["assertion." .. key] = text
end

return M
