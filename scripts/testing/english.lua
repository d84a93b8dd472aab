--- The words of failed assertions, in English.
local use = ...
local say = use("say")

local texts = {
  ["equal.positive"] = "The values are not equal.\nExpected:\n%s\nActual:\n%s",
  ["equal.negative"] = "The values are equal.\nExpected anything but:\n%s\nActual:\n%s",
  ["same.positive"] = "The values differ.\nExpected:\n%s\nActual:\n%s",
  ["same.negative"] = "The values look alike.\nExpected anything but:\n%s\nActual:\n%s",
  ["value.positive"] = "Expected:\n%s\nActual:\n%s",
  ["value.negative"] = "Expected anything but:\n%s\nActual:\n%s",
  ["near.positive"] = "Expected:\n%s\nActual:\n%s\nAllowed distance:\n%s",
  ["near.negative"] = "Expected far from:\n%s\nActual:\n%s\nForbidden distance:\n%s",
  ["matches.positive"] = "The text does not match.\nExpected pattern:\n%s\nActual:\n%s",
  ["matches.negative"] = "The text matches.\nUnwanted pattern:\n%s\nActual:\n%s",
  ["unique.positive"] = "A value occurs twice in:\n%s",
  ["unique.negative"] = "No value occurs twice in:\n%s",
  ["holes.positive"] = "The list has no holes.",
  ["holes.negative"] = "The list has a hole at:\n%s",
  ["returned_arguments.positive"] = "Expected number of values:\n%s\nActual:\n%s",
  ["returned_arguments.negative"] = "Expected any number of values but:\n%s\nActual:\n%s",
  ["error.positive"] = "The function did not raise what it should.\nExpected:\n%s\nRaised:\n%s",
  ["error.negative"] = "The function raised what it should not.\nUnwanted:\n%s\nRaised:\n%s",
  ["error_matches.positive"] = "The error does not match.\nExpected pattern:\n%s\nRaised:\n%s",
  ["error_matches.negative"] = "The error matches.\nUnwanted pattern:\n%s\nRaised:\n%s",
  ["called.positive"] = "Expected calls: %s\nActual calls: %s",
  ["called.negative"] = "Unwanted number of calls: %s\nActual calls: %s",
  ["called_at_least.positive"] = "Expected calls: at least %s\nActual calls: %s",
  ["called_at_most.positive"] = "Expected calls: at most %s\nActual calls: %s",
  ["called_more_than.positive"] = "Expected calls: more than %s\nActual calls: %s",
  ["called_less_than.positive"] = "Expected calls: fewer than %s\nActual calls: %s",
  ["called_with.positive"] = "No call had these arguments.\nExpected:\n%s\nLast call:\n%s",
  ["called_with.negative"] = "A call had these arguments.\nUnwanted:\n%s\nLast call:\n%s",
  ["returned_with.positive"] = "No call answered these values.\nExpected:\n%s\nLast answer:\n%s",
  ["returned_with.negative"] = "A call answered these values.\nUnwanted:\n%s\nLast answer:\n%s",
}

say:set_namespace("en")
for key, text in pairs(texts) do
  say:set("assertion." .. key, text)
end
for name in ("at_least at_most more_than less_than"):gmatch("%S+") do
  say:set(
    "assertion.called_" .. name .. ".negative",
    "Expected the number of calls not to be " .. name:gsub("_", " ") .. " %s\nActual calls: %s"
  )
end
