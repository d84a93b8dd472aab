import Moonroute
import Rehearsal
import ScriptTesting

/// A summary of the stage for a walk: the possible next acts.
struct StageSummary: Sendable {
  /// A button, a link or a field with its screen; `nil` is the top.
  struct Piece: Sendable {
    let text: String
    let screen: ScreenPlace?
    /// The place in the body of an element that a tap by its text does not reach.
    var place: [Int]?
  }

  /// The screens by route name, bottom to top.
  var screens: [String] = []

  /// The visible screen, or `nil` on an empty stage.
  var top: String?

  /// The location of that screen, if a route created it.
  var location: String?

  /// The link of the last open, if it was refused and changed nothing.
  var refused: String?

  /// Whether the top screen has just refused a step back, or asks about it.
  var (isHeld, isAsked) = (false, false)

  /// The places of the routes of these screens.
  var sites: [SourceSite?] = []

  /// Whether a visible field has no input.
  var hasEmptyField = false

  var taps: [Piece] = []
  var fields: [Piece] = []
  var tabs: [TabKey] = []
  var canGoBack = false
  var isPresenting = false

  init() {}

  /// The label and the place of the route of a screen; `nil` is the top.
  func label(of place: ScreenPlace?) -> (label: String, site: SourceSite?)? {
    let index = if case .index(let index) = place { index } else { screens.count - 1 }
    return screens.indices.contains(index) ? (screens[index], sites[index]) : nil
  }

  init(of application: isolated LinkRouter) {
    let (router, tree) = (application.router, application.stage.tree)
    let all = tree.screens
    screens = all.map(\.label)
    top = tree.top?.label
    location = tree.top?.location?.description
    sites = all.map { $0.state?.route.site }
    for screen in tree.visible {
      let body = ScreenBody(screen)
      let place =
        screen.id == tree.top?.id
        ? nil : all.firstIndex { $0.id == screen.id }.map(ScreenPlace.index)
      let covered = body.coveredPlaces
      for element in body.elements where element.canBeTapped {
        guard let text = element.text else { continue }
        let isCovered = covered.contains(element.place)
        taps.append(Piece(text: text, screen: place, place: isCovered ? element.place : nil))
      }
      let names = body.fieldNames
      hasEmptyField = hasEmptyField || names.contains { (screen.fields[$0].text ?? "").isEmpty }
      fields += names.map { Piece(text: $0, screen: place) }
    }
    tabs = tree.nearestTabs
    canGoBack = router.canGoBack
    isPresenting = tree.isPresenting
  }
}
