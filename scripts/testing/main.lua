--- The entry of the test library: `host` is what the program offers, see below.
---
--- `host.chunk(name)` answers one of our files compiled; `host.load(path, globals)` a compiled
--- spec, or nil and what is wrong; `host.find(name, places, globals)` a compiled module with its
--- path, or nil and what is wrong, with those globals if it lies with the specs;
--- `host.read(path)` the text of a file beside the spec or in its application, or nil and what is
--- wrong; `host.globals` the globals of the application; `host.counted(path,
--- globals [, text])`, where lines are counted, a file compiled so that it counts, or nothing.
--- `host.plan` and `host.unplan` keep the tests that are to run; see `SpecLibrary`.
local host = ...

local used = {}

local function use(name)
  local value = used[name]
  if value == nil then
    value = host.chunk(name)(use, host)
    if value == nil then
      value = true
    end
    used[name] = value
  end
  return value
end

return use("suite")
