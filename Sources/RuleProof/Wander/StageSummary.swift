import Moonroute
import Rehearsal
import ScriptTesting

/// A summary of the stage for a walk: the possible next acts.
struct StageSummary: Sendable {
  /// A button, a link or a field with its screen; `nil` is the top.
  struct Piece: Sendable {
    let text: String
    let screen: ScreenPlace?
  }

  /// The screens by route name, bottom to top.
  var screens: [String] = []

  /// The visible screen, or `nil` on an empty stage.
  var top: String?

  /// The location of that screen, if a route created it.
  var location: String?

  /// The link of the last open, if it was refused and changed nothing.
  var refused: String?

  var taps: [Piece] = []
  var fields: [Piece] = []
  var tabs: [TabKey] = []
  var canGoBack = false
  var isPresenting = false

  init() {}

  init(of application: isolated LinkRouter) {
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
