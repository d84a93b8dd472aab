import Moonroute
import Rehearsal
import ScriptHost
import TextTools

/// A step of a walk: an act, or two concurrent opens.
package struct WanderStep: Sendable, Equatable {
  let act: Act

  /// A link that is opened first, without waiting for its end.
  let earlier: String?

  /// The results of functions of the program after a login, instead of the persona's.
  let answers: [String: Value]

  /// Whether it logs out and opens its link on an empty stage, also in a new application.
  private(set) var isCompared = false

  init(_ act: Act, after earlier: String? = nil, answers: [String: Value] = [:]) {
    (self.act, self.earlier, self.answers) = (act, earlier, answers)
  }

  static func open(_ location: String) -> WanderStep { WanderStep(.opening(location)) }

  static func compare(_ location: String) -> WanderStep {
    var step = open(location)
    step.isCompared = true
    return step
  }

  /// The same without a new application, and with the stage as it is.
  var withoutComparison: [WanderStep] {
    isCompared ? [WanderStep(.become(nil)), WanderStep(act)] : [self]
  }

  package var kind: String { isCompared ? "compare" : earlier == nil ? act.kind : "open_both" }

  /// Whether it includes a recheck, after which all guards must accept the stage.
  var rechecks: Bool {
    switch act {
    case .become, .recheck, .restore, .restart: true
    default: false
    }
  }

  /// Whether it only opens one link.
  var isOpen: Bool {
    if case .open = act { earlier == nil && !isCompared } else { false }
  }

  var isBack: Bool { act == .back(1) || act == .swipeBack }

  /// Whether rules compare the state before and after it.
  var comparesState: Bool {
    if case .person(.tap, _) = act { true } else { isOpen || isBack }
  }

  /// Whether another persona, or nobody, is logged in after it.
  var isLogin: Bool {
    if case .become = act { true } else { isCompared }
  }

  /// Sets the session and the functions of a login, without running guards.
  func take(_ host: ScriptHost, in application: isolated LinkRouter) {
    guard case .become(let name) = act else { return }
    try? host.take(name, in: application)
    for (function, value) in answers {
      try? host.replace(function, with: value, in: application)
    }
  }

  package var words: String {
    if case .open(let opening) = act, let earlier {
      return "open \(earlier) and \(opening.location) at once"
    }
    if case .open(let opening) = act, isCompared {
      return "log out, and open \(opening.location) on an empty stage, as in a new application"
    }
    switch act {
    case .person(.fill(let fields, _), _):
      return "fill '\(fields.map(\.name).joined(separator: "', '"))'"
    case .back: return "go back"
    case .swipeBack: return "swipe back"
    case .person(.select(let tab), _): return "select \(tab.named)"
    case .person(.reselect(let tab), _): return "tap the tab \(tab.named) again"
    case .clock(_, let seconds?): return "wait \(Int(seconds)) s"
    case .become(let name): return (name.map { "log in as \($0)" } ?? "log out") + answersInWords
    case .reload: return "reload the scripts"
    case .restore: return "restore what was saved"
    case .restart: return "end the program and restore what was saved"
    default: return act.words
    }
  }

  private var answersInWords: String {
    guard !answers.isEmpty else { return "" }
    let list = sortedAnswers.map { "host.\($0.function) = \($0.result.luaText)" }
    return ", with " + list.joined(separator: " and ")
  }

  var sortedAnswers: [(function: String, result: Value)] {
    answers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
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
