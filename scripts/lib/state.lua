-- The fields of a state that need the host, computed on first use.
--
-- `locate` converts a text to a location.
local locate = ...

return function(state)
  return locate(state.uri)
end
