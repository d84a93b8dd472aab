---@meta _

--- Routes, decisions about them, and opening locations.
---@class router
router = {}

--- Text that looks like a location (`/user/7`, `shop://user/7`), a location, or a route's name.
---@alias router.Target string|router.Location

--- What a guard, a proxy or a `redirect` may answer: nothing or `true` to go on, `false` and a
--- reason to stop, a location to go there instead, in proxies also `router.rewrite { … }`.
---@alias router.Answer nil|boolean|string|router.Location|router.Rewrite

---@alias router.View fun(state: router.State): screen.Screen
---@alias router.Redirect fun(state: router.State, target: router.State): router.Answer, string?
---@alias router.Proxy fun(state: router.State): router.Answer, string?

---@class router.Rewrite

--- A registration; `cancel` takes it back and may be called twice.
---@class router.Registration
local Registration = {}

--- Takes the registration back.
function Registration:cancel() end

--- A registered route.
---@class router.Route: router.Registration
---@field name? string
---@field pattern string

--- One of `view`, `action`, `redirect` and `routes` is needed; `view` and `action` exclude each other.
---@class router.RouteDefinition
---@field path string a pattern, such as `/product/:id<int>`
---@field name? string unique; may not look like a location
---@field view? string|router.View a name the host knows, or a function that answers a screen
---@field action? fun(state: router.State): ... answers values; `false` declines
---@field redirect? string|router.Location|router.Redirect|(string|router.Location|router.Redirect)[]
---@field on_exit? fun(screen: screen.Screen, target?: router.State): boolean? `false` stays
---@field animator? string|animator.Animator|fun(state: router.State): string|animator.Animator
---@field animated? boolean
---@field tags? string[]
---@field priority? number higher wins; 0 unless told
---@field meta? table
---@field case_sensitive? boolean true unless told
---@field keep_query? boolean a redirect keeps the query
---@field scheme? string
---@field host? string
---@field owner? any
---@field routes? router.RouteDefinition[] children; their paths go on where this one ends

---@class router.GroupDefinition
---@field routes router.RouteDefinition[]
---@field path? string
---@field scheme? string
---@field host? string
---@field tags? string[]
---@field redirect? string|router.Location|router.Redirect|(string|router.Location|router.Redirect)[]
---@field meta? table

---@class router.DecisionOptions
---@field tags? string[]
---@field priority? number
---@field owner? any

---@class router.OpenOptions
---@field extra? any
---@field animated? boolean
---@field animator? string|animator.Animator
---@field tags? string[]
---@field from? screen.Screen

---@class router.ToOptions
---@field fragment? string
---@field scheme? string
---@field host? string
---@field keep_query? boolean

---@class router.Configuration
---@field redirect_limit? integer 5 unless told, at least 1
---@field order? "rank"|"first"|"last"
---@field hosts? string[] the web hosts that routes without a host answer to
---@field plus_as_space? boolean true unless told
---@field animator? string|animator.Animator

---@class router.ParameterType
---@field match string|string[] a constraint such as `[A-Z]{3}\\d+`, or the list of what is allowed
---@field parse? fun(text: string): any
---@field format? fun(value: any): string

--- Registers a route and its children.
---
---@param definition router.RouteDefinition
---@return router.Route
function router.route(definition) end

--- Registers routes that share a path, a scheme, a host, tags, guards or meta.
---
---@param definition router.GroupDefinition
---@return router.Registration
function router.group(definition) end

--- Registers a decision about locations before they are matched.
---
---@param pattern string
---@param decision router.Proxy|string|router.Location text may use the pattern's parameters
---@param options? router.DecisionOptions
---@return router.Registration
function router.proxy(pattern, decision, options) end

--- Registers a decision about a route and its children, or about every location of a pattern.
---
---@param key string a route's name, or a pattern
---@param decision router.Redirect
---@param options? router.DecisionOptions
---@return router.Registration
function router.guard(key, decision, options) end

--- Says what happens to a location that no route fits.
---
---@param answer fun(state: router.State): router.Target|screen.Screen|nil
function router.unmatched(answer) end

--- Says what happens when an open fails.
---
---@param answer fun(outcome: router.Outcome): router.Target|screen.Screen|nil
function router.on_error(answer) end

--- Answers, in a proxy: go on with another location, and ask no further proxy.
---
---@param change { location?: router.Location|string, query?: table<string, any>, extra?: any }
---@return router.Rewrite
function router.rewrite(change) end

--- The answer of an action that does not want the location: the next match is tried.
---@type any
router.decline = nil

--- Makes the location of a named route. Raises for an unknown name, a missing or unknown
--- parameter, a wrong type.
---
---@param name string
---@param params? table<string, any>
---@param query? table<string, any>
---@param options? router.ToOptions
---@return router.Location
function router.to(name, params, query, options) end

--- Makes a location from text or from its parts. Raises when it cannot be one.
---
---@param from string|router.LocationParts|router.Location
---@return router.Location
function router.location(from) end

--- Finds the route of a location. Runs no script.
---
---@param location router.Target
---@return router.Match? match
---@return router.Problem? problem
function router.match(location) end

--- Tells whether some route fits a location. Runs no script.
---
---@param location router.Target
---@return boolean
function router.can_open(location) end

--- Opens a location, and returns once its screen is on the stage or its action has answered.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return router.Outcome
function router.open(location, options) end

--- Opens a location by pushing its screen.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return router.Outcome
function router.push(location, options) end

--- Opens a location by presenting its screen.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return router.Outcome
function router.present(location, options) end

--- Adds a type of parameter: `:id<name>`.
---
---@param name string
---@param definition router.ParameterType
function router.type(name, definition) end

--- Lists every route, for tools.
---
---@return router.Route[]
function router.routes() end

--- Sets how this application routes.
---
---@param options router.Configuration
function router.configure(options) end
