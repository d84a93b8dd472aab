-- Finds the definitions of a module and passes them to the host.
--
-- A module is a name for `require`, a function, or the list itself. The host provides `mount`, and the parameters of a
-- late part.
local require = ...

return function(mount, path, module, options, params)
  local list = module
  if type(list) == "string" then
    list = require(list)
  end
  if type(list) == "function" then
    list = list(params)
  end
  return mount(path, list, options, module)
end
