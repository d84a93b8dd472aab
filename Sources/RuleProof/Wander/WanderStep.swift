import Moonroute
import Rehearsal

/// A step of a walk: an act, or two concurrent opens.
package struct WanderStep: Sendable, Equatable {
  let act: Act

  /// A link that is opened first, without waiting for its end.
  let earlier: String?

  init(_ act: Act, after earlier: String? = nil) { (self.act, self.earlier) = (act, earlier) }

  static func open(_ location: String) -> WanderStep { WanderStep(.opening(location)) }

  package var kind: String { earlier == nil ? act.kind : "open_both" }

  /// Whether it includes a recheck, after which all guards must accept the stage.
  var rechecks: Bool {
    switch act {
    case .become, .recheck, .restore, .restart: true
    default: false
    }
  }

  package var words: String {
    if case .open(let opening) = act, let earlier {
      return "open \(earlier) and \(opening.location) at once"
    }
    switch act {
    case .person(.fill(let fields, _), _):
      return "fill '\(fields.map(\.name).joined(separator: "', '"))'"
    case .back: return "go back"
    case .swipeBack: return "swipe back"
    case .person(.select(let tab), _): return "select \(tab.named)"
    case .person(.reselect(let tab), _): return "tap the tab \(tab.named) again"
    case .clock(_, let seconds?): return "wait \(Int(seconds)) s"
    case .become(let name): return name.map { "log in as \($0)" } ?? "log out"
    case .reload: return "reload the scripts"
    case .restore: return "restore what was saved"
    case .restart: return "end the program and restore what was saved"
    default: return act.words
    }
  }
}

extension TabKey {
  fileprivate var named: String {
    switch self {
    case .name(let name): "'\(name)'"
    case .position(let position): "\(position)"
    }
  }
}
