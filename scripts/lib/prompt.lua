-- The local names of the prompt, layered over the globals of the scripts.
--
-- A declared name belongs to the prompt from then on, even while it is nil. Any other name is a
-- global, which the prompt reads and sets as a script does.
local globals, names = ...

local declared, values = {}, {}

setmetatable(names, {
  __index = function(_, name)
    if declared[name] then
      return values[name]
    end
    return globals[name]
  end,
  __newindex = function(_, name, value)
    if declared[name] then
      values[name] = value
    else
      globals[name] = value
    end
  end,
})

return function(name)
  declared[name] = true
end
