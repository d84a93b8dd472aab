--- The globals and the loaded modules of the scripts in force: a reload brings others.
local _, host = ...

local M = { globals = host.globals, loaded = host.loaded or {} }

local preparations = {}

--- Does something to the globals, now and whenever others take their place.
function M.prepare(fn)
  preparations[#preparations + 1] = fn
  fn(M.globals, M.loaded)
end

--- Switches to the globals in force, which may be the same as before.
function M.enter(globals, loaded)
  if rawequal(M.globals, globals) then
    return
  end
  M.globals, M.loaded = globals, loaded
  for _, fn in ipairs(preparations) do
    fn(globals, loaded)
  end
end

return M
