---@meta _

--- A place that can be opened: scheme, host, path, query and fragment. A value; it never changes.
---
--- `tostring(location)`, `"text" .. location` and `==` work as with text.
---@class router.Location
---@field scheme? string
---@field host? string
---@field path string as printed: only what has to be is escaped
---@field segments string[] the segments of the path, decoded
---@field query table<string, string> the last value of each key
---@field query_all table<string, string[]> every value of each key, in order
---@field fragment? string
---@operator concat(any): string
local Location = {}

--- What `router.location` and `Location:with` take.
---@class router.LocationParts
---@field scheme? string
---@field host? string
---@field path? string|string[] text, or the decoded segments
---@field query? table<string, any> a value may be a list
---@field fragment? string

--- Answers a copy with other parts; `query` is laid over the present one.
---
---@param parts router.LocationParts
---@return router.Location
function Location:with(parts) end
