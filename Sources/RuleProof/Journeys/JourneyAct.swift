import Rehearsal
import ScriptHost
import ScriptTesting
import TextTools

/// Something that a person did at a prompt, so that a journey can tell it.
package enum JourneyAct: Sendable, Equatable {
  /// A location is opened.
  case open(String)
  /// So many steps back.
  case back(Int)
  /// The topmost modal screen is taken away.
  case dismiss
  /// A button or a link of the top screen is tapped.
  case tap(String)
  /// A text is entered into a field of the top screen.
  case fill(field: String, text: String)
  /// Time passes, in seconds.
  case advance(Double)
  /// A text of Lua runs.
  case text(String)

  /// The call that a spec writes for it.
  package var call: String {
    switch self {
    case .open(let location): "router.open(\(location.quotedAsLua))"
    case .back(1): "router.back()"
    case .back(let steps): "router.back(\(steps))"
    case .dismiss: "router.dismiss()"
    case .tap(let target): "stage.top():tap(\(target.quotedAsLua))"
    case .fill(let field, let text):
      "stage.top():fill({ \(field.isLuaName ? field : "[\(field.quotedAsLua)]") = \(text.quotedAsLua) })"
    case .advance(let seconds): "clock.advance(\(Self.text(of: seconds)))"
    case .text(let text): PromptText(text).statement
    }
  }

  /// Whether time passes, and nothing else is done.
  var isAdvance: Bool {
    if case .advance = self { true } else { false }
  }

  /// The act as it was typed, for a comment.
  package var words: String {
    switch self {
    case .open(let location): location
    case .back(let steps): steps == 1 ? ":back" : ":back \(steps)"
    case .dismiss: ":dismiss"
    case .tap(let target): ":tap \(target)"
    case .fill(let field, let text): ":fill \(field) = \(text)"
    case .advance(let seconds): ":advance \(Self.text(of: seconds))"
    case .text(let text): text
    }
  }

  /// Seconds, without a point where there are whole ones.
  private static func text(of seconds: Double) -> String {
    Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
  }
}

/// The acts of a person at a prompt, in order.
package struct JourneyRecording: Sendable {
  /// The steps of a journey at most.
  package static let limit = 1_000

  package private(set) var acts: [JourneyAct] = []

  /// Begins with nothing done.
  package init() {}

  /// Adds an act.
  ///
  /// - Returns: Whether there was room for it.
  package mutating func add(_ act: JourneyAct) -> Bool {
    guard acts.count < Self.limit else { return false }
    acts.append(act)
    return true
  }
}
