---@meta _

--- A way to show a screen. Works as it is and takes options when called.
---@class animator.Animator
---@field name string
---@overload fun(options: animator.Options|animator.Place): animator.Animator

--- Places a screen exactly once, by a call of its `stage`, or answers the animator that does it.
---@alias animator.Place fun(stage: animator.Stage, source?: screen.Screen, screen: screen.Screen): string|animator.Animator|nil

--- The stage as a custom animator gets it: the global one, and the calls that place the screen. They
--- remove nothing: to remove, answer an animator, so that the screens that leave are asked.
---@class animator.Stage: stage
---@field set_root fun(screen: screen.Screen, options?: animator.Options)
---@field push fun(screen: screen.Screen, options?: animator.Options)
---@field present fun(screen: screen.Screen, options?: animator.Options)
---@field show fun(screen: screen.Screen, options?: animator.Options)
---@field show_detail fun(screen: screen.Screen, options?: animator.Options)

--- Which of them an animator takes stands at the animator.
---@class animator.Options
---@field wrap? "stack"|"split" shows the screen inside a new stack, or as the primary place of a split
---@field under_modal? "dismiss"|"push"|"stay" what to do when a modal without a stack is in the way
---@field clear_to? string pops to the screen of this name first
---@field hides_bottom_bar? boolean
---@field full_screen? boolean
---@field position? "center"|"centre"|"top"|"bottom"|"left"|"right"
---@field size? any for the user interface
---@field cover? "dim"|"clear"|"blur"
---@field tap_outside? "dismiss"|"ignore"
---@field corner_radius? number points, from 0 on
---@field duration? number seconds, from 0 to 3600
---@field transition? string one that the host registered
---@field edge_swipe? boolean
---@field apply? fun(screen: screen.Screen, state: router.State)
---@field otherwise? string|animator.Animator

--- The animators.
---@class animator
---@field root animator.Animator replaces the root of the window: `wrap`
---@field push animator.Animator pushes: `under_modal`, `clear_to`, `hides_bottom_bar`
---@field custom_push animator.Animator pushes with a transition of the host: `transition`, `under_modal`, `clear_to`, `hides_bottom_bar`
---@field show animator.Animator shows in the primary place of a split, else pushes: `wrap`
---@field show_detail animator.Animator shows in the detail of a split, else presents: `wrap`
---@field custom animator.Animator takes a function that places the screen
---@field present animator.Animator presents from the top: `full_screen`, `wrap`
---@field automatic animator.Animator root, push or present, whatever fits: `wrap`
---@field sheet animator.Animator presents a sheet: `position`, `size`, `cover`, `tap_outside`, `corner_radius`, `duration`, `wrap`
---@field full_screen animator.Animator presents over everything: `transition`, `wrap`
---@field push_style_present animator.Animator presents, and slides like a push: `edge_swipe`, `wrap`
---@field refresh animator.Animator changes the top screen when it is of the same route: `apply`, `otherwise`
animator = {}
