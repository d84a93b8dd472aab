---@meta _

--- A screen: the description that the host turns into a view of its own. Other fields than the
--- ones below are its `props`: `page.title = "New"`.
---@class screen.Screen
---@field id integer
---@field name? string the name of its route
---@field view string
---@field state? router.State
---@field props table
---@field [string] any
local Screen = {}

--- Changes several properties at once.
---
---@param props table<string, any>
function Screen:update(props) end

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

--- Lists the last changes, oldest first.
---
---@return stage.Transition[]
function stage.transitions() end
