/// The links of screens that are on the stage or will be shown.
final class ScreenLinks {
  private struct Pending {
    let link: ScreenLink
    weak var token: ScreenToken?
  }

  private var shown: [Screen.ID: ScreenLink] = [:]
  private var pending: [Screen.ID: Pending] = [:]
  private var sweepCount = 64

  var results: [Screen.ID: ScreenResult] = [:]

  /// The reason for leaving screens without a result.
  var reason = ScreenResult.Reason.removed

  /// The undelivered notifications, in order.
  var pendingNews: [News] = []

  enum News {
    case turn(ScreenTurnEvent)
    case end(Screen.ID, ScreenResult)
    /// The change itself, after the notifications about its screens.
    case change(StageChange)
    /// The new description of a screen, for the observers of the stage.
    case update(Screen)
  }

  private(set) var areObserved = false
  var isNotifying = false

  var all: [ScreenLink] { Array(shown.values) }

  subscript(id: Screen.ID) -> ScreenLink? { shown[id] }

  /// Before the screen is shown, its token retains the link.
  func link(for screen: inout Screen) -> ScreenLink {
    areObserved = true
    if let known = shown[screen.id] { return known }
    if let known = pending[screen.id], known.token != nil { return known.link }
    if pending.count >= sweepCount {
      pending = pending.filter { $0.value.token != nil }
      sweepCount = max(64, pending.count * 2)
    }
    let link = ScreenLink(screen.id)
    let token = ScreenToken()
    screen.hold(token)
    pending[screen.id] = Pending(link: link, token: token)
    return link
  }

  /// The link of a screen on the stage, which is observed from now on.
  func observed(_ id: Screen.ID) -> ScreenLink? {
    areObserved = true
    return shown[id]
  }

  /// Retains the link of a screen that will be shown.
  func hold(_ id: Screen.ID) -> ScreenLink {
    let link = shown[id] ?? pending.removeValue(forKey: id)?.link ?? ScreenLink(id)
    shown[id] = link
    return link
  }

  func drop(_ id: Screen.ID) -> ScreenLink? { shown.removeValue(forKey: id) }
}
