---@meta _
---@since 0.1.0

--- Events: each reaches the listeners of the patterns that fit it.
---
--- An event has a location, such as `/seek/3`; who listens gives a pattern, such as `/seek/:at<number>`. A key
--- is a location when it begins with `/`, `.`, `?` or `#`, or holds `/` or `:`; any other text is a name.
--- Patterns are those of routes: `moonroute help patterns`. The router tells what it does by events as well:
--- `moonroute help router events`.
---@class events
events = {}

--- The name of an event.
---
--- `moonroute types` writes the names of an application here, so that an editor completes them.
---@alias events.Name string

--- An event as one subscription sees it. A value: kept in a closure it never changes. A
--- field that it does not know is an error. `tostring(event)`: `event seek /seek/3 { at = 3 }`.
---@class events.Event
---@field location router.Location where it was emitted
---@field path string as printed: only what has to be is escaped
---@field pattern string the subscription's pattern
---@field name? string the name of the subscription's pattern; nil when it has none
---@field params table<string, any> parameters of the pattern, of the types it asks for
---@field query table<string, string?> the last value of each key
---@field extra any what the emitter passed along

--- An event that gets a name.
---
--- ```lua
--- events.declare { name = "volume", path = "/volume/:percent<int>", sticky = true }
--- events.emit("/volume/40")
--- assert.equal(40, events.last("volume").params.percent)
--- ```
---@class events.Definition
---@field path string a pattern, such as `/seek/:at<number>`
---@field name? string belongs to this pattern; may not look like a location; none unless told
---@field sticky? boolean the last event of each location is stored for later listeners; false unless told

--- The pattern of a subscription, with a name for it.
---
--- ```lua
--- events.on({ name = "pause", path = "pause/:player" }, function(event) session.paused = event.params.player end)
--- events.emit("pause", nil, { params = { player = "radio" } })
--- assert.equal("radio", session.paused)
--- ```
---@class events.Target
---@field path? string a pattern; may omit its first slash; none unless told
---@field name? string a name for it, or the name of an event when there is no `path`; none unless told

--- Options of `events.on`.
---
--- ```lua
--- router.open("/product/1")
--- local page, heard = stage.top(), 0
--- events.on("seek", function() heard = heard + 1 end, { owner = page })
--- events.emit("/seek/1")
--- router.open("/", { animator = "root" })
--- events.emit("/seek/2")
--- assert.equal(1, heard)
--- ```
---@class events.ListenOptions
---@field once? boolean the first event is the last; false unless told
---@field owner? screen.Screen|any the subscription ends with it; the screen that a view is making unless told

--- Options of `events.next`.
---
--- ```lua
--- local event, how = events.next("seek", { timeout = 0.5 })
--- assert.is_nil(event)
--- assert.equal("timeout", how)
--- ```
---@class events.NextOptions
---@field timeout? number seconds; no limit unless told

--- Options of `events.emit`.
---
--- ```lua
--- local query
--- events.on("seek", function(event) query = event.query end)
--- events.emit("seek", nil, { params = { at = 2 }, query = { by = "thumb" } })
--- assert.equal("thumb", query.by)
--- ```
---@class events.EmitOptions
---@field params? table<string, any> values for the parameters of a named pattern; none unless told
---@field query? router.Query values for the query of the location; none unless told

--- Gives a pattern of events a name without listening; sticky ones are kept for who comes later.
---
--- Declare what several files emit or hear, in one place: a name that was given nowhere is an error where it
--- is used. A name belongs to one pattern until the next reload. Errors: `bad_pattern`, `duplicate` for a name
--- of another pattern, `unknown_field`, `wrong_type`.
---
--- ```lua
--- events.declare { name = "battery", path = "/battery/:percent<int>", sticky = true }
--- assert.equal(0, events.emit("battery", nil, { params = { percent = 20 } }))
--- local heard
--- events.on("battery", function(event) heard = event.params.percent end)
--- clock.advance(0)
--- assert.equal(20, heard)
--- ```
---@param definition events.Definition path, name and whether it is sticky
function events.declare(definition) end

--- Listens to a pattern, to a name, or to a pattern that gets a name: { name, path }.
---
--- The function is called for each event that fits, and may wait; an error in it is reported and keeps no other
--- listener from the event. It is called soon after for what a sticky name keeps. In the body of a view, the
--- subscription ends with the screen. Errors: `unknown_name`, `bad_pattern`, `duplicate`, `unknown_field`,
--- `bad_argument`.
---
--- ```lua
--- local at = {}
--- local subscription = events.on("/seek/:at<number>", function(event) at[#at + 1] = event.params.at end)
--- events.emit("/seek/3")
--- events.emit("/seek/start")
--- subscription:cancel()
--- events.emit("/seek/4")
--- assert.same({ 3 }, at)
--- ```
---@param key events.Name|string|events.Target a pattern, a name, or both
---@param fn async fun(event: events.Event) gets the event
---@param options? events.ListenOptions
---@return router.Registration subscription cancel it to hear no more
function events.on(key, fn, options) end

--- Waits for the next event; after `timeout` seconds it answers nil and "timeout".
---
--- Events that a sticky name keeps do not count. Errors: `unknown_name`, `bad_pattern`, `unknown_field`,
--- `wrong_type`, `cannot_await` in the body of a file.
---
--- ```lua
--- after(2, function() events.emit("/seek/7") end)
--- local event = events.next("seek", { timeout = 10 })
--- assert.equal(7, event.params.at)
--- assert.equal(2, clock.now())
--- ```
---@async
---@param key events.Name|string a pattern or a name
---@param options? events.NextOptions
---@return events.Event? event the event, or nil
---@return string? how `timeout` when there was none in time
function events.next(key, options) end

--- Emits an event, and answers how many subscriptions it reaches.
---
--- Listeners run up to their first wait before it answers, and the caller waits for that. An event that a
--- listener emits is delivered after the one at hand. Errors: `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`,
--- `bad_argument`, `event_limit` after 10,000 events in one turn, `denied` while the scripts load and for the
--- scheme `moonroute`.
---
--- ```lua
--- local extra
--- events.on("seek", function(event) extra = event.extra end)
--- assert.equal(1, events.emit("seek", "by hand", { params = { at = 12 } }))
--- assert.equal("by hand", extra)
--- assert.equal(0, events.emit("/no/such/listener"))
--- ```
---@async
---@param key events.Name|string|router.Location a location or a name
---@param extra? any passed along to the listeners; nil unless told
---@param options? events.EmitOptions
---@return integer receivers how many subscriptions it reaches
function events.emit(key, extra, options) end

--- Answers the last event of a sticky name or location.
---
--- A name answers the last one of all its locations. Errors: `unknown_name`, `bad_argument`.
---
--- ```lua
--- events.declare { name = "battery", path = "/battery/:percent<int>", sticky = true }
--- assert.is_nil(events.last("battery"))
--- events.emit("/battery/80")
--- assert.equal(80, events.last("battery").params.percent)
--- ```
---@param key events.Name|string|router.Location
---@return events.Event? event nil when nothing is kept
function events.last(key) end

--- Forgets what is kept for a sticky name or location.
---
--- Errors: `unknown_name`, `bad_argument`, `denied` while the scripts load.
---
--- ```lua
--- events.declare { name = "battery", path = "/battery/:percent<int>", sticky = true }
--- events.emit("/battery/80")
--- events.forget("battery")
--- assert.is_nil(events.last("battery"))
--- ```
---@param key events.Name|string|router.Location
function events.forget(key) end
