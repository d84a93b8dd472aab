---@meta _

--- What one open knows about its location. A value: kept in a closure it never changes, and
--- assigning to it, or into its `params`, `query` or `all`, is an error.
--- `tostring`, `print`, `log` and `json.encode` show it: `state user /user/7 { id = 7 }`.
---@class router.State
---@field location router.Location
---@field path string as printed: only what has to be is escaped
---@field pattern string the pattern that fits, as written
---@field name? string the name of the route
---@field scheme? string
---@field host? string
---@field params table<string, any> parameters of the pattern, of the types it asks for
---@field query table<string, any> the last value of each key, of the type that the route declares
---@field query_all table<string, string[]> every value of each key as text, in order
---@field fragment? string
---@field rest string[] the segments of `**`
---@field extra any what the caller passed along
---@field all table<string, any> query, parameters and extra in one table; the later wins
---@field meta table what the route says about itself
---@field tags string[]
---@field branch string[] names of the routes from the root to this one
---@field redirected_from? router.Location
---@field from? screen.Screen the screen that the open started from

--- What an open came to. A field that it does not know is an error.
--- `tostring(outcome)`: `outcome intercepted no /no: closed today`.
---@class router.Outcome
---@field status router.Status
---@field ok boolean true for `opened`, `handled` and `fell_back`
---@field location router.Location|string where it ended; text when it is no location
---@field name? string
---@field pattern? string
---@field params table<string, any>
---@field query table<string, any> as in `router.State`
---@field redirects router.Location[] every location after the first
---@field animator? string
---@field reason? string why a decision said no
---@field error? router.Problem
---@field value any what an action answered; a list when there are several
---@field steps router.Step[]
---@field screen? screen.Screen
---@field match? router.Match
---@field handle? router.Handle messages and result of the screen

--- What arrives from a screen at its opener; ends with the screen, the result is kept.
---@class router.Handle
local Handle = {}

--- Waits until the screen has left, and answers its result and how it left.
---
---@return any value
---@return "closed"|"dismissed"|"removed" how
function Handle:result() end

--- Listens to a message of the screen, until it leaves.
---
---@param name string
---@param fn fun(value: any)
---@return router.Registration
function Handle:on(name, fn) end

---@alias router.Status
---| "opened"
---| "handled"
---| "intercepted"
---| "not_found"
---| "failed"
---| "cancelled"
---| "fell_back"

--- What went wrong. `tostring(problem)` reads well; what `router.match` answers is a plain table.
---@class router.Problem
---@field code string such as `not_found`, `redirect_loop`, `script_error`
---@field message string
---@field file? string
---@field line? integer
---@field nearest? string[] names and patterns that come close, from `router.match`

--- One step of an open: the function that answered, and what it said.
---@class router.Step
---@field step "parse"|"proxy"|"match"|"guard"|"redirect"|"animator"|"leave"|"build"|"show"|"action"|"fallback"
---@field name? string
---@field file? string where the function is written, else the route
---@field line? integer
---@field answer string
---@field microseconds? integer
---@field number? integer which one of several it is, such as the second redirect
---@field count? integer how many there are

--- What `router.match` finds. A field that it does not know is an error.
--- `tostring(match)`: `match user /user/7 { id = 7 }`.
---@class router.Match
---@field location router.Location
---@field matched true
---@field name? string
---@field pattern string
---@field path string
---@field params table<string, any>
---@field query table<string, any> as in `router.State`
---@field query_all table<string, string[]>
---@field fragment? string
---@field scheme? string
---@field host? string
---@field rest string[]
---@field branch string[]
---@field meta table
---@field tags string[]
