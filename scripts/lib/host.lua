-- Runs functions of the program so that observers see their calls.
--
-- `begin` and `finish` are the host's: they tell how a call began and what it answered. What begins
-- is closed when the call ends, by an error too, which goes on as if nothing had been seen.
local begin, finish = ...

local function finished(call, ...)
  finish(call, ...)
  return ...
end

return function(name, run, ...)
  local call <close> = begin(name, ...)
  return finished(call, run(...))
end
