--- `busted.fixtures`: the files in the folder of a spec.
local _, host = ...

local M = {}

local function check(path, name, other)
  if type(path) ~= "string" then
    local text = "bad argument to '%s' expected a string (relative filename)%s, got: %s"
    error(string.format(text, name, other or "", type(path)), 3)
  end
end

--- The path to a file from the calling script, without `.` and `..` if possible.
local function way_to(path)
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

--- The absolute path of a file relative to the calling script, or of the script's folder.
---
---@param path? string
---@return string
function M.path(path)
  if path ~= nil then
    check(path, "path", " or nil")
  end
  local way = way_to(path)
  if string.find(way, "^/") then
    return way
  end
  local parts = {}
  for part in string.gmatch(host.folder .. "/" .. way, "[^/]+") do
    if part == ".." then
      parts[#parts] = nil
    else
      parts[#parts + 1] = part
    end
  end
  return "/" .. table.concat(parts, "/")
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
  check(path, "read")
  return need(way_to(path))
end

--- The result of a Lua file.
---
---@param path string
---@return any
function M.load(path)
  check(path, "load")
  local way = way_to(path .. ".lua")
  if string.find(path, "%.lua$") or not host.read(way) then
    way = way_to(path)
  end
  need(way)
  local chunk, problem = host.load(way, host.globals)
  if not chunk then
    error(problem, 0)
  end
  return chunk()
end

return M
