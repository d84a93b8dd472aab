-- Runs the functions of resources for the host, which cannot be on the stack meanwhile.
local M = {}

-- Lets a script decide between two values; `finish` is the host's.
function M.combine(finish, decision, combine, current, new)
  return finish(decision, combine(current, new))
end

-- Makes a value and has the host check its type; `check` is the host's.
function M.make(check, key, type, make, state)
  return check(make(state), key, type)
end

return M
