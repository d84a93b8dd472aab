-- The fields of a state that need the host, made when they are first read.
--
-- `locate` makes a location of its text.
local locate = ...

return function(state)
  return locate(state.uri)
end
