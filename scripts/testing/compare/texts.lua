--- The difference of two texts: lines with three lines of context, and the characters in a line.
local use = ...
local edits = use("compare/edits")
local literal = use("compare/literal")

local M = {}

--- If texts are longer together, only a window after their first difference is compared.
local most_bytes, window_bytes = 1 << 18, 1 << 15

--- The lines of context, the limit on lines, and the columns of a line.
local context, most_lines, columns = 3, 60, 96

--- The limit on characters for an exact comparison.
local most_characters = 400

--- The length of the common prefix of two texts.
local function common_prefix(one, other)
  local low, high = 0, math.min(#one, #other)
  local step = 4096
  while low + step <= high do
    if string.sub(one, low + 1, low + step) ~= string.sub(other, low + 1, low + step) then
      break
    end
    low = low + step
  end
  while low < high and string.byte(one, low + 1) == string.byte(other, low + 1) do
    low = low + 1
  end
  return low
end

--- The length of the common suffix of two texts, up to `most`.
local function common_suffix(one, other, most)
  local count, step = 0, 4096
  while count + step <= most do
    local first, last = -count - step, -count - 1
    if string.sub(one, first, last) ~= string.sub(other, first, last) then
      break
    end
    count = count + step
  end
  while count < most and string.byte(one, #one - count) == string.byte(other, #other - count) do
    count = count + 1
  end
  return count
end

--- The characters of a text; an invalid byte counts as one.
local function characters(text)
  local list, at = {}, 1
  while at <= #text do
    local size = 1
    local byte = string.byte(text, at)
    if byte >= 0xC0 then
      size = byte >= 0xF0 and 4 or byte >= 0xE0 and 3 or 2
      size = utf8.len(string.sub(text, at, at + size - 1)) == 1 and size or 1
    end
    list[#list + 1] = string.sub(text, at, at + size - 1)
    at = at + size
  end
  return list
end

--- A piece of both texts with marks under the differences.
local function piece(list, marked, escape)
  local texts, marks, length = {}, {}, 0
  for i, character in ipairs(list) do
    local text = escape(character)
    local width = utf8.len(text) or #text
    length = length + width
    if length > columns then
      texts[#texts + 1] = "…"
      break
    end
    texts[#texts + 1] = text
    marks[#marks + 1] = string.rep(marked[i] and "^" or " ", width)
  end
  return table.concat(texts), (string.gsub(table.concat(marks), " +$", ""))
end

--- The longest match between two changes that can be a coincidence.
local most_by_chance = 3

--- The longest adjacent change of a run, before or after it.
local function change_beside(runs, at, step)
  local longest = 0
  while runs[at] and runs[at].kind ~= "same" do
    longest = math.max(longest, runs[at].count)
    at = at + step
  end
  return longest
end

--- Whether a common run is probably a coincidence: a few letters between longer changes.
local function is_by_chance(runs, at)
  local count = runs[at].count
  return count <= most_by_chance
    and count <= change_beside(runs, at - 1, -1)
    and count <= change_beside(runs, at + 1, 1)
end

--- Marks the characters of two lists that the other list does not contain.
local function marks_of(one, other)
  local lost, new = {}, {}
  local runs, is_exact = edits.runs(#one, #other, function(i, j)
    return one[i] == other[j]
  end)
  local same = 0
  for at, run in ipairs(runs) do
    local is_same = run.kind == "same"
    local is_marked = is_same and is_by_chance(runs, at)
    same = same + (is_same and not is_marked and run.count or 0)
    for i = 0, run.count - 1 do
      if run.kind == "lost" or is_marked then
        lost[run.expected + i] = true
      end
      if run.kind == "new" or is_marked then
        new[run.actual + i] = true
      end
    end
  end
  if not is_exact or same * 2 < math.min(#one, #other) then
    for i = 1, #one do
      lost[i] = true
    end
    for i = 1, #other do
      new[i] = true
    end
  end
  return lost, new
end

local function has_all(marks, count)
  for i = 1, count do
    if not marks[i] then
      return false
    end
  end
  return true
end

--- Whether a byte continues a character.
local function is_inside(text, index)
  local byte = string.byte(text, index)
  return byte ~= nil and byte >= 0x80 and byte < 0xC0
end

--- The lengths of the common prefix and suffix of two texts, in whole characters.
local function agreement(expected, actual)
  local first = common_prefix(expected, actual)
  while first > 0 and (is_inside(expected, first + 1) or is_inside(actual, first + 1)) do
    first = first - 1
  end
  local last = common_suffix(expected, actual, math.min(#expected, #actual) - first)
  while last > 0 and is_inside(expected, #expected - last + 1) do
    last = last - 1
  end
  return first, last
end

--- Two different lines, each with its marks, shortened around the difference.
---
---@return string expected
---@return string expected_marks
---@return string actual
---@return string actual_marks
local function marked(expected, actual, escape)
  local first, last = agreement(expected, actual)
  local is_long = math.max(#expected, #actual) > columns
  local from = is_long and literal.cut(expected, math.max(0, first - 36)) or 0
  local head = (from > 0 and "…" or "") .. escape(string.sub(expected, from + 1, first))
  local rest = string.sub(expected, #expected - last + 1)
  local tail_length = is_long and literal.cut(rest, 36) or #rest
  local tail = escape(string.sub(rest, 1, tail_length)) .. (tail_length < #rest and "…" or "")
  local function between(text)
    return characters(string.sub(text, first + 1, math.min(#text - last, first + most_characters)))
  end
  local one, other = between(expected), between(actual)
  local lost, new = marks_of(one, other)
  local margin = string.rep(" ", utf8.len(head) or #head)
  if first == 0 and last == 0 and has_all(lost, #one) and has_all(new, #other) then
    -- Marks under everything would show nothing.
    lost, new = {}, {}
  end
  local lost_text, lost_marks = piece(one, lost, escape)
  local new_text, new_marks = piece(other, new, escape)
  local expected_text, actual_text = head .. lost_text .. tail, head .. new_text .. tail
  return expected_text, margin .. lost_marks, actual_text, margin .. new_marks
end

local function add_marks(out, marks, margin)
  if string.find(marks, "^", 1, true) then
    out[#out + 1] = "  " .. margin .. marks
  end
end

--- Adds two different lines, with marks under them.
---
---@param out string[]
---@param lead string the text before both
---@param quote string the quote around each
---@param trail string the text after both
local function add_pair(out, expected, actual, lead, quote, trail, escape)
  local one, one_marks, other, other_marks = marked(expected, actual, escape)
  local margin = string.rep(" ", (utf8.len(lead) or #lead) + #quote)
  out[#out + 1] = "- " .. lead .. quote .. one .. quote .. trail
  if one_marks ~= other_marks then
    add_marks(out, one_marks, margin)
  end
  out[#out + 1] = "+ " .. lead .. quote .. other .. quote .. trail
  add_marks(out, other_marks, margin)
end

local function lines_of(text)
  local lines = {}
  for line in string.gmatch(text .. "\n", "([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

local function shown(line, escape)
  if #line <= columns then
    return escape(line)
  end
  return escape(string.sub(line, 1, literal.cut(line, columns))) .. "…"
end

--- Adds different lines up to the limit, in pairs where possible.
local function add_changed(out, lost, new, escape)
  for i = 1, math.max(#lost, #new) do
    local one, other = lost[i], new[i]
    if #out > most_lines then
      return
    elseif one and other then
      add_pair(out, one, other, "", "", "", escape)
    else
      local line = one or other
      out[#out + 1] = (one and "- " or "+ ") .. (line == "" and "(empty)" or shown(line, escape))
    end
  end
end

local function omitted(count)
  return string.format("  … %d same line%s", count, count == 1 and "" or "s")
end

--- Adds the lines of a common run that are next to a difference.
local function add_same(out, lines, run, is_first, is_last, escape)
  local before = is_first and 0 or context
  local after = is_last and 0 or context
  if run.count <= before + after + 1 then
    before, after = run.count, 0
  end
  for i = 0, before - 1 do
    out[#out + 1] = "  " .. shown(lines[run.expected + i], escape)
  end
  if run.count > before + after then
    out[#out + 1] = omitted(run.count - before - after)
  end
  for i = run.count - after, run.count - 1 do
    out[#out + 1] = "  " .. shown(lines[run.expected + i], escape)
  end
end

--- Collects lost and new lines from the run `at` on. Also returns the index of the next run.
local function changed_lines(runs, at, expected, actual)
  local lost, new = {}, {}
  while runs[at] and runs[at].kind ~= "same" do
    local run = runs[at]
    for i = 0, math.min(run.count, most_lines) - 1 do
      if run.kind == "lost" then
        lost[#lost + 1] = expected[run.expected + i]
      else
        new[#new + 1] = actual[run.actual + i]
      end
    end
    at = at + 1
  end
  return lost, new, at
end

--- Whether only the line breaks of a text need escapes.
local function is_plain(text)
  return not string.find(string.gsub(text, "\n", ""), "%c") and utf8.len(text) ~= nil
end

local function add_lines(out, one, other)
  local expected, actual = lines_of(one), lines_of(other)
  local is_bare = is_plain(one) and is_plain(other)
  local escape = is_bare and tostring or literal.escaped_bare
  local runs = edits.runs(#expected, #actual, function(i, j)
    return expected[i] == actual[j]
  end)
  local at = 1
  while runs[at] and #out <= most_lines do
    local run = runs[at]
    if run.kind == "same" then
      add_same(out, expected, run, at == 1, at == #runs, escape)
      at = at + 1
    else
      local lost, new
      lost, new, at = changed_lines(runs, at, expected, actual)
      add_changed(out, lost, new, escape)
    end
  end
  if #out > most_lines then
    out[#out + 1] = "  … there may be more lines that differ"
  end
end

--- The difference as lines that begin with `- `, `+ ` or two spaces.
---
---@param lead? string the text before them if each is one line
---@param trail? string the text after them in that case
---@return string[]
function M.lines(expected, actual, lead, trail)
  local out = {}
  lead, trail = lead or "", trail or ""
  local breaks = string.find(expected, "\n", 1, true) or string.find(actual, "\n", 1, true)
  if not breaks or #expected + #actual <= 60 then
    add_pair(out, expected, actual, lead, '"', trail, literal.escaped)
    return out
  end
  local prefix = common_prefix(expected, actual)
  if #expected + #actual > most_bytes then
    local from = math.max(0, prefix - 2000)
    from = (string.find(expected, "\n", from + 1, true) or from) + 1
    from = from <= prefix and from or math.max(1, prefix - 200)
    out[1] = string.format("  texts of %d and %d bytes, from byte %d on:", #expected, #actual, from)
    expected = string.sub(expected, from, from + window_bytes)
    actual = string.sub(actual, from, from + window_bytes)
  elseif lead ~= "" then
    out[1] = "  " .. lead .. "a text of several lines:"
  end
  add_lines(out, expected, actual)
  if (string.sub(expected, -1) == "\n") ~= (string.sub(actual, -1) == "\n") then
    local which = string.sub(expected, -1) == "\n" and "expected" or "actual"
    out[#out + 1] = "  only the " .. which .. " text ends with a line break"
  end
  return out
end

return M
