--- Random numbers that are the same everywhere for the same seed.
local M = {}

--- Makes a function that answers whole numbers from 1 to its argument.
---
--- A linear congruence over 2^64 whose upper bits are used: the same on every machine.
---@param seed integer
function M.generator(seed)
  local state = (seed ~ 0x2545F4914F6CDD1D) * 6364136223846793005 + 1442695040888963407
  return function(limit)
    state = state * 6364136223846793005 + 1442695040888963407
    local bits = (state >> 33) ~ (state >> 50)
    return bits % limit + 1
  end
end

return M
