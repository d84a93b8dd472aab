/// The progress of one open with the screens that come and go, so that a wait makes it do
/// nothing twice.
struct ScreenProgress {
  /// The lives of the screens that were built.
  var lives: [Screen.ID: ScreenLife] = [:]

  /// The screens that were built for the stage, by their routes.
  private var built: [ObjectIdentifier: Screen] = [:]

  /// The screens that were asked whether they may go.
  var askedToLeave: Set<Screen.ID> = []

  /// The screen that was built for a route.
  subscript(route: RouteInfo) -> Screen? {
    get { built[ObjectIdentifier(route)] }
    set { built[ObjectIdentifier(route)] = newValue }
  }

  /// Begins to build for another place on the stage.
  mutating func forgetBuilt() { built = [:] }
}
