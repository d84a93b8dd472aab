--- The differences of two tables, each with three entries of context.
local use = ...
local deep = use("deep")
local edits = use("compare/edits")
local literal = use("compare/literal")
local texts = use("compare/texts")

local M = {}

--- The entries of context, and the limits on lines and on levels.
local context, most_lines, most_levels = 3, 60, 16

--- The limit on the keys of a path.
local most_steps = 1000

--- The columns of an entry that both have.
local entry_columns = 76

local function is_full(out)
  return #out >= most_lines
end

local function add(out, sign, indent, lines)
  for _, line in ipairs(lines) do
    out[#out + 1] = sign .. indent .. line
  end
end

--- Creates a writer for the entries of one table. It holds back equal entries until the next
--- difference.
local function make_window(out, indent)
  local window = {}
  local keys, values, held, omitted, after = {}, {}, 0, 0, 0

  local function write(key, value)
    local lead = literal.key(key) .. " = "
    local room = entry_columns - #indent - #lead
    out[#out + 1] = "  " .. indent .. lead .. literal.inline(value, room) .. ","
  end

  --- Writes the number of omitted entries.
  local function tell()
    if omitted > 0 then
      out[#out + 1] = string.format("  %s… %d more", indent, omitted)
      omitted = 0
    end
  end

  function window.same(key, value)
    if after > 0 then
      after = after - 1
      write(key, value)
      return
    end
    local place = held % context
    omitted = held >= context and omitted + 1 or omitted
    keys[place], values[place], held = key, value, held + 1
  end

  --- Counts equal entries that are too far from any difference.
  function window.skip(count)
    omitted = omitted + count
  end

  function window.differs()
    tell()
    for i = math.max(0, held - context), held - 1 do
      write(keys[i % context], values[i % context])
    end
    held, after = 0, context
  end

  function window.close()
    omitted = omitted + math.min(held, context)
    tell()
  end

  return window
end

local compare

--- Writes one value that only one side has.
local function add_one(out, sign, indent, lead, value)
  add(out, sign, indent, literal.lines(value, lead, ",", 12))
end

--- Writes two different values of the same key.
local function add_two(out, indent, lead, expected, actual, pair)
  if type(expected) == "table" and type(actual) == "table" then
    compare(out, indent, lead, ",", expected, actual, pair)
  elseif type(expected) == "string" and type(actual) == "string" then
    for _, line in ipairs(texts.lines(expected, actual, lead, ",")) do
      out[#out + 1] = string.sub(line, 1, 2) .. indent .. string.sub(line, 3)
    end
  else
    add_one(out, "- ", indent, lead, expected)
    add_one(out, "+ ", indent, lead, actual)
    if string.sub(out[#out], 2) == string.sub(out[#out - 1], 2) then
      out[#out] = out[#out] .. " -- looks the same, but is not equal"
    end
  end
end

--- Writes the differences of two tables key by key.
local function add_keyed(out, indent, expected, actual, pair)
  local keys, count = native.order(expected, actual)
  local window = make_window(out, indent)
  for i = 1, count do
    if is_full(out) then
      break
    end
    local key = keys and keys[i] or i
    local one, other = native.get(expected, key), native.get(actual, key)
    if deep.equal(one, other) then
      window.same(key, other)
    else
      local lead = literal.key(key) .. " = "
      window.differs()
      if one == nil or other == nil then
        local is_lost = other == nil
        add_one(out, is_lost and "- " or "+ ", indent, lead, is_lost and one or other)
      else
        add_two(out, indent, lead, one, other, pair)
      end
    end
  end
  window.close()
end

local function index_lead(index)
  return "[" .. index .. "] = "
end

--- Shows the entries of a common run.
local function add_same_run(window, actual, run)
  local shown = run.count
  if shown > 2 * context then
    shown = context
  end
  for i = 0, shown - 1 do
    window.same(run.actual + i, native.get(actual, run.actual + i))
  end
  if shown < run.count then
    window.skip(run.count - 2 * context)
    for i = run.count - context, run.count - 1 do
      window.same(run.actual + i, native.get(actual, run.actual + i))
    end
  end
end

--- Writes the differences of two lists as lost and new elements.
local function add_edits(out, indent, expected, actual, runs, pair)
  local window = make_window(out, indent)
  local at = 1
  while runs[at] and not is_full(out) do
    local run, next_run = runs[at], runs[at + 1]
    if run.kind == "same" then
      add_same_run(window, actual, run)
      at = at + 1
    else
      local is_pair = next_run and next_run.kind ~= "same"
      local lost = run.kind == "lost" and run or is_pair and next_run or nil
      local new = run.kind == "new" and run or is_pair and next_run or nil
      local both = lost and new and math.min(lost.count, new.count) or 0
      window.differs()
      for i = 0, math.min(both, most_lines) - 1 do
        local one = native.get(expected, lost.expected + i)
        local other = native.get(actual, new.actual + i)
        add_two(out, indent, index_lead(new.actual + i), one, other, pair)
      end
      for i = both, lost and math.min(lost.count, most_lines) - 1 or -1 do
        local index = lost.expected + i
        add_one(out, "- ", indent, index_lead(index), native.get(expected, index))
      end
      for i = both, new and math.min(new.count, most_lines) - 1 or -1 do
        local index = new.actual + i
        add_one(out, "+ ", indent, index_lead(index), native.get(actual, index))
      end
      at = at + (is_pair and 2 or 1)
    end
  end
  window.close()
end

--- The runs of two lists if one has elements that the other lacks, otherwise nil.
local function runs_of(expected, actual)
  local keys, count = native.order(expected)
  local other_keys, other_count = native.order(actual)
  if keys or other_keys or count == other_count then
    return nil
  end
  local runs, is_exact = edits.runs(count, other_count, function(i, j)
    return deep.equal(native.get(expected, i), native.get(actual, j))
  end)
  return is_exact and runs or nil
end

local function is_around(pair, expected, actual)
  while pair do
    if pair.expected == expected and pair.actual == actual then
      return true
    end
    pair = pair.around
  end
  return false
end

--- The only key of both tables, if its values are different tables.
local function only_key(expected, actual)
  local key = native.only(expected)
  if key == nil or not rawequal(key, native.only(actual)) then
    return nil
  end
  local one, other = native.get(expected, key), native.get(actual, key)
  return type(one) == "table" and type(other) == "table" and key or nil, one, other
end

--- The first key with different tables.
local function first_key(expected, actual)
  local keys, count = native.order(expected, actual)
  for i = 1, count do
    local key = keys and keys[i] or i
    local one, other = native.get(expected, key), native.get(actual, key)
    if not deep.equal(one, other) then
      return type(one) == "table" and type(other) == "table" and key or nil, one, other
    end
  end
end

--- A key as a step of a path: `.name`, `[1]`.
local function step_text(key)
  local text = literal.key(key)
  return string.sub(text, 1, 1) == "[" and text or "." .. text
end

--- Follows single keys into tables and joins them to a path: `a.b[1]`.
---
---@param find function returns the key of two tables, and its values
local function follow(expected, actual, way, find)
  local key, one, other = find(expected, actual)
  local steps = {}
  while key ~= nil and #steps < most_steps do
    steps[#steps + 1] = step_text(key)
    expected, actual = one, other
    key, one, other = find(expected, actual)
  end
  if #steps > 12 then
    local middle = string.format("…(%d more levels)…", #steps - 8)
    steps = { table.concat(steps, "", 1, 4), middle, table.concat(steps, "", #steps - 3) }
  end
  return expected, actual, way .. table.concat(steps)
end

function compare(out, indent, lead, trail, expected, actual, around)
  local way = string.match(lead, "^(.*) = $") or ""
  local is_deep = around ~= nil and around.level >= most_levels
  expected, actual, way = follow(expected, actual, way, is_deep and first_key or only_key)
  way = string.sub(way, 1, 1) == "." and string.sub(way, 2) or way
  lead = way ~= "" and way .. " = " or ""
  local level = around and around.level + 1 or 1
  local pair = { expected = expected, actual = actual, around = around, level = level }
  local length = #out
  if level <= most_levels + 1 and not is_around(around, expected, actual) then
    out[#out + 1] = "  " .. indent .. lead .. "{"
    local runs = runs_of(expected, actual)
    if runs then
      add_edits(out, indent .. "  ", expected, actual, runs, pair)
    else
      add_keyed(out, indent .. "  ", expected, actual, pair)
    end
    out[#out + 1] = "  " .. indent .. "}" .. trail
    for i = length + 1, #out do
      local sign = string.sub(out[i], 1, 1)
      if sign == "-" or sign == "+" then
        return
      end
    end
    if is_full(out) then
      return
    end
    for i = #out, length + 1, -1 do
      out[i] = nil
    end
  end
  -- No entry differs: their own `__eq` reports the difference, or it is too deep.
  add(out, "- ", indent, literal.lines(expected, lead, trail, 6))
  add(out, "+ ", indent, literal.lines(actual, lead, trail, 6))
end

--- The difference as lines that start with `- `, `+ ` or two spaces.
---
---@param expected table
---@param actual table
---@return string[]
function M.lines(expected, actual)
  local out = {}
  compare(out, "", "", "", expected, actual, nil)
  if is_full(out) then
    out[#out + 1] = "  … there may be more differences"
  end
  return out
end

--- Adds the difference of two values after a name.
function M.pair(out, lead, expected, actual)
  add_two(out, "", lead, expected, actual, nil)
end

return M
