--- The edits from one sequence to another, in bounded time and memory.
---
--- Uses Myers' greedy algorithm between the common prefix and the common suffix, up to a number of
--- edits and comparisons.
local M = {}

--- The limits on edits and on comparisons.
local most_edits, most_comparisons = 100, 100000

--- Adds a run to a list, or extends the last run of the same kind.
local function add(runs, kind, first, other, count)
  local last = runs[#runs]
  if count == 0 then
    return
  elseif last and last.kind == kind then
    last.count = last.count + count
  else
    runs[#runs + 1] = { kind = kind, expected = first, actual = other, count = count }
  end
end

--- Traces back through the rows of the search, from the end to the beginning.
local function steps_of(rows, n, m)
  local steps = {}
  local x, y = n, m
  for d = #rows, 1, -1 do
    local row, k = rows[d], x - y
    local inserts = k == -d or k ~= d and row[k - 1] < row[k + 1]
    local from = inserts and k + 1 or k - 1
    local before = row[from]
    local after = inserts and before or before + 1
    steps[#steps + 1] = { "same", x - after }
    steps[#steps + 1] = { inserts and "new" or "lost", 1 }
    x, y = before, before - from
  end
  steps[#steps + 1] = { "same", x }
  return steps
end

--- Searches for the steps. Returns nil if there are too many.
local function search(n, m, same)
  local rows, reached, count = {}, { [1] = 0 }, 0
  for d = 0, most_edits do
    local row = {}
    for k = -d, d, 2 do
      local inserts = k == -d or k ~= d and reached[k - 1] < reached[k + 1]
      local x = inserts and reached[k + 1] or reached[k - 1] + 1
      while x < n and x - k < m and same(x + 1, x - k + 1) do
        x, count = x + 1, count + 1
      end
      count = count + 1
      row[k] = x
      if x >= n and x - k >= m then
        return steps_of(rows, n, m)
      elseif count > most_comparisons then
        return nil
      end
    end
    rows[#rows + 1], reached = row, row
  end
end

--- The common, lost and new runs, from the first element to the last.
---
--- Each has `kind`, `count`, and its start indices `expected` and `actual`.
---
---@param n integer the number of expected elements
---@param m integer the number of actual elements
---@param same fun(i: integer, j: integer): boolean
---@return table runs
---@return boolean is_exact false if the search hit a limit; the middle then counts as lost and new
function M.runs(n, m, same)
  local first, last = 0, 0
  while first < n and first < m and same(first + 1, first + 1) do
    first = first + 1
  end
  while last < n - first and last < m - first and same(n - last, m - last) do
    last = last + 1
  end
  local runs, x, y = {}, first, first
  add(runs, "same", 1, 1, first)
  local lost, new = n - first - last, m - first - last
  local steps = search(lost, new, function(i, j)
    return same(first + i, first + j)
  end)
  for i = steps and #steps or 0, 1, -1 do
    local kind, count = steps[i][1], steps[i][2]
    add(runs, kind, x + 1, y + 1, count)
    x = kind == "new" and x or x + count
    y = kind == "lost" and y or y + count
  end
  if not steps then
    add(runs, "lost", x + 1, y + 1, lost)
    add(runs, "new", x + lost + 1, y + 1, new)
  end
  add(runs, "same", n - last + 1, m - last + 1, last)
  return runs, steps ~= nil
end

return M
