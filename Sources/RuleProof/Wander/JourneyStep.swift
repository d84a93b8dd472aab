package import Moonroute
import TextTools

/// Something that a person does, or that happens to the application meanwhile.
package enum JourneyStep: Sendable, Hashable {
  /// A link from outside.
  case open(String)
  /// Two links, the second before the first has ended.
  case openBoth(String, String)
  /// A tap on a button or a link; of the screen at an index of `stage.screens()`, or the top.
  case tap(String, screen: Int?)
  /// A text entered into a field, of a screen as for a tap.
  case fill(field: String, text: String, screen: Int?)
  /// A tap on the way back.
  case back
  /// A swipe from the edge.
  case swipe
  /// A screen that is presented is swiped away.
  case dismiss
  case select(TabKey)
  /// The selected tab is tapped again.
  case reselect(TabKey)
  /// Some seconds pass.
  case wait(Int)
  /// Another persona logs in; `nil`: none.
  case become(String?)
  /// The guards of what is on the stage are asked again.
  case recheck
  /// The scripts are loaded again.
  case reload
  /// The stage is shown again as it was saved.
  case restore
  /// The program ends, begins again with the same person, and shows what it had saved.
  case restart

  /// The kind, as a word.
  package var kind: String {
    switch self {
    case .open: "open"
    case .openBoth: "open_both"
    case .tap: "tap"
    case .fill: "fill"
    case .back: "back"
    case .swipe: "swipe"
    case .dismiss: "dismiss"
    case .select: "select"
    case .reselect: "reselect"
    case .wait: "wait"
    case .become: "become"
    case .recheck: "recheck"
    case .reload: "reload"
    case .restore: "restore"
    case .restart: "restart"
    }
  }

  /// Whether a recheck is part of it, after which no guard says no about what is on the stage.
  var rechecks: Bool {
    switch self {
    case .become, .recheck, .restore, .restart: true
    default: false
    }
  }

  /// The step in a few words, for people.
  package var words: String {
    switch self {
    case .open(let location): "open \(location)"
    case .openBoth(let first, let second): "open \(first) and \(second) at once"
    case .tap(let text, _): "tap '\(text)'"
    case .fill(let field, _, _): "fill '\(field)'"
    case .back: "go back"
    case .swipe: "swipe back"
    case .dismiss: "dismiss"
    case .select(let tab): "select \(tab.named)"
    case .reselect(let tab): "tap the tab \(tab.named) again"
    case .wait(let seconds): "wait \(seconds) s"
    case .become(let name): name.map { "log in as \($0)" } ?? "log out"
    case .recheck: "recheck"
    case .reload: "reload the scripts"
    case .restore: "restore what was saved"
    case .restart: "end the program and restore what was saved"
    }
  }
}

extension TabKey {
  /// The tab as people call it.
  fileprivate var named: String {
    switch self {
    case .name(let name): "'\(name)'"
    case .position(let position): "\(position)"
    }
  }

  /// The tab as a script names it.
  var inLua: String {
    switch self {
    case .name(let name): name.quotedAsLua
    case .position(let position): "\(position)"
    }
  }
}
