-- Finds the definitions of a module and passes them to the host.
--
-- A module is a name for `require`, a function, or the list itself. The host provides `mount`.
local require = ...

return function(mount, path, module, options)
  local list = module
  if type(list) == "string" then
    list = require(list)
  end
  if type(list) == "function" then
    list = list()
  end
  return mount(path, list, options, module)
end
