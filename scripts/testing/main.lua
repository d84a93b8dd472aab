--- The entry of the test library. `host` contains the functions of the program.
---
--- `host.chunk(name)` compiles a file of the library. `host.load(path, globals)` compiles a spec,
--- or returns nil and an error. `host.find(name, places, globals)` compiles a module and also
--- returns its path, or nil and an error; a module in the folder of the specs gets those globals.
--- `host.read(path)` returns the text of a file in the folder of the spec or in its application, or
--- nil and an error. `host.globals` contains the globals of the application. `host.counted(path,
--- globals [, text])` compiles a file with counters if lines are counted, otherwise it returns
--- nothing. `host.sleep` is the function of that name if the globals do not have it.
--- `host.plan` and `host.unplan` maintain the planned tests; see `SpecLibrary`.
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
