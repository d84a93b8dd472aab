---@meta _
---@since 0.1.0

--- Events: each is delivered to the listeners with a matching pattern.
---
--- An event has a location, such as `/seek/3`; a listener has a pattern, such as `/seek/:at<number>`. A key is a
--- location if it begins with `/`, `.`, `?` or `#`, or contains `/` or `:`; any other text is a name. Patterns are the
--- same as for routes: `moonroute help patterns`. The router also reports its work with events:
--- `moonroute help router events`.
---@class events
events = {}

--- The name of an event.
---
--- `moonroute types` writes the names of an application here, so that an editor completes them.
---@alias events.Name string

--- An event as one subscription sees it. It is an immutable value. Reading an unknown field is an error.
--- `tostring(event)`: `event seek /seek/3 { at = 3 }`.
---@class events.Event
---@field location router.Location the emitted location
---@field path string as printed, with the fewest escapes
---@field pattern string the subscription's pattern
---@field name? string the name of the subscription's pattern; nil without one
---@field params table<string, any> parameters of the pattern, with its types
---@field query table<string, string?> the last value of each key
---@field extra any the value that the emitter passed
---@field redelivered? boolean true if an earlier delivery of a durable event did not end well; nil otherwise
---@field origin? string the name of the host that emitted it, which other machines can forge; nil if it did not come over the fleet

--- An event with a name.
---
--- ```lua
--- events.declare { name = "volume", path = "/volume/:percent<int>", sticky = true }
--- events.emit("/volume/40")
--- assert.equal(40, events.last("volume").params.percent)
--- ```
---@class events.Definition
---@field path string a pattern, such as `/seek/:at<number>`
---@field name? string belongs to this pattern; must not look like a location; none by default
---@field sticky? boolean the last event of each location is stored for later listeners; false by default
---@field durable? string the fleet keeps each event until a host with this name for the event has handled it; none by default
---@field reach? "application"|"fleet" `"fleet"` also delivers it to the other hosts of the fleet; `"application"` by default

--- The pattern of a subscription, and its name.
---
--- ```lua
--- events.on({ name = "pause", path = "pause/:player" }, function(event) session.paused = event.params.player end)
--- events.emit("pause", nil, { params = { player = "radio" } })
--- assert.equal("radio", session.paused)
--- ```
---@class events.Target
---@field path? string a pattern; may omit its first slash; none by default
---@field name? string a name for it, or the name of an event if `path` is absent; none by default

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
---@field once? boolean ends after the first event; false by default
---@field owner? screen.Screen|any the subscription ends with it; by default the screen that the current view makes

--- Options of `events.next`.
---
--- ```lua
--- local event, how = events.next("seek", { timeout = 0.5 })
--- assert.is_nil(event)
--- assert.equal("timeout", how)
--- ```
---@class events.NextOptions
---@field timeout? number seconds; no limit by default

--- Options of `events.emit`.
---
--- ```lua
--- local query
--- events.on("seek", function(event) query = event.query end)
--- events.emit("seek", nil, { params = { at = 2 }, query = { by = "thumb" } })
--- assert.equal("thumb", query.by)
--- ```
---@class events.EmitOptions
---@field params? table<string, any> values for the parameters of a named pattern; none by default
---@field query? router.Query values for the query of the location; none by default

--- Names a pattern of events without listening; the last event of a sticky pattern is kept for later listeners.
---
--- Declare events that several files use in one place: an undeclared name is an error at its use. A name belongs to one
--- pattern until the next reload. An event with `reach = "fleet"` is delivered here, and at most once on each other host;
--- it is lost where the fleet cannot be reached. With `durable = "billing"`, one of the hosts that listen handles it, at
--- least once: `moonroute help fleet`. Errors: `bad_pattern`, also for a scheme or `sticky` with that reach, and for a
--- durable path of several lengths; `duplicate` for the name of another pattern, `unknown_field`, `wrong_type`.
---
--- ```lua
--- events.declare { name = "battery", path = "/battery/:percent<int>", sticky = true }
--- assert.equal(0, events.emit("battery", nil, { params = { percent = 20 } }))
--- local heard
--- events.on("battery", function(event) heard = event.params.percent end)
--- clock.advance(0)
--- assert.equal(20, heard)
--- ```
---@param definition events.Definition path, name, `sticky`, `reach` and `durable`
function events.declare(definition) end

--- Listens to a pattern, to a name, or to a pattern with a new name: { name, path }.
---
--- The function is called for each matching event, and may wait; an error in it is reported, and other listeners still
--- receive the event. It is called soon after for the kept events of a sticky name. In the body of a view, the
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
---@param fn async fun(event: events.Event) receives the event
---@param options? events.ListenOptions
---@return router.Registration subscription cancel it to stop listening
function events.on(key, fn, options) end

--- Waits for the next event; after `timeout` seconds it returns nil and "timeout".
---
--- Kept events of a sticky name do not count. Errors: `unknown_name`, `bad_pattern`, `unknown_field`, `wrong_type`,
--- `cannot_await` in the body of a file.
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
---@return string? how `timeout` after the timeout
function events.next(key, options) end

--- Emits an event, and returns the number of subscriptions that receive it.
---
--- Listeners run up to their first wait before it returns, and the caller waits for that. An event that a listener
--- emits is delivered after the current one. An event that reaches the fleet takes plain data of at most 64 KiB. For a
--- durable event, it waits until the fleet has stored it, and returns 0 (`offline` if that may not have happened). Errors:
--- `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`, `bad_argument`, `event_limit` after 10,000 events in one turn, `denied` while the scripts load and for
--- the scheme `moonroute`.
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
---@param extra? any a value for the listeners; nil by default
---@param options? events.EmitOptions
---@return integer receivers the number of subscriptions that receive it
function events.emit(key, extra, options) end

--- Returns the last event of a sticky name or location.
---
--- For a name, this is the last event of all its locations. Errors: `unknown_name`, `bad_argument`.
---
--- ```lua
--- events.declare { name = "battery", path = "/battery/:percent<int>", sticky = true }
--- assert.is_nil(events.last("battery"))
--- events.emit("/battery/80")
--- assert.equal(80, events.last("battery").params.percent)
--- ```
---@param key events.Name|string|router.Location
---@return events.Event? event nil if no event is kept
function events.last(key) end

--- Forgets the kept events of a sticky name or location.
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
