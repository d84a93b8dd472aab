/// The links of screens: of those on the stage, and of those about to be shown.
struct ScreenLinks {
  private struct Pending {
    let link: ScreenLink
    weak var token: ScreenToken?
  }

  private var shown: [Screen.ID: ScreenLink] = [:]
  private var pending: [Screen.ID: Pending] = [:]
  private var sweepCount = 64

  /// The results that the screens about to leave are closed with.
  var results: [Screen.ID: ScreenResult] = [:]

  /// How screens leave that have no result of their own.
  var reason = ScreenResult.Reason.removed

  /// The news that observers have not got yet, in order.
  var pendingNews: [News] = []

  /// Something to announce about a change of the stage.
  enum News {
    /// A turn in the life of a screen.
    case turn(ScreenTurnEvent)
    /// The end of a screen that has left, and its result.
    case end(Screen.ID, ScreenResult)
    /// The change itself; all about its screens has been announced.
    case change(StageChange)
    /// The new description of a screen, for the observers of the stage.
    case update(Screen)
  }

  /// Whether the life of any screen was ever observed.
  private(set) var areObserved = false

  /// Whether observers are being notified.
  var isNotifying = false

  /// The links of all screens on the stage.
  var all: [ScreenLink] { Array(shown.values) }

  /// The link of a screen on the stage.
  subscript(id: Screen.ID) -> ScreenLink? { shown[id] }

  /// The link of a screen that may not be on the stage yet; then its token holds it.
  mutating func link(for screen: inout Screen) -> ScreenLink {
    areObserved = true
    if let known = shown[screen.id] { return known }
    if let known = pending[screen.id], known.token != nil { return known.link }
    if pending.count >= sweepCount {
      pending = pending.filter { $0.value.token != nil }
      sweepCount = max(64, pending.count * 2)
    }
    let link = ScreenLink(screen.id)
    let token = ScreenToken()
    screen.token = token
    pending[screen.id] = Pending(link: link, token: token)
    return link
  }

  /// The link of a screen on the stage, whose life is watched from now on.
  mutating func observed(_ id: Screen.ID) -> ScreenLink? {
    areObserved = true
    return shown[id]
  }

  /// Holds the link of a screen that comes onto the stage.
  mutating func hold(_ id: Screen.ID) -> ScreenLink {
    let link = shown[id] ?? pending.removeValue(forKey: id)?.link ?? ScreenLink(id)
    shown[id] = link
    return link
  }

  /// Lets go of a link.
  mutating func drop(_ id: Screen.ID) -> ScreenLink? { shown.removeValue(forKey: id) }
}
