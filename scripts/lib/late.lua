-- Loads the module of a late part, and then calls a function again.
--
-- The host provides `begin`. It returns the function that adds the routes, the name of the module, its parameters, and
-- an object that is closed in the end, also after an error. After an error, the modules that were loaded for the part
-- run again when they are next required.
local mount, loaded = ...

local function load(begin)
  local add, module, params, part = begin()
  if not add then
    return
  end
  local _ <close> = part
  local known = {}
  for name in next, loaded do
    known[name] = true
  end
  local isLoaded, problem = pcall(mount, add, module, module, nil, params)
  if isLoaded then
    return
  end
  for name in next, loaded do
    if not known[name] then
      loaded[name] = nil
    end
  end
  error(problem, 0)
end

return function(begin, again, ...)
  load(begin)
  if again then
    return again(...)
  end
end
