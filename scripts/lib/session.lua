-- The shape of the session: `session.declare`, and the checks of values for it.
--
-- The host provides `define`, `check`, `accept` and `drop`. `text` formats a value with its type.
local define, check, accept, drop, text = ...

local M = {}

-- Raises if a value does not fit a key. `check` returns the values that a `format` has to write.
function M.check(id, key, value)
  for _, item in ipairs(check(id, key, value)) do
    accept(item.path, item.of, item.value, text(item.of, item.format, item.path, item.value))
  end
end

-- Sets a field for the host.
function M.set(table, key, value)
  table[key] = value
end

-- Declares fields. Their current values must fit. `drop` empties a field with an earlier value, kept
-- by a reload or read from the storage, that does not fit.
function M.declare(...)
  local session, names, stored = define(...)
  for _, name in ipairs(names) do
    local value, is_stored = session[name], false
    if value == nil then
      value, is_stored = stored[name], true
    end
    if value ~= nil then
      local fits, problem = pcall(M.set, session, name, value)
      if not fits then
        drop(name, problem, is_stored)
      end
    end
  end
end

return M
