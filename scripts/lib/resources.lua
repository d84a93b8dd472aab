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

return M
