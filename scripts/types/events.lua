---@meta _

--- Events: each reaches the listeners of the patterns that fit it.
---@class events
events = {}

--- An event as one subscription sees it. A value: kept in a closure it never changes. A
--- field that it does not know is an error. `tostring(event)`: `event seek /seek/3 { at = 3 }`.
---@class events.Event
---@field location router.Location
---@field path string as printed: only what has to be is escaped
---@field pattern string the subscription's pattern
---@field name? string the name of the subscription's pattern
---@field params table<string, any> parameters of the pattern, of the types it asks for
---@field query table<string, string> the last value of each key
---@field extra any what the emitter passed along

---@class events.Definition
---@field path string a pattern, such as `/seek/:at<number>`
---@field name? string belongs to this pattern; may not look like a location
---@field sticky? boolean the last event of each location is stored for later listeners

---@class events.Target
---@field path? string a pattern; may omit its first slash
---@field name? string a name for it, or the name of an event

---@class events.ListenOptions
---@field once? boolean the first event is the last
---@field owner? screen.Screen|any the subscription ends with it; also the screen a view is making

---@class events.NextOptions
---@field timeout? number seconds; no limit unless told

---@class events.EmitOptions
---@field params? table<string, any> for the parameters of a named pattern
---@field query? table<string, any>

--- Gives a pattern of events a name without listening; sticky ones are kept for who comes later.
---
---@param definition events.Definition
function events.declare(definition) end

--- Listens to a pattern, to a name, or to a pattern that gets a name: { name, path }.
---
---@param key string|events.Target
---@param fn fun(event: events.Event)
---@param options? events.ListenOptions
---@return router.Registration
function events.on(key, fn, options) end

--- Waits for the next event; after `timeout` seconds it answers nil and "timeout".
---
---@param key string
---@param options? events.NextOptions
---@return events.Event? event
---@return string? how `timeout`
function events.next(key, options) end

--- Emits an event, and answers how many subscriptions it reaches.
---
---@param key string|router.Location a location or a name
---@param extra? any
---@param options? events.EmitOptions
---@return integer receivers
function events.emit(key, extra, options) end

--- Answers the last event of a sticky name or location.
---
---@param key string|router.Location
---@return events.Event?
function events.last(key) end

--- Forgets what is kept for a sticky name or location.
---
---@param key string|router.Location
function events.forget(key) end
