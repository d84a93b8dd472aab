-- Wraps functions of the program so that observers see their calls.
--
-- The host provides `begin` and `finish`, which report the start and the results of a call. The
-- value of `begin` is closed when the call ends, even by an error. Errors pass through unchanged.
local begin, finish = ...

local function finished(call, ...)
  finish(call, ...)
  return ...
end

return function(name, run, ...)
  local call <close> = begin(name, ...)
  return finished(call, run(...))
end
