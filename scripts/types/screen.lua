---@meta _
---@since 0.1.0

--- A screen: the description that the host turns into a view of its own. Other fields than the
--- ones below are its `props`: `page.title = "New"`.
---
--- A new value is seen at once, and lives as long as the screen. The fields below cannot be assigned (`denied`).
--- Two values that stand for the same screen are equal.
---
--- ```lua
--- router.open("/product/7")
--- local page = stage.top()
--- page.title = "Seven"
--- assert.equal("product", page.name)
--- assert.equal("Product", page.view)
--- assert.same({ title = "Seven" }, page.props)
--- ```
---@class screen.Screen
---@field id integer tells it from every other screen
---@field name? string the name of its route; nil when the route has none
---@field view string the name of the host's view
---@field state? router.State the state of the open that showed it; nil before that
---@field props table all other fields, as a table of their own
---@field fields table<string, any> what a person has entered, by the names of the fields of the body
---@field [string] any any other field is one of `props`
local Screen = {}

--- Changes several properties at once.
---
--- Properties that are not named stay. Errors: `bad_argument` for a field of the screen's own, such as `id`.
---
--- ```lua
--- router.open("/product/7")
--- stage.top():update { title = "Seven", price = 20 }
--- assert.same({ title = "Seven", price = 20 }, stage.top().props)
--- ```
---@param props table<string, any> names and new values
function Screen:update(props) end

--- Sends a message to the opener of the screen; answers how many heard it.
---
--- The opener hears by the option `on` of `router.open`, or by `handle:on`, soon after. Errors: `bad_argument`.
---
--- ```lua
--- local chosen
--- router.open("/product/7", { on = { choose = function(size) chosen = size end } })
--- assert.equal(1, stage.top():send("choose", "XL"))
--- clock.advance(0)
--- assert.equal("XL", chosen)
--- assert.equal(0, stage.top():send("other"))
--- ```
---@param name string the name of the message
---@param value? any passed along; nil unless told
---@return integer receivers how many functions heard it
function Screen:send(name, value) end

--- Closes the screen and all above it, with a result for its opener.
---
--- Leave guards are asked first (`on_exit`). The opener gets the value from `router.ask` or from the handle's
--- `result`. It answers false and a reason when a guard keeps the screen, or when the screen is not on the
--- stage. Errors: `denied` while a view is built.
---
--- ```lua
--- router.open("/")
--- local size, how
--- spawn(function() size, how = router.ask("/basket") end)
--- clock.advance(0)
--- assert.is_true(stage.top():close("XL"))
--- clock.advance(0)
--- assert.equal("XL", size)
--- assert.equal("closed", how)
--- ```
---@async
---@param value? any the result; nil unless told
---@return boolean done whether the screen has gone
---@return string? reason why it stays
function Screen:close(value) end

--- Runs a function with the screen when it appears, disappears or closes.
---
--- `appear` is when it becomes the top, `disappear` when it is the top no longer, `close` when it leaves the
--- stage. Ends with the screen. Errors: `bad_argument` for another word.
---
--- ```lua
--- router.open("/")
--- local seen = {}
--- stage.top():on("disappear", function(page) seen[#seen + 1] = page.name end)
--- router.open("/product/7")
--- assert.same({ "home" }, seen)
--- ```
---@param turn "appear"|"disappear"|"close" when to run
---@param fn async fun(screen: screen.Screen) gets the screen; may wait
---@return router.Registration registration cancel it to run no more
function Screen:on(turn, fn) end

--- Taps a button or a link of the body, by its text or its name, as a person would. For specs.
---
--- Answers the screen, so that calls can follow each other.
--- Errors: `bad_argument` when nothing of that text can be tapped, or the screen is not seen; what `on_tap`
--- raises.
---
--- ```lua
--- router.route { name = "menu", path = "/menu", view = function()
---   return screen { "Menu", body = { { "link", "Seven", to = "/product/7" } } }
--- end }
--- router.open("/menu")
--- stage.top():tap("Seven")
--- assert.top("product")
--- ```
---@async
---@param text string the text of the button or link, or its `name`
---@return screen.Screen screen the same one
function Screen:tap(text) end

--- Enters text into fields of the body, as a person would. For specs.
---
--- Errors: `bad_argument` for a field that the body does not have.
---
--- ```lua
--- router.route { name = "form", path = "/form", view = function()
---   return screen { "Form", body = { { "field", "email" } } }
--- end }
--- router.open("/form")
--- stage.top():fill { email = "ada@example.com" }
--- assert.equal("ada@example.com", stage.top().fields.email)
--- ```
---@param fields table<string, any> values by the names of the fields
---@return screen.Screen screen the same one
function Screen:fill(fields) end

--- Describes a screen: the view's name first, then its properties.
---
--- A view answers it; it is the very screen that will be on the stage. Properties are plain data, locations
--- and functions. The `body` is checked, here and where a screen gets another one later; an entry that is
--- `false` or nil is left out.
---
--- Errors: `bad_argument` without a view's name, with a second entry, or with a field of the
--- screen's own such as `id`; for the body `unknown_name` (a kind), `unknown_field` (of a piece) and
--- `wrong_type`.
---
--- ```lua
--- router.route { name = "shirt", path = "/shirt", view = function()
---   return screen { "Product", title = "Shirt", body = { { "text", "Hi" } } }
--- end }
--- router.open("/shirt")
--- assert.equal("Shirt", stage.top().title)
--- ```
--- ```lua
--- -- fails: unknown_field
--- screen { "Form", body = { { "button", "Send", onTap = function() end } } }
--- ```
---@param description { [1]: string, title?: string, body?: table<integer, screen.Element>|false, [string]: any }
---@return screen.Screen
function screen(description) end

--- One piece of a body, kind first: `{ "text", "Hi" }`, `{ "heading", "Hi" }`, `{ "image", url }`,
--- `{ "list", { … } }`, `{ "link", "Orders", to = location }`, `{ "button", "Log in", on_tap = fn }`,
--- `{ "field", "email", placeholder = "you@example.com" }`. A piece has the fields of its kind, and no others.
---
--- ```lua
--- router.route { name = "form", path = "/form", view = function()
---   return screen { "Form", body = {
---     { "heading", "Newsletter" },
---     { "field", "email", placeholder = "you@example.com" },
---     { "button", "Send", on_tap = function(page) page.sent = page.fields.email end },
---   } }
--- end }
--- router.open("/form")
--- stage.top():fill({ email = "ada@example.com" }):tap("Send")
--- assert.equal("ada@example.com", stage.top().sent)
--- ```
---@class screen.Element
---@field [1] "text"|"heading"|"image"|"list"|"link"|"button"|"field" the kind
---@field [2] any the text; the address of an image; the rows of a list, texts or pieces; the name of a field
---@field name? string a name for `tap`, of a link or a button; its text unless told
---@field to? router.Target where a link leads; nowhere unless told
---@field on_tap? async fun(screen: screen.Screen) what a button does, a function and not a call; may wait; nothing unless told
---@field placeholder? string what an empty field shows; nothing unless told

--- The window and its screens. `tostring(stage)` draws it.
---
--- The window has one root: a screen, a stack, tabs or a split; anything may present one more above itself.
---
--- ```lua
--- router.open("/")
--- router.open("/basket")
--- assert.stage [[
---   window
---   └─ stack
---      ├─ Home  /
---      └─ present: Basket  /basket  ◀ top
--- ]]
--- ```
---@class stage
stage = {}

--- Answers the screen that people see.
---
--- Follows what is presented, the selected tab, and the top of the stack. Raises nothing.
---
--- ```lua
--- assert.is_nil(stage.top())
--- router.open("/product/7")
--- assert.equal("product", stage.top().name)
--- ```
---@return screen.Screen? screen nil on an empty stage
function stage.top() end

--- Answers the screen at the root of the window.
---
--- Of a stack the first one. Raises nothing.
---
--- ```lua
--- router.open("/")
--- router.open("/product/7")
--- assert.equal("home", stage.root().name)
--- ```
---@return screen.Screen? screen nil on an empty stage
function stage.root() end

--- Counts the screens in the stack of the top.
---
--- Raises nothing.
---
--- ```lua
--- router.open("/")
--- router.open("/product/7")
--- assert.equal(2, stage.depth())
--- router.back()
--- assert.equal(1, stage.depth())
--- ```
---@return integer count 0 when the top sits in no stack
function stage.depth() end

--- Finds a screen by the name of its route.
---
--- Useful to change a screen that is not on top. Errors: `bad_argument`.
---
--- ```lua
--- router.open("/")
--- router.open("/product/7")
--- stage.find("home").badge = 1
--- assert.equal(1, stage.root().badge)
--- assert.is_nil(stage.find("basket"))
--- ```
---@param name router.RouteName the name of a route
---@return screen.Screen? screen the uppermost of them, or nil
function stage.find(name) end

--- Lists every screen in the order of the drawing.
---
--- Screens of tabs that are not selected are among them. Raises nothing.
---
--- ```lua
--- router.open("/")
--- router.open("/basket")
--- local names = {}
--- for i, screen in ipairs(stage.screens()) do names[i] = screen.name end
--- assert.same({ "home", "basket" }, names)
--- ```
---@return screen.Screen[]
function stage.screens() end

--- One change of the stage.
---@class stage.Transition
---@field effect string what was done, such as `push`
---@field screen? integer the id of the screen that came or changed; nil when none did
---@field removed integer[] the ids of the screens that went
---@field animated boolean whether it was shown as a movement
---@field number integer counted from 1
---@field start number when it begins, in seconds of the clock; after the one before it
---@field seconds number how long it takes
---@field cancelled boolean begun by a person and taken back

--- Lists the last changes, oldest first.
---
--- For tools and specs; 1,000 are kept. Raises nothing.
---
--- ```lua
--- router.open("/")
--- router.open("/product/7")
--- router.back()
--- local effects = {}
--- for i, transition in ipairs(stage.transitions()) do effects[i] = transition.effect end
--- assert.same({ "root", "push", "back" }, effects)
--- ```
---@return stage.Transition[]
function stage.transitions() end

--- Answers what is on the stage, as plain data.
---
--- Locations, nesting and the `extra` that screens were opened with; keep it in a persistent resource, and the
--- application begins where it ended. An `extra` with a function or a handle in it is left out. Raises nothing.
---
--- ```lua
--- router.open("/product/7", { extra = { from = "search" } })
--- local saved = stage.save()
--- router.reset("/")
--- stage.restore(saved)
--- assert.top("product")
--- assert.equal("search", stage.top().state.extra.from)
--- ```
---@return table saved for `stage.restore`
function stage.save() end

--- Shows again what was saved; answers the locations that could not be shown.
---
--- Every location is opened with its guards: what may not be seen any more is left out, and where a guard
--- leads elsewhere, that is shown. Actions do not run: a page at the location of one is there since it declined.
---
--- Errors: `wrong_type` for what `stage.save` did not answer, `cannot_await` in the body of a file, `denied`
--- while a view is built.
---
--- ```lua
--- session.user = "Ada"
--- router.open("/")
--- router.open("/account/orders")
--- local saved = stage.save()
--- session.user = nil
--- assert.same({ "/account/orders" }, stage.restore(saved))
--- assert.top("login")
--- ```
---@async
---@param saved table what `stage.save` answered
---@return string[] left_out locations that could not be shown
function stage.restore(saved) end

--- Goes one step back as a person does: leave guards are asked, screens leave as dismissed.
---
--- For specs; `router.back` is for scripts. Errors: `denied` while a view is built.
---
--- ```lua
--- router.open("/")
--- local _, how
--- spawn(function() _, how = router.ask("/product/7") end)
--- clock.advance(0)
--- assert.is_true(stage.swipe_back())
--- clock.advance(0)
--- assert.equal("dismissed", how)
--- ```
---@async
---@return boolean done whether a screen has gone
---@return string? reason why nothing has
function stage.swipe_back() end
