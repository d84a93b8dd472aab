import Moonroute
import Rehearsal
import ScriptTesting

/// The stage as a walk sees it: all that a person could do next.
struct StageSummary: Sendable {
  /// A button, a link or a field, and its screen; `nil`: the top.
  struct Piece: Sendable {
    let text: String
    let screen: ScreenPlace?
  }

  /// The screens by the names of their routes, the top last.
  var screens: [String] = []

  /// The screen that people see, or nothing on an empty stage.
  var top: String?

  /// The location of that screen, if a route made it.
  var location: String?

  var taps: [Piece] = []
  var fields: [Piece] = []
  var tabs: [TabKey] = []
  var canGoBack = false
  var isPresenting = false

  /// Sees nothing.
  init() {}

  /// Looks at the stage.
  init(of application: isolated Application) {
    let (router, tree) = (application.router, application.stage.tree)
    let all = tree.screens
    screens = all.map(\.label)
    top = tree.top?.label
    location = tree.top?.location?.description
    for screen in tree.visible {
      let body = ScreenBody(screen)
      let place =
        screen.id == tree.top?.id
        ? nil : all.firstIndex { $0.id == screen.id }.map(ScreenPlace.index)
      for element in body.elements where element.canBeTapped {
        guard let text = element.text,
          !taps.contains(where: { $0.text == text && $0.screen == place })
        else { continue }
        taps.append(Piece(text: text, screen: place))
      }
      fields += body.fieldNames.map { Piece(text: $0, screen: place) }
    }
    tabs = tree.nearestTabs
    canGoBack = router.canGoBack
    isPresenting = tree.isPresenting
  }
}
