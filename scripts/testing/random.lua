--- Random numbers that depend only on the seed.
local M = {}

--- Creates a function that returns whole numbers from 1 to its argument.
---
--- It uses the algorithm of Lua's own generator, so that orders match those of busted. The specs'
--- generator is a separate one.
---@param seed integer
function M.generator(seed)
  math.randomseed(seed)
  return math.random
end

return M
