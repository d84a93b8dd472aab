--- `busted.fixtures`: the files that lie beside a spec.
local _, host = ...

local M = {}

--- The way to a file as it is seen from the script that asks, without `.` and `..` where it can be.
---
---@param path? string
---@return string
function M.path(path)
  local from = native.where() or ""
  local way = (string.match(from, "^(.*)/[^/]*$") or ".") .. "/" .. (path or "")
  local parts = {}
  for part in string.gmatch(way, "[^/]+") do
    if part == ".." and #parts > 0 and parts[#parts] ~= ".." then
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return (string.find(way, "^/") and "/" or "") .. table.concat(parts, "/")
end

local function need(path)
  local text, problem = host.read(path)
  if not text then
    error(problem, 0)
  end
  return text
end

--- The text of a file.
---
---@param path string
---@return string
function M.read(path)
  return need(M.path(path))
end

--- The result of a Lua file.
---
---@param path string
---@return any
function M.load(path)
  local way = M.path(path .. ".lua")
  if not host.read(way) then
    way = M.path(path)
  end
  need(way)
  local chunk, problem = host.load(way, host.globals)
  if not chunk then
    error(problem, 0)
  end
  return chunk()
end

return M
