--- Undoes the changes of a block for later blocks.
local M = {}

local function copy(source)
  local fields = {}
  for key, value in next, source do
    fields[key] = value
  end
  return fields
end

--- Saves the current globals, their metatable and loaded modules, and the set of globals that
--- belong to specs.
function M.remember(in_force)
  local globals, loaded = in_force.globals, in_force.loaded
  return {
    globals = copy(globals),
    metatable = getmetatable(globals),
    loaded = copy(loaded),
    targets = { globals, loaded },
    own = in_force.own(),
  }
end

--- Saves the globals that replaced the old ones, with the saved globals of specs.
function M.renew(kept, in_force)
  local own = kept.own
  for key, value in next, M.remember(in_force) do
    kept[key] = value
  end
  kept.own = own
  in_force.put("_G", kept.globals, own)
end

local function put_back(target, kept)
  local keys = {}
  for key in next, target do
    keys[#keys + 1] = key
  end
  for _, key in ipairs(keys) do
    if kept[key] == nil then
      rawset(target, key, nil)
    end
  end
  for key, value in next, kept do
    rawset(target, key, value)
  end
end

--- Restores the saved state.
function M.restore(kept, in_force)
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
  in_force.restore(kept.own)
end

return M
