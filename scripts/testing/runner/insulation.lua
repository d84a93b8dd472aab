--- Undoes the changes of a block for the blocks that follow.
local M = {}

--- Remembers the globals, their metatable, and the loaded modules.
function M.remember(globals, loaded)
  local kept = { globals = {}, loaded = {}, targets = { globals, loaded } }
  for key, value in next, globals do
    kept.globals[key] = value
  end
  kept.metatable = getmetatable(globals)
  for key, value in next, loaded do
    kept.loaded[key] = value
  end
  return kept
end

local function put_back(target, kept)
  local keys = {}
  for key in next, target do
    keys[#keys + 1] = key
  end
  for _, key in ipairs(keys) do
    if kept[key] == nil then
      target[key] = nil
    end
  end
  for key, value in next, kept do
    target[key] = value
  end
end

--- Puts everything back as it was remembered.
function M.restore(kept)
  local globals, loaded = table.unpack(kept.targets)
  put_back(globals, kept.globals)
  local metatable = kept.metatable
  if type(metatable) ~= "table" then
    metatable = nil
  end
  if getmetatable(globals) ~= metatable then
    pcall(setmetatable, globals, metatable)
  end
  put_back(loaded, kept.loaded)
end

return M
