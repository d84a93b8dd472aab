---@meta _

--- A registration. May be a `<close>` variable.
---@class router.Registration
local Registration = {}

--- Takes the registration back; more calls do nothing.
function Registration:cancel() end

--- A registered route.
---@class router.Route: router.Registration
---@field name? string
---@field pattern string the whole pattern, the parents' included

---@alias router.View fun(state: router.State): screen.Screen
---@alias router.Redirect fun(state: router.State, target: router.State): router.Answer, string?
---@alias router.Redirects string|router.Location|router.Redirect|(string|router.Location|router.Redirect)[]

--- One of `view`, `action`, `redirect` and `routes` is needed; `view` and `action` exclude each other.
---@class router.RouteDefinition
---@field path string a pattern, such as `/product/:id<int>`; of a child also "" or "/": its index page
---@field name? string unique; may not look like a location
---@field query? table<string, string> types of the query: { page = "int", q = "string?", tag = "slug[]" }
---@field view? string|router.View a name the host knows, or a function that answers a screen
---@field action? fun(state: router.State): ... answers values; `false` declines
---@field redirect? router.Redirects text may use the pattern's parameters
---@field on_exit? fun(screen: screen.Screen, target?: router.State): boolean `false` stays; an answer is needed
---@field animator? string|animator.Animator|fun(state: router.State): string|animator.Animator
---@field animated? boolean
---@field tags? string|string[]
---@field priority? integer higher wins; 0 unless told
---@field meta? table
---@field case_sensitive? boolean true unless told
---@field keep_query? boolean a redirect keeps the query
---@field scheme? string
---@field host? string
---@field owner? screen.Screen|any the routes end with it; on the outermost definition
---@field routes? router.RouteDefinition[] children; their paths go on where this one ends

---@class router.GroupDefinition
---@field routes router.RouteDefinition[] their paths go on where the group's ends
---@field path? string
---@field scheme? string
---@field host? string
---@field tags? string|string[]
---@field redirect? router.Redirects
---@field meta? table
---@field owner? screen.Screen|any

--- Tabs: the routes are branches with a stack each. Opening the root of one selects it and keeps its
--- stack, or pops to the root when it was selected already.
---@class router.ShellDefinition
---@field tabs router.RouteDefinition[] each has a name
---@field initial? string the tab that the location of the tabs themselves leads to
---@field name? string
---@field path? string
---@field animator? string|animator.Animator how the tabs come onto the stage; root unless told
---@field scheme? string
---@field host? string
---@field tags? string|string[]
---@field redirect? router.Redirects
---@field meta? table
---@field owner? screen.Screen|any

---@class router.MountOptions
---@field names? string a prefix for the names, such as `billing.`
---@field scheme? string
---@field host? string
---@field tags? string|string[]
---@field redirect? router.Redirects
---@field meta? table
---@field owner? screen.Screen|any

---@class router.AttachOptions
---@field tags? string|string[] a proxy is skipped only in opens restricted to others; a guard is asked only in opens restricted to one of them
---@field priority? integer higher is asked first; 0 unless told
---@field owner? screen.Screen|any

--- Registers a route and its children.
---
---@param definition router.RouteDefinition
---@return router.Route
function router.route(definition) end

--- Registers routes that share a path, a scheme, a host, tags, redirects or notes.
---
---@param definition router.GroupDefinition
---@return router.Registration
function router.group(definition) end

--- Registers tabs: routes whose branches have a stack each.
---
---@param definition router.ShellDefinition
---@return router.Registration
function router.shell(definition) end

--- Registers the routes that a module answers, below a path and with a prefix for their names.
---
--- A proxy or `unmatched` may mount a module when it is first needed: its routes take part in that very
--- open, and a reload mounts it again.
---
--- ```lua
--- router.proxy("/archive/**", function()
---   if not session.archive then
---     session.archive = true
---     router.mount("/archive", "archive", { names = "archive." })
---   end
--- end)
--- ```
---
---@param path string
---@param module string|router.RouteDefinition[]|fun(): router.RouteDefinition[] for `require`, or what answers them
---@param options? router.MountOptions
---@return router.Registration
function router.mount(path, module, options) end

--- Registers a decision about locations before they are matched.
---
--- It compares them as they are written: what keeps others out is a guard.
---
---@param pattern string
---@param decision string|router.Location|fun(state: router.State): router.Answer, string? text may use the pattern's parameters
---@param options? router.AttachOptions
---@return router.Registration
function router.proxy(pattern, decision, options) end

--- Registers a decision about a named route and its children, or about all of a pattern.
---
--- A pattern counts for every location that a screen is built of, the screens below included, and in
--- every spelling that its route takes: in any case for `case_sensitive = false`, `007` as `7`.
---
--- A function has to answer: `true`, `false` and a reason, or a location. Nothing fails closed.
---
---@param key string a route's name, or a pattern
---@param decision string|router.Location|router.Redirect
---@param options? router.AttachOptions
---@return router.Registration
function router.guard(key, decision, options) end

--- Says what happens to a location that no route fits: `fn` answers another or a screen.
---
---@param fn fun(state: router.State): router.Target|screen.Screen|nil
function router.unmatched(fn) end

--- Says what happens when an open fails: `fn` gets the outcome, answers a location or a screen.
---
---@param fn fun(outcome: router.Outcome): router.Target|screen.Screen|nil
function router.on_error(fn) end

---@class router.TypeDefinition
---@field match string|string[] a constraint such as `[A-Z]{3}\\d+`, or the list of what is allowed
---@field parse? fun(text: string): any makes the value when it is first read from a state
---@field format? fun(value: any): string makes the text for `router.to`

--- Defines a type of parameters: `:id<name>`.
---
---@param name string
---@param definition router.TypeDefinition
function router.type(name, definition) end

---@class router.SchemeOptions
---@field fallback? boolean its locations may use routes without a scheme
---@field authority? "segment"|"host"|"ignore" what stands between `//` and the path
---@field hosts? string|string[] the hosts that are let in; the authority is a host then
---@field fragment? "text"|"path"|"query" what stands after `#`

--- The registering calls, for one scheme.
---@class router.Scope
---@field route fun(definition: router.RouteDefinition): router.Route
---@field group fun(definition: router.GroupDefinition): router.Registration
---@field shell fun(definition: router.ShellDefinition): router.Registration
---@field mount fun(path: string, module: any, options?: router.MountOptions): router.Registration
---@field proxy fun(pattern: string, decision: any, options?: router.AttachOptions): router.Registration
---@field guard fun(key: string, decision: any, options?: router.AttachOptions): router.Registration
---@field unmatched fun(fn: fun(state: router.State): any)
---@field on_error fun(fn: fun(outcome: router.Outcome): any)

--- Sets how locations of a scheme are read; the scope registers what is bound to it.
---
---@param name string
---@param options? router.SchemeOptions
---@return router.Scope
function router.scheme(name, options) end

---@class router.Configuration
---@field redirect_limit? integer 5 unless told, at least 1
---@field order? "rank"|"first"|"last"
---@field overlap? "newest"|"queue"
---@field wait_limit? number seconds that one decision may wait; 10 unless told
---@field hosts? string|string[] the web hosts that routes without a host answer to
---@field link_options? "own"|"all"|"none" whose links' route_fallback_url and route_no_animation count
---@field plus_as_space? boolean true unless told
---@field animator? string|animator.Animator
---@field initial? string|router.Location opened first, below the screen of a link that comes to an empty stage

--- Sets how this application routes.
---
--- `link_options`: `"own"` unless told, only links of one's own schemes and hosts (`router.own`).
---
--- ```lua
--- router.configure { initial = "/" } -- a link from outside has the home page below it
--- ```
---
---@param options router.Configuration
function router.configure(options) end
