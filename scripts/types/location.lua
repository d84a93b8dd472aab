---@meta _

--- A place that can be opened: scheme, host, path, query and fragment. A value; it never changes.
---
--- `tostring(location)`, `"text" .. location` and `==` work as with text.
---@class router.Location
---@operator concat(any): string
local Location = {}

--- What `router.location` and `Location:with` take.
---@class router.LocationParts
---@field scheme? string
---@field host? string
---@field path? string|string[] text, or the decoded segments
---@field query? table<string, any> a value may be a list
---@field fragment? string

--- Returns a copy of this location with some parts replaced.
---
---@param parts router.LocationParts
---@return router.Location
function Location:with(parts) end
