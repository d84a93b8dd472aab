--- The order of the children of a block.
local use = ...
local M = {}

local function shuffle(list, generator)
  for i = #list, 2, -1 do
    local j = generator(i)
    list[i], list[j] = list[j], list[i]
  end
end

local function by_name(a, b)
  return (a.name or "") < (b.name or "")
end

--- Sorts or shuffles the children of a block, according to the block or the run.
function M.arrange(block, options)
  local children = block.children
  local asked = block.randomized
  if asked == nil then
    asked = options.shuffles
  end
  if asked then
    local seed = math.tointeger(asked) or options.seed or 1
    block.seed = seed
    shuffle(children, use("random").generator(seed))
  elseif options.sorts then
    table.sort(children, by_name)
  end
end

return M
