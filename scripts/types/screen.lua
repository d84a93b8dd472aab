---@meta _
---@since 0.1.0

--- A screen: the description that the host turns into its own view. Fields other than those below are its `props`:
--- `page.title = "New"`.
---
--- A new value is visible immediately, and lives as long as the screen. The fields below cannot be assigned (`denied`).
--- Two values for the same screen are equal.
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
---@field id integer a number unique to this screen
---@field name? router.RouteName the name of its route; nil without one
---@field view router.ViewName the name of the host's view
---@field state? router.State the state of the open that showed it; nil before that
---@field props table all other fields, as a separate table
---@field fields table<string, any> a person's input, by the names of the body's fields
---@field [string] any any other field is one of `props`
local Screen = {}

--- Changes several properties together.
---
--- Omitted properties stay. Errors: `bad_argument` for a field of the screen itself, such as `id`.
---
--- ```lua
--- router.open("/product/7")
--- stage.top():update { title = "Seven", price = 20 }
--- assert.same({ title = "Seven", price = 20 }, stage.top().props)
--- ```
---@param props table<string, any> names and new values
function Screen:update(props) end

--- Sends a message to the opener of the screen; returns the number of receivers.
---
--- The opener receives it soon after, with the option `on` of `router.open` or with `handle:on`. Errors:
--- `bad_argument`.
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
---@param value? any the value of the message; nil by default
---@return integer receivers the number of functions that receive it
function Screen:send(name, value) end

--- Closes the screen and everything above it, with a result for its opener.
---
--- Leave guards (`on_exit`) run first. The opener receives the value from `router.ask` or from the handle's `result`.
--- The call returns false and a reason if a guard keeps the screen, or if the screen is not on the stage. Errors:
--- `denied` while a view is built.
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
---@param value? any the result; nil by default
---@return boolean done whether the screen has left
---@return string? reason the reason why it stays
function Screen:close(value) end

--- Runs a function with the screen when it appears, disappears or closes.
---
--- `appear` runs when it becomes the top, `disappear` when it is no longer the top, `close` when it leaves the stage.
--- It ends with the screen. Errors: `bad_argument` for another word.
---
--- ```lua
--- router.open("/")
--- local seen = {}
--- stage.top():on("disappear", function(page) seen[#seen + 1] = page.name end)
--- router.open("/product/7")
--- assert.same({ "home" }, seen)
--- ```
---@param turn "appear"|"disappear"|"close" the moment to run
---@param fn async fun(screen: screen.Screen) receives the screen; may wait
---@return router.Registration registration cancel it to stop
function Screen:on(turn, fn) end

--- Taps a button or a link of the body, by its text or its name, as a person would. For specs.
---
--- If several elements have that text, the first one is tapped, or the one at `place`. Returns the screen, so that calls
--- can be chained. Errors: `bad_argument` if no element has that text and place, or if the screen is not visible; the
--- errors of `on_tap`.
---
--- ```lua
--- router.route { name = "menu", path = "/menu", view = function()
---   return screen { "Menu", body = { { "link", "Seven", to = "/product/7" } } }
--- end }
--- router.open("/menu")
--- stage.top():tap("Seven")
--- assert.top("product")
--- router.route { name = "stars", path = "/stars", view = function()
---   local rows = { { "link", "Show", to = "/" }, { "link", "Show", to = "/product/7" } }
---   return screen { "Stars", body = { { "heading", "Stars" }, { "list", rows } } }
--- end }
--- router.open("/stars")
--- stage.top():tap("Show", { 2, 2 })
--- assert.top("product")
--- ```
---@async
---@param text string the text of the button or link, or its `name`
---@param place? integer[] its position in the body, then in each list around it; by default the first with that text
---@return screen.Screen screen the same screen
function Screen:tap(text, place) end

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
---@return screen.Screen screen the same screen
function Screen:fill(fields) end

--- Describes a screen: first the view's name, then its properties.
---
--- A view returns it; it is the same screen that will be on the stage. Properties are plain data, locations and
--- functions. The `body` is checked, here and when a screen gets another one later; an entry that is `false` or nil is
--- skipped.
---
--- Errors: `bad_argument` without a view's name, with a second entry, or with a field of the screen itself such as
--- `id`; for the body `unknown_name` (a kind), `unknown_field` (of a piece) and `wrong_type`.
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
---@field [2] any the text; the address of an image; the rows of a list, as texts or pieces; the name of a field
---@field name? string a name for `tap`, of a link or a button; its text by default
---@field to? router.Target the target of a link; none by default
---@field on_tap? async fun(screen: screen.Screen) the action of a button, a function and not a call; may wait; none by default
---@field placeholder? string the text of an empty field; none by default

--- How the views look in the inspector: the table that `looks.lua`, next to `headless.lua`, returns. No program reads it.
---
--- ```lua
--- ---@type screen.Looks
--- local looks = { accent = "#0b6e4f", views = { Product = { { "heading", "$title" }, { "body" } } } }
--- assert.equal("$title", looks.views.Product[1][2])
--- ```
---@class screen.Looks
---@field accent? string|table<"light"|"dark", string> the colour of the application as `#rrggbb`, also one for each theme; none by default
---@field pictures? table<string, string> `folder` is the folder of pictures, and the beginning of an address is replaced by its folder; none by default
---@field views? table<string, screen.LookPiece[]> the pieces of each view; none by default

--- A piece of a look: its word, and for most words a text or a list. `$name` is a property of the screen.
---@class screen.LookPiece
---@field [1] "image"|"heading"|"text"|"price"|"badge"|"row"|"list"|"grid"|"button"|"field"|"map"|"body" the word
---@field [2] any the text, the list, the name of a field, or the first of several pieces; of `body` nothing
---@field when? string a name with a value, without which the piece is left out; none by default
---@field unless? string a name with a value that leaves the piece out; none by default
---@field tap? string the text of a link or a button in the body; of a button its text by default
---@field ratio? number the width of an image divided by its height; 1.6 by default
---@field width? number the width of an image; all of the screen by default
---@field fit? "cover"|"contain" how an image fills its place; "cover" by default
---@field alt? string the text in place of an image; the name of its file by default
---@field level? integer the level of a heading, 1 to 3; 1 by default
---@field soft? boolean whether a text is less prominent; false by default
---@field lines? integer the number of lines of a text; all by default
---@field align? "start"|"centre"|"end"|"spread" the place of a text or of the pieces of a row; "start" of a text and "centre" of a row by default
---@field currency? string the currency of a price, such as `EUR`; none by default
---@field was? string|number the earlier price; none by default
---@field zero? string the text for a price of 0; none by default
---@field tone? "accent"|"good"|"notable"|"bad"|"soft" the tone of a badge; "accent" by default
---@field gap? number the space between the pieces of a row; 8 by default
---@field empty? string the text of an empty list; "Nothing here" by default
---@field columns? integer the columns of a grid, 1 to 4; 2 by default
---@field style? "filled"|"tinted"|"plain" the style of a button; "filled" by default
---@field label? string the text above a field; its name by default
---@field placeholder? string the text of an empty field; none by default
---@field secret? boolean whether a field hides its text; false by default
---@field image? string the picture of a map; a drawn one by default
---@field x? number the place of the pin of a map, from 0 to 1; 0.5 by default
---@field y? number the place of the pin of a map, from 0 to 1; 0.5 by default
---@field height? number the height of a map; 160 by default
---@field without? string|string[] the kinds that `body` leaves out; none by default
---@field only? string|string[] the only kinds that `body` shows; all by default

--- The window and its screens. `tostring(stage)` draws it.
---
--- The window has one root: a screen, a stack, tabs or a split; each of them may present another one above itself.
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

--- Returns the visible screen.
---
--- It follows presented screens, the selected tab, and the top of the stack. Raises nothing.
---
--- ```lua
--- assert.is_nil(stage.top())
--- router.open("/product/7")
--- assert.equal("product", stage.top().name)
--- ```
---@return screen.Screen? screen nil on an empty stage
function stage.top() end

--- Returns the screen at the root of the window.
---
--- For a stack, this is its first screen. Raises nothing.
---
--- ```lua
--- router.open("/")
--- router.open("/product/7")
--- assert.equal("home", stage.root().name)
--- ```
---@return screen.Screen? screen nil on an empty stage
function stage.root() end

--- Returns the number of screens in the stack of the top.
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
---@return integer count 0 if the top is not in a stack
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
---@return screen.Screen? screen the uppermost one, or nil
function stage.find(name) end

--- Lists every screen in the order of the drawing.
---
--- Screens of tabs that are not selected are included. Raises nothing.
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
---@field effect string the kind of change, such as `push`
---@field screen? integer the id of the screen that appeared or changed; nil without one
---@field removed integer[] the ids of the screens that left
---@field animated boolean whether it was animated
---@field number integer counted from 1
---@field start number its start, in seconds of the clock; after the previous one
---@field seconds number its duration
---@field cancelled boolean begun and cancelled by a person

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

--- Returns the stage as plain data.
---
--- It contains the locations, the nesting and the `extra` of the screens; keep it in a persistent resource, and the
--- application starts where it ended. An `extra` with a function or a handle in it is left out. Raises nothing.
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

--- Restores a saved stage; returns the locations that could not be shown.
---
--- Every location is opened with its guards. Locations that are now refused are left out, and if a guard redirects, its
--- target is shown. A location whose route has a fixed `redirect` is shown at its new place. Actions do not run: a
--- saved page at the location of an action was shown because the action had declined.
---
--- Errors: `wrong_type` for a value that is not from `stage.save`, `cannot_await` in the body of a file, `denied` while
--- a view is built.
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
---@param saved table the result of `stage.save`
---@return string[] left_out locations that could not be shown
function stage.restore(saved) end

--- Goes one step back like a person: leave guards run, screens leave as dismissed.
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
---@return boolean done whether a screen has left
---@return string? reason the reason if none has
function stage.swipe_back() end
