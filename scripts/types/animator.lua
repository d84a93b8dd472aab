---@meta _

--- A way to show a screen. Works as it is and takes options when called.
---@class animator.Animator
---@field name string
---@overload fun(options: animator.Options): animator.Animator

--- Which of them an animator takes stands at the animator.
---@class animator.Options
---@field wrap? "stack" shows the screen inside a new stack
---@field under_modal? "dismiss"|"push"|"stay" what to do when a modal without a stack is in the way
---@field hides_bottom_bar? boolean
---@field full_screen? boolean
---@field position? "center"|"centre"|"top"|"bottom"|"left"|"right"
---@field size? any for the user interface
---@field cover? "dim"|"clear"|"blur"
---@field tap_outside? "dismiss"|"ignore"
---@field corner_radius? number
---@field duration? number seconds
---@field transition? string one that the host registered
---@field edge_swipe? boolean
---@field apply? fun(screen: screen.Screen, state: router.State)
---@field otherwise? string|animator.Animator

--- The animators.
---@class animator
---@field root animator.Animator replaces the root of the window: `wrap`
---@field push animator.Animator pushes: `under_modal`, `hides_bottom_bar`
---@field present animator.Animator presents from the top: `full_screen`, `wrap`
---@field automatic animator.Animator root, push or present, whatever fits: `wrap`
---@field sheet animator.Animator presents a sheet: `position`, `size`, `cover`, `tap_outside`, `corner_radius`, `duration`, `wrap`
---@field full_screen animator.Animator presents over everything: `transition`, `wrap`
---@field push_style_present animator.Animator presents, and slides like a push: `edge_swipe`, `wrap`
---@field refresh animator.Animator changes the top screen when it is of the same route: `apply`, `otherwise`
animator = {}
