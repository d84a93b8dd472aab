--- The order of the children of a block.
local use = ...
local filter = use("runner/filter")

local M = {}

local function shuffle(list, generator)
  for i = #list, 2, -1 do
    local j = generator(i)
    list[i], list[j] = list[j], list[i]
  end
end

local function reverse(list)
  for i = 1, #list // 2 do
    local j = #list + 1 - i
    list[i], list[j] = list[j], list[i]
  end
end

local function by_name(a, b)
  return (a.name or "") < (b.name or "")
end

--- The children with the named tests, then the others.
local function with_first(block, names)
  local front, back = {}, {}
  for _, child in ipairs(block.children) do
    local list = filter.leads_to(child, block, names) and front or back
    list[#list + 1] = child
  end
  return table.move(back, 1, #back, #front + 1, front)
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
  if options.first then
    block.children = with_first(block, options.first)
  end
  if options.reverses then
    reverse(block.children)
  end
end

return M
