---@meta _

--- Values by location and name.
---@class resources
resources = {}

---@class resources.Definition
---@field path string a pattern, such as `/price/:sku`
---@field name? string unique; may not look like a location
---@field value? any a value, or a function that makes it at each `get`
---@field combine? fun(current: any, new: any): any decides when the pattern is taken
---@field owner? screen.Screen|any the resource ends with it
---@field persistent? boolean the value survives the application; plain data only

---@class resources.GetOptions
---@field params? table<string, any> for the parameters of a named pattern
---@field extra? any for the function that makes the value

---@class resources.Entry
---@field name? string
---@field pattern string
---@field persistent boolean
---@field made boolean whether a function makes the value
---@field value any the value, unless a function makes it

--- Puts a value, or a function that makes it, under a pattern.
---
---@param definition resources.Definition
---@return router.Registration
function resources.put(definition) end

--- Reads a resource by location, name or pattern; raises when it is of another type.
---
---@param key string|router.Location
---@param type? string `"integer"`, `"table?"`, or the name of a type of the program
---@param options? resources.GetOptions
---@return any value
function resources.get(key, type, options) end

--- Replaces the value of a resource; pattern and name stay.
---
---@param key string|router.Location the pattern as written, a name, or a location
---@param value any a value, or a function that makes it at each `get`
function resources.update(key, value) end

--- Deletes a resource.
---
---@param key string|router.Location the pattern as written, a name, or a location
function resources.delete(key) end

--- Tells whether there is a resource of a name, a location or a pattern.
---
---@param key string|router.Location
---@return boolean
function resources.has(key) end

--- Lists every resource.
---
---@return resources.Entry[]
function resources.list() end
