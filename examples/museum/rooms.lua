--- The places of the objects.
local M = {}

local exhibitions = { ["light-on-water"] = "Light on water", ["paper"] = "Works on paper" }

--- The objects by number. Only members may see those in the depot.
M.objects = {
  [12] = { title = "Harbour at dawn", word = "harbour", room = 1 },
  [31] = { title = "Two lemons", word = "lemons", room = 2 },
  [47] = { title = "The ferryman", word = "ferryman", room = 4 },
  [90] = { title = "Study for a storm", word = "storm", depot = true },
}

--- Whether an exhibition is on view.
---@param slug string
function M.has(slug)
  return exhibitions[slug] ~= nil
end

--- The title of an exhibition.
---@param slug string
function M.title(slug)
  return exhibitions[slug]
end

--- The number of the object that a word of a link refers to.
---@param word string
---@return integer?
function M.find(word)
  for number, object in pairs(M.objects) do
    if object.word == word:lower() then
      return number
    end
  end
  return nil
end

--- The numbers of all objects, in order.
---@return integer[]
function M.numbers()
  local numbers = {}
  for number in pairs(M.objects) do
    numbers[#numbers + 1] = number
  end
  table.sort(numbers)
  return numbers
end

return M
