/// The progress of one open with arriving and leaving screens, so that nothing is repeated after a
/// wait.
struct ScreenProgress {
  /// The lifetimes of the built screens.
  var lives: [Screen.ID: ScreenLife] = [:]

  /// The screens that were built for the stage, by route.
  private var built: [ObjectIdentifier: Screen] = [:]

  /// The screens with finished leave guards.
  var askedToLeave: Set<Screen.ID> = []

  /// The screen that was built for a route.
  subscript(route: RouteInfo) -> Screen? {
    get { built[ObjectIdentifier(route)] }
    set { built[ObjectIdentifier(route)] = newValue }
  }

  /// Discards the built screens before building for another placement.
  mutating func forgetBuilt() { built = [:] }
}
