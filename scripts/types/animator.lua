---@meta _

--- A way to show a screen. Works as it is and takes options when called.
---@class animator.Animator
---@overload fun(options: animator.Options): animator.Animator

--- Which of them an animator knows stands at the animator.
---@class animator.Options
---@field wrap? "stack" shows the screen inside a new stack
---@field under_modal? "dismiss"|"push"|"stay"
---@field clear_to? string pops to the screen of that name first
---@field hides_bottom_bar? boolean
---@field full_screen? boolean
---@field apply? fun(screen: screen.Screen, state: router.State)
---@field otherwise? string|animator.Animator

--- The animators.
---@class animator
---@field root animator.Animator replaces the root of the window: `wrap`
---@field push animator.Animator pushes: `under_modal`, `clear_to`, `hides_bottom_bar`
---@field present animator.Animator presents from the top: `full_screen`, `wrap`
---@field automatic animator.Animator root, push or present, whatever fits: `wrap`
---@field refresh animator.Animator changes the top screen when it is of the same route: `apply`, `otherwise`
animator = {}
