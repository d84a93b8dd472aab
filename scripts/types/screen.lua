---@meta _

--- A screen: the description that the host turns into a view of its own. Other fields than the
--- ones below are its `props`: `page.title = "New"`.
---@class screen.Screen
---@field id integer
---@field name? string the name of its route
---@field view string
---@field state? router.State
---@field props table
---@field fields table<string, any> what a person has entered
---@field [string] any
local Screen = {}

--- Changes several properties at once.
---
---@param props table<string, any>
function Screen:update(props) end

--- Sends a message to the opener of the screen; answers how many heard it.
---
---@param name string
---@param value? any
---@return integer
function Screen:send(name, value) end

--- Closes the screen and all above it, with a result for its opener.
---
---@param value? any
---@return boolean done
---@return string? reason
function Screen:close(value) end

--- Runs a function with the screen when it appears, disappears or closes.
---
---@param turn "appear"|"disappear"|"close"
---@param fn fun(screen: screen.Screen)
---@return router.Registration
function Screen:on(turn, fn) end

--- Taps a button or a link of the body, by its text or its name, as a person would. For specs.
--- A person does not wait: `tap` comes back when the handler, or the open of the link, has ended or waits for
--- time to pass, an event or an answer. It raises what the handler raises before its first wait; what comes
--- later is the error of a task.
---
---@param text string
---@return screen.Screen
function Screen:tap(text) end

--- Enters text into fields of the body, as a person would. For specs.
---
---@param fields table<string, any>
---@return screen.Screen
function Screen:fill(fields) end

--- Describes a screen: the view's name first, then its properties.
---
--- ```lua
--- screen { "Product", title = "Shirt", body = { { "text", "Hi" } } }
--- ```
---@param description { [1]: string, title?: string, body?: screen.Element[], [string]: any }
---@return screen.Screen
function screen(description) end

--- One piece of a body, kind first: `{ "text", "Hi" }`, `{ "heading", "Hi" }`, `{ "image", url }`,
--- `{ "list", { … } }`, `{ "link", "Orders", to = location }`, `{ "button", "Log in", on_tap = fn }`,
--- `{ "field", "email", placeholder = "you@example.com" }`.
---@class screen.Element
---@field [1] "text"|"heading"|"image"|"list"|"link"|"button"|"field"
---@field [2] any
---@field to? router.Target
---@field on_tap? fun(screen: screen.Screen)
---@field placeholder? string

--- What is on screen. `tostring(stage)` draws it.
---@class stage
stage = {}

--- Answers the screen that people see.
---
---@return screen.Screen?
function stage.top() end

--- Answers the screen at the root of the window.
---
---@return screen.Screen?
function stage.root() end

--- Counts the screens in the stack of the top.
---
---@return integer
function stage.depth() end

--- Finds a screen by the name of its route.
---
---@param name string
---@return screen.Screen?
function stage.find(name) end

--- Lists every screen in the order of the drawing.
---
---@return screen.Screen[]
function stage.screens() end

--- One change of the stage.
---@class stage.Transition
---@field effect string such as `push`
---@field screen? integer the id of the screen that came or changed
---@field removed integer[] the ids of the screens that went
---@field animated boolean
---@field number integer counted from 1
---@field start number when it begins, in seconds of the clock; after the one before it
---@field seconds number how long it takes
---@field cancelled boolean begun by a person and taken back

--- Lists the last changes, oldest first.
---
---@return stage.Transition[]
function stage.transitions() end

--- Answers what is on the stage, as plain data.
---
---@return table
function stage.save() end

--- Shows again what was saved; answers the locations that could not be shown.
---
---@param saved table
---@return string[]
function stage.restore(saved) end

--- Goes one step back as a person does: leave guards are asked, screens leave as dismissed.
---
---@return boolean done
---@return string? reason
function stage.swipe_back() end
