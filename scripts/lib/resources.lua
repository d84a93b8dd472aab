-- Runs the functions of resources for the host. The host must not be on the stack meanwhile.
local M = {}

-- Lets a script choose between two values. The host provides `finish`.
function M.combine(finish, decision, combine, current, new)
  return finish(decision, combine(current, new))
end

-- Creates a value; the host's `check` then checks its type.
function M.make(check, key, type, make, state)
  return check(make(state), key, type)
end

--- The number of tries while others change the value too.
local TRIES = 8

-- Changes a shared value. The host provides `read`, which returns a problem or the value and its revision, and `write`,
-- which returns a problem or the new value.
function M.change(read, write, key, change)
  for _ = 1, TRIES do
    local problem, value, revision = read(key)
    if problem then
      return nil, problem
    end
    local new = change(value)
    if new == nil then
      return nil
    end
    problem, value = write(key, revision, new)
    if not problem then
      return value
    elseif problem ~= "conflict" then
      return nil, problem
    end
  end
  return nil, "conflict"
end

return M
