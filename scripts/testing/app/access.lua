--- `access { … }` and `assert.access(file)`: who may open what in the application of the spec.
local _, host = ...

--- Opens every route as every persona.
---
---@param options? table `{ persona = …, vary = { flag = { … } }, fresh = true }`
---@return table<string, table<string, string>> words by location and person
local function access(options)
  return host.access(options or {})
end

return access
