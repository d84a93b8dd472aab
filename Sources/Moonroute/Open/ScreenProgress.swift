/// The progress of one open with arriving and leaving screens, so that nothing is repeated after a
/// wait.
struct ScreenProgress {
  var lives: [Screen.ID: ScreenLife] = [:]

  private var built: [ObjectIdentifier: Screen] = [:]

  var askedToLeave: Set<Screen.ID> = []

  subscript(route: RouteInfo) -> Screen? {
    get { built[ObjectIdentifier(route)] }
    set { built[ObjectIdentifier(route)] = newValue }
  }

  /// Discards the built screens before building for another placement.
  mutating func forgetBuilt() { built = [:] }
}
