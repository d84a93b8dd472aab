--- `access { … }` and `assert.access(file)`: the access of each person to the spec's application.
local _, host = ...

--- Opens every route as every persona.
---
---@param options? table `{ persona = …, vary = { flag = { … } }, fresh = true }`
---@return table<string, table<string, string>> words by location and person
local function access(options)
  return host.access(options or {})
end

return access
