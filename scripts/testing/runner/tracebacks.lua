--- `debug.traceback` without the frames of our own libraries.
local M = {}

local OWN = "^\t//moonroute/"

--- Removes our own frames from a traceback, with the frames in C that they called.
local function without_own(text)
  local kept = {}
  for line in string.gmatch(text .. "\n", "(.-)\n") do
    if string.find(line, OWN) then
      while #kept > 0 and string.find(kept[#kept], "^\t%[C%]:") do
        kept[#kept] = nil
      end
    else
      kept[#kept + 1] = line
    end
  end
  return table.concat(kept, "\n")
end

function M.prepare(debug)
  local traceback = rawget(debug, "traceback")
  rawset(debug, "traceback", function(...)
    local thread, level = ...
    local text
    if type(thread) == "thread" then
      text = traceback(...)
    else
      -- Without a thread, the message is first. Skips the level of this function.
      text = traceback(thread, (tonumber(level) or 1) + 1)
    end
    return type(text) == "string" and without_own(text) or text
  end)
end

return M
