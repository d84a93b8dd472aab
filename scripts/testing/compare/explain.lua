--- Explains a failed assertion in reports: the expected value, the actual value, the differences.
---
--- The message for scripts remains that of luassert. The explanation is written when a failure ends
--- a test, from a note about the comparison: `kind`, `expected`, `actual` and fields of the kind.
local use = ...
local deep = use("deep")
local literal = use("compare/literal")
local match = use("assert/match")
local tables = use("compare/tables")
local texts = use("compare/texts")

local M = {}

local LEGEND = "- expected  + actual"

--- The limit on the calls of a spy that are shown.
local most_calls = 50

local function add_all(out, lines)
  for _, line in ipairs(lines) do
    out[#out + 1] = line
  end
end

--- Adds `Expected: value`, with further lines below it.
local function add_value(out, label, value, hint)
  local lines = literal.lines(value, label .. " ", hint and " (" .. hint .. ")" or "", 30)
  add_all(out, lines)
end

local function add_indented(out, value, trail)
  for _, line in ipairs(literal.lines(value, "", trail, 30)) do
    out[#out + 1] = "  " .. line
  end
end

local hinted = { number = true, string = true, table = true, ["function"] = true, userdata = true }

--- Adds two values, one below the other, with their types if these differ.
local function add_values(out, expected, actual)
  local one, other = type(expected), type(actual)
  local is_hinted = one ~= other
  add_value(out, "Expected:", expected, is_hinted and hinted[one] and one or nil)
  local first = #out + 1
  add_value(out, "Actual:  ", actual, is_hinted and hinted[other] and other or nil)
  if one == other and string.sub(out[first], 10) == string.sub(out[first - 1], 10) then
    out[#out + 1] = "They look the same, but are not equal."
  end
end

--- Adds the difference of two texts, with a legend.
local function add_texts(out, expected, actual)
  out[#out + 1] = LEGEND
  add_all(out, texts.lines(expected, actual))
end

--- Adds a hint if lines of both tables look the same, because objects as keys differ.
local function add_hint_of_keys(out, first)
  local lost = {}
  for i = first, #out do
    local sign, line = string.match(out[i], "^([-+])(.*)")
    if sign then
      lost[line] = lost[line] or sign
      if lost[line] ~= sign and string.find(line, "[{", 1, true) then
        out[#out + 1] = "Keys that look the same are different objects."
        return
      end
    end
  end
end

--- Adds the difference of two values of any types.
local function add_difference(out, expected, actual)
  local one, other = literal.formatted(expected), literal.formatted(actual)
  if one or other then
    out[#out + 1] = "Expected: " .. (one or literal.inline(expected, literal.columns))
    out[#out + 1] = "Actual:   " .. (other or literal.inline(actual, literal.columns))
  elseif type(expected) == "string" and type(actual) == "string" then
    add_texts(out, expected, actual)
  elseif type(expected) == "table" and type(actual) == "table" then
    local own, other_own = literal.own(expected), literal.own(actual)
    if own and other_own and own ~= other_own then
      out[#out + 1] = "Expected: " .. own
      out[#out + 1] = "Actual:   " .. other_own
    end
    out[#out + 1] = LEGEND
    local first = #out + 1
    add_all(out, tables.lines(expected, actual))
    add_hint_of_keys(out, first)
  else
    add_values(out, expected, actual)
  end
end

local kinds = {}

function kinds.equal(out, note)
  local expected, actual = note.expected, note.actual
  if note.is_negative then
    out[#out + 1] = "The values are equal, but should not be."
    add_value(out, "Both:", actual)
    return
  end
  if type(expected) == "table" and type(actual) == "table" and deep.equal(expected, actual) then
    out[#out + 1] = "The tables look alike, but are not the same table."
      .. " assert.same compares their contents."
    add_value(out, "Both:", actual)
    return
  end
  out[#out + 1] = "The values are not equal."
  add_difference(out, expected, actual)
end

function kinds.same(out, note)
  if note.is_negative then
    out[#out + 1] = "The values look alike, but should not."
    add_value(out, "Both:", note.actual)
    return
  end
  out[#out + 1] = "The values differ."
  add_difference(out, note.expected, note.actual)
end

--- A value that is, or is not, of a type, or true, or false; `wanted` says it in words.
function kinds.is(out, note)
  if note.is_negative and note.actual == nil then
    out[#out + 1] = "Expected anything except " .. note.wanted .. ", but got nil."
    return
  end
  local head = note.is_negative and "Expected anything except " or "Expected "
  local kind = type(note.actual)
  local has_hint = kind == "string" or kind == "number"
  out[#out + 1] = head .. note.wanted .. ", but got:"
  add_indented(out, note.actual, has_hint and not note.is_negative and " (" .. kind .. ")" or "")
end

function kinds.truth(out, note)
  out[#out + 1] = "Expected " .. note.wanted .. ", but got " .. tostring(note.actual) .. "."
  if note.actual ~= nil and type(note.actual) ~= "boolean" then
    out[#out] = "Expected " .. note.wanted .. ", but got:"
    add_indented(out, note.actual, "")
  end
end

--- A list with or without duplicate values.
function kinds.unique(out, note)
  if note.is_negative then
    out[#out + 1] = "No value occurs twice in:"
  else
    local one = literal.inline(note.keys[1], 30)
    local other = literal.inline(note.keys[2], 30)
    out[#out + 1] = string.format("The values at %s and %s are the same in:", one, other)
  end
  add_indented(out, note.actual, "")
end

--- A list with or without a hole.
function kinds.holes(out, note)
  out[#out + 1] = note.is_negative and "There is a hole at " .. tostring(note.hole) .. " of:"
    or "There is no hole in:"
  add_indented(out, note.actual, "")
end

function kinds.near(out, note)
  local expected, actual = note.expected, note.actual
  local head = note.is_negative and "Expected anything except " or "Expected: "
  local tolerance = literal.number(note.tolerance)
  out[#out + 1] = head .. literal.number(expected) .. " ± " .. tolerance
  local distance = string.format("%.4g", math.abs(actual - expected))
  out[#out + 1] = "Actual:   " .. literal.number(actual) .. ", which is " .. distance .. " away"
end

--- A pattern and a text that does or does not match it.
function kinds.matches(out, note)
  out[#out + 1] = note.is_negative and "The text matches, but should not."
    or "The text does not match."
  add_value(out, "Pattern:", note.expected)
  add_value(out, "Text:   ", note.actual)
end

--- A value and its snapshot in a file.
function kinds.snapshot(out, note)
  if note.problem then
    out[#out + 1] = note.problem
    add_value(out, "Actual:", note.actual)
    return
  end
  out[#out + 1] = note.is_negative and "The value equals its snapshot, but should not."
    or "The value differs from its snapshot; --update-snapshots accepts it."
  if not note.is_negative then
    out[#out + 1] = LEGEND
    add_all(out, texts.lines(note.expected, note.actual))
  end
end

function kinds.error(out, note)
  if note.is_negative then
    local what = note.expected == nil and "an error" or "exactly this error"
    out[#out + 1] = "The function raised " .. what .. ", but should not."
    add_value(out, "Raised:", note.actual)
    return
  end
  if not note.is_raised then
    out[#out + 1] = "The function raised no error."
    if note.expected ~= nil then
      add_value(out, note.is_pattern and "Pattern: " or "Expected:", note.expected)
    end
    return
  end
  out[#out + 1] = "The function raised another error."
  if note.is_pattern then
    add_value(out, "Pattern:", note.expected)
    add_value(out, "Raised: ", note.actual)
  else
    add_difference(out, note.expected, note.actual)
  end
end

--- A raised table that no one caught.
function kinds.raised(out, note)
  out[#out + 1] = "A table was raised:"
  add_indented(out, note.actual, "")
end

-- Calls.

local function times(count)
  if count < 2 then
    return count == 0 and "not called" or "called once"
  end
  return "called " .. count .. " times"
end

--- One list of arguments, such as `(1, "a")`.
local function list_text(list, room)
  local pieces, count = {}, list.n or #list
  for i = 1, math.min(count, 20) do
    pieces[i] = literal.inline(list[i], room)
  end
  if count > 20 then
    pieces[21] = string.format("… %d more", count - 20)
  end
  return "(" .. table.concat(pieces, ", ") .. ")"
end

local function add_calls(out, entries)
  local first = math.max(1, #entries - 9)
  if first > 1 then
    out[#out + 1] = string.format("  … %d more", first - 1)
  end
  for i = first, #entries do
    out[#out + 1] = string.format("  %d: %s", i, list_text(entries[i].vals, 60))
  end
end

function kinds.called(out, note)
  local count = #note.entries
  local is_one = string.find(note.wanted, "%f[%d]1$") ~= nil
  local wanted = note.is_negative and "any number of calls except " .. note.wanted
    or note.wanted .. (is_one and " call" or " calls")
  out[#out + 1] = string.format("Expected %s. The function was %s.", wanted, times(count))
  add_calls(out, note.entries)
end

--- Whether an argument equals the expected one or fits the expected matcher.
local function fits(wanted, value, reference)
  if match.is_matcher(wanted) then
    return wanted(value) or match.is_reference(wanted) and wanted(reference)
  end
  return deep.equal(wanted, value)
end

local function wrong_count(wanted, entry)
  local given = entry.vals
  local count = math.abs((wanted.n or 0) - (given.n or 0))
  for i = 1, math.min(wanted.n, given.n) do
    if not fits(wanted[i], given[i], entry.refs[i]) then
      count = count + 1
    end
  end
  return count
end

--- The index of the most similar call, the last one if there are several.
local function nearest(wanted, entries)
  local best, least
  for i = #entries, math.max(1, #entries - most_calls + 1), -1 do
    local count = wrong_count(wanted, entries[i])
    if not least or count < least then
      best, least = i, count
    end
  end
  return best
end

local function add_argument(out, index, wanted, entry)
  local lead = "argument " .. index .. " = "
  local given, one = entry.vals, wanted[index]
  if index > given.n then
    add_all(out, literal.lines(one, "- " .. lead, "", 12))
  elseif index > wanted.n then
    add_all(out, literal.lines(given[index], "+ " .. lead, "", 12))
  elseif fits(one, given[index], entry.refs[index]) then
    local room = literal.columns - #lead
    out[#out + 1] = "  " .. lead .. literal.inline(given[index], room) .. ","
  elseif match.is_matcher(one) then
    out[#out + 1] = "- " .. lead .. literal.own(one)
    add_all(out, literal.lines(given[index], "+ " .. lead, "", 12))
  else
    tables.pair(out, lead, one, given[index])
  end
end

--- Calls or their results, according to `note.verb`.
function kinds.list(out, note)
  local wanted, entries = note.expected, note.entries
  local what, never, values = "was called", "was never called", "arguments"
  if note.is_returned then
    what, never, values = "returned", "never returned", "values"
  end
  if note.is_negative then
    out[#out + 1] = string.format("The function %s with these %s, but should not:", what, values)
    out[#out + 1] = "  " .. list_text(note.actual, 60)
    return
  elseif #entries == 0 then
    out[#out + 1] = "The function " .. never .. "."
    out[#out + 1] = "Expected: " .. list_text(wanted, 60)
    return
  end
  local number = nearest(wanted, entries)
  local text = "The function %s %s, never with these %s."
  local how_often = #entries == 1 and "once" or #entries .. " times"
  out[#out + 1] = string.format(text, what, how_often, values)
  local which = string.format("  (call %d of %d, the nearest)", number, #entries)
  out[#out + 1] = LEGEND .. (#entries > 1 and which or "")
  local entry, first = entries[number], #out + 1
  for i = 1, math.min(40, math.max(wanted.n, entry.vals.n)) do
    add_argument(out, i, wanted, entry)
  end
  add_hint_of_keys(out, first)
end

--- One side of a comparison: a text unchanged, any other value in Lua syntax.
local function side_text(value)
  if type(value) == "string" then
    return value
  end
  return table.concat(literal.lines(value, "", "", 200), "\n")
end

local sides = {}

function sides.is(note)
  return note.wanted, side_text(note.actual)
end

sides.truth = sides.is

function sides.called(note)
  return note.wanted, tostring(#note.entries)
end

function sides.list(note)
  local entries = note.entries
  return list_text(note.expected, 200), #entries > 0 and list_text(entries[#entries].vals, 200) or nil
end

--- The expected and the actual value of a note as texts.
---
---@return string? expected nil for an unwanted value, which `actual` equals
---@return string? actual
function M.sides(note)
  local write = sides[note.kind]
  if note.is_negative or note.kind == "raised" then
    return nil, note.actual ~= nil and side_text(note.actual) or nil
  elseif write then
    return write(note)
  elseif note.expected == nil and note.kind ~= "equal" and note.kind ~= "same" then
    return nil, side_text(note.actual)
  end
  return side_text(note.expected), side_text(note.actual)
end

--- The text for a note, or nil if the message is already the best text.
function M.text(note)
  local out = {}
  if note.own then
    out[1] = note.own
  end
  local is_written = pcall(kinds[note.kind], out, note)
  return is_written and table.concat(out, "\n") or nil
end

return M
