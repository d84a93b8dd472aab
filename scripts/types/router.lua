---@meta _

--- Routes, decisions about them, and opening locations.
---@class router
router = {}

--- Text that looks like a location (`/user/7`, `shop://user/7`), a location, or a route's name: other
--- text is a name here. On the command line (`moonroute match`, `run`) text is always a location.
---@alias router.Target string|router.Location

--- What a guard, a proxy or a `redirect` may answer: nothing or `true` to go on, `false` and a
--- reason to stop, a location to go there instead, in proxies also `router.rewrite { … }`.
---@alias router.Answer nil|boolean|string|router.Location|router.Rewrite

---@class router.Rewrite

---@class router.Change
---@field location? router.Target
---@field query? table<string, any> laid over the location's own
---@field extra? any the present one unless told

--- Answers, in a proxy: go on with another location, and ask no further proxy.
---
---@param change router.Change
---@return router.Rewrite
function router.rewrite(change) end

--- The answer of an action that does not want the location: the next match is tried.
---@type any
router.decline = nil

---@class router.ToOptions
---@field fragment? string
---@field scheme? string
---@field host? string
---@field keep_query? boolean an open that is sent there keeps its query

--- Makes the location of a named route; raises for a name or a parameter that does not fit.
---
---@param name string
---@param params? table<string, any>
---@param query? table<string, any> a value may be a list; checked as the route's `query` declares it
---@param options? router.ToOptions
---@return router.Location
function router.to(name, params, query, options) end

--- Makes a location from text or from its parts; raises when it cannot be one.
---
---@param from router.Target|router.LocationParts
---@return router.Location
function router.location(from) end

--- Finds the route of a location; runs no script.
---
---@param location router.Target
---@return router.Match? match
---@return router.Problem? problem
function router.match(location) end

--- Tells whether some route fits a location; runs no script.
---
---@param location router.Target
---@return boolean
function router.can_open(location) end

--- Answers the location of a text if it is one's own and a route fits it: what `?back=` needs.
---
--- Else it answers nil, as for nil; the location is without the query keys that speak to the router.
---
--- ```lua
--- redirect = function(state)
---   return router.own(state.query.back) or router.to("home")
--- end
--- ```
---
--- One's own are: text without scheme and host; schemes that have routes or that `router.scheme` was
--- called for; http and https with a host of `router.configure { hosts = … }` or of a route.
---
---@param text? string|router.Location
---@return router.Location?
function router.own(text) end

---@class router.OpenOptions
---@field extra? any what is passed along
---@field animated? boolean
---@field animator? string|animator.Animator
---@field tags? string|string[] only routes with one of them count
---@field from? screen.Screen the top unless told
---@field go? boolean builds what lies below, as `router.go` does: for links from outside
---@field overlap? "newest"|"queue"
---@field on? table<string, fun(value: any)> messages of the screen, by name

--- Opens a location, and returns once its screen is on the stage or its action has answered.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return router.Outcome
function router.open(location, options) end

--- Opens a location by pushing.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return router.Outcome
function router.push(location, options) end

--- Opens a location by presenting.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return router.Outcome
function router.present(location, options) end

--- Opens a location in place of the top.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return router.Outcome
function router.replace(location, options) end

--- Opens a location with everything on the way to it, in place of the stack.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return router.Outcome
function router.go(location, options) end

--- Opens a location and waits for the result of its screen.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return any value
---@return "closed"|"dismissed"|"removed"|string how the screen left, or how the open ended
function router.ask(location, options) end

--- Goes back, one step unless told.
---
---@param n? integer
---@return boolean done
---@return string? reason
function router.back(n) end

--- Goes back to the topmost screen of a route.
---
---@param name string
---@return boolean done
---@return string? reason
function router.pop_to(name) end

--- Goes back to the root of the stack of the top.
---
---@return boolean done
---@return string? reason
function router.pop_to_root() end

--- Dismisses what is presented, with a result for its opener.
---
---@param value? any
---@return boolean done
---@return string? reason
function router.dismiss(value) end

--- Closes the top, whichever way it came, with a result for its opener.
---
---@param value? any
---@return boolean done
---@return string? reason
function router.close(value) end

--- Selects a tab by its name or its number and keeps its stack.
---
--- What the guards of its screens do not allow any more is removed before it is seen.
---
---@param tab string|integer
---@return boolean done
---@return string? reason
function router.select(tab) end

--- Pops a tab to its root, selected or not; with a location, empties the stage and opens it.
---
--- No screen is asked whether it may leave an emptied stage, and opens under way are cancelled.
---
--- ```lua
--- session.user = nil
--- router.reset("/") -- a fresh start after a logout
--- ```
---
---@param target string|integer|router.Location a tab's name or number, or a location
---@return boolean done
---@return string? reason
function router.reset(target) end

--- Tells whether going back leads anywhere.
---
---@return boolean
function router.can_go_back() end

--- Runs the action of a location and answers its values; raises when none answers.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return any ...
function router.fetch(location, options) end

--- Makes the screen of a location without showing it; raises when there is none.
---
---@param location router.Target
---@param options? router.OpenOptions
---@return screen.Screen
function router.build(location, options) end

--- Asks the guards of what is on the stage again, as after a login or a logout.
---
--- Every tab counts. What they do not allow any more is removed with all above it; then the location is opened that a
--- guard of the topmost of it answered. Opens under way ask their guards again before they show anything.
---
---@return router.Outcome? outcome of the location that a guard led to
function router.recheck() end

--- The calls that ask and open, for routes with some tags.
---@class router.Tagged
---@field match fun(location: router.Target): router.Match?, router.Problem?
---@field can_open fun(location: router.Target): boolean
---@field open fun(location: router.Target, options?: router.OpenOptions): router.Outcome
---@field push fun(location: router.Target, options?: router.OpenOptions): router.Outcome
---@field present fun(location: router.Target, options?: router.OpenOptions): router.Outcome
---@field replace fun(location: router.Target, options?: router.OpenOptions): router.Outcome
---@field go fun(location: router.Target, options?: router.OpenOptions): router.Outcome
---@field ask fun(location: router.Target, options?: router.OpenOptions): any, string
---@field fetch fun(location: router.Target, options?: router.OpenOptions): any
---@field build fun(location: router.Target, options?: router.OpenOptions): screen.Screen

--- Answers the calls that ask and open, restricted to routes that have one of these tags.
---
---@param ... string
---@return router.Tagged
function router.tagged(...) end

--- One route, as `router.routes` lists it.
---@class router.Entry
---@field name? string
---@field pattern string
---@field query table<string, string> the declared types by name
---@field scheme? string
---@field host? string
---@field tags string[]
---@field priority integer
---@field has_view boolean
---@field has_action boolean
---@field has_redirect boolean
---@field animator? string
---@field file? string
---@field line? integer
---@field parent? string the name of the route above, or its pattern

--- Lists every route, for tools.
---
---@return router.Entry[]
function router.routes() end
