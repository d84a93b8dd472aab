--- The results that the host has not taken yet, oldest first.
local use, host = ...
local blocks = use("runner/blocks")
local failure = use("failure")
local standing = use("doubles/standing")

local M = {}

local results = {}

function M.clear()
  results = {}
end

function M.add(result)
  results[#results + 1] = result
end

--- The line of a problem of a file: that of the error in the file, if it has one.
local function line_of(block, problem)
  if block.kind ~= "file" then
    return block.line
  end
  local text = (problem.trace or "") .. "\n" .. failure.text(problem.value)
  local first, last = string.find(text, block.file .. ":", 1, true)
  return first and math.tointeger(tonumber(string.match(text, "^%d+", last + 1))) or block.line
end

--- Adds a failure outside of a test.
---
---@param place table the place: a block or a hook
---@param test? table the test that a hook ran for
function M.add_problem(block, what, problem, place, test)
  local line = place == block and line_of(block, problem) or place.line or block.line
  if failure.status(problem.value) == "pending" then
    M.add({
      status = "pending",
      name = blocks.full_name(block, what),
      file = place.file or block.file,
      line = line,
      message = problem.value.message,
    })
    return
  end
  M.add({
    kind = "block",
    status = "error",
    name = blocks.full_name(block, what),
    file = place.file or block.file,
    line = line,
    problem = problem,
    of_test = test,
    descriptor = place.descriptor or block.kind,
  })
end

--- The limit on the pending tasks and timers in a report.
local LISTED = 10

--- One line for each task and timer that has not ended, or nil without an application.
local function pending()
  -- The memory of the test may be full.
  local is_found, lines = pcall(host.pending or next, {})
  if not is_found or not lines then
    return nil
  elseif #lines > LISTED then
    lines[LISTED + 1] = string.format("%d more have not ended", #lines - LISTED)
    lines = table.move(lines, 1, LISTED + 1, 1, {})
  end
  return lines
end

--- The result of a test. A failed test also gets the active stubs and the pending work.
function M.of_test(test, status, problem)
  local is_wrong = status == "failure" or status == "error"
  return {
    kind = "test",
    status = status,
    name = blocks.full_name(test.parent, test.name),
    file = test.file,
    line = test.line,
    problem = problem,
    test = test,
    number = test.number,
    stubs = is_wrong and standing.stubs() or nil,
    pending = is_wrong and pending() or nil,
  }
end

--- Records that the host ended a test. Replaces an existing result of the test.
function M.add_stopped(test, problem)
  for i = #results, 1, -1 do
    if results[i].test == test then
      table.remove(results, i)
    end
  end
  M.add(M.of_test(test, "error", problem))
end

--- Uses the last result from an index on for a test that has none of its own.
function M.stand_in(first, test)
  for i = first, #results do
    if results[i].test == test then
      return
    end
  end
  if #results >= first then
    results[#results].number = test.number
  elseif test.number then
    -- The error of a set-up covers all tests of its block.
    host.unplan(test.number)
  end
end

function M.count()
  return #results
end

function M.at(index)
  return results[index]
end

--- Whether all results from an index on are successful.
function M.is_well(first)
  for i = first, #results do
    local status = results[i].status
    if status == "failure" or status == "error" then
      return false
    end
  end
  return true
end

--- The message of the first failure from an index on, and its status.
function M.first_failure(first)
  for i = first, #results do
    local problem = results[i].problem
    if problem then
      return { problem.explanation or failure.text(problem.value), results[i].status }
    end
  end
  return { "", "failure" }
end

--- Drops all results from an index on.
function M.drop(first)
  for i = #results, first, -1 do
    results[i] = nil
  end
end

function M.take()
  return table.remove(results, 1)
end

return M
