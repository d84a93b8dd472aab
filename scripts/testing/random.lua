--- Random numbers that are the same everywhere for the same seed.
local M = {}

--- Makes a function that answers whole numbers from 1 to its argument.
---
--- They are those of Lua's own generator, so that an order is the one that busted runs in. The
--- generator of the specs is another one.
---@param seed integer
function M.generator(seed)
  math.randomseed(seed)
  return math.random
end

return M
