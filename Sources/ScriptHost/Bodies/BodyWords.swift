package import Moonroute
import TextTools

/// The messages for mistakes in the body of a screen, for the run-time check and for tools.
package enum BodyWords {
  package static let fields: [String: ScriptCallFields] = Dictionary(
    uniqueKeysWithValues: BodyKind.all.map {
      ($0.name, ScriptCallFields(0, $0.words, $0.fields))
    }
  )

  package static func problem(withKind name: String) -> String? {
    guard BodyKind.named(name) == nil else { return nil }
    let known = BodyKind.all.map(\.name)
    let hint = NearestNames.hint(for: name, among: known)
    return "'\(name)' is not a kind of piece of a body."
      + (hint.isEmpty ? " The kinds are \(known.joined(separator: ", "))." : hint)
  }

  package static func notList(_ kind: String) -> String {
    "The body of a screen is a list of pieces, not \(kind). Write body = { { \"text\", … } }."
  }

  /// The message for one piece in place of a list of pieces.
  package static func onePiece(_ kind: String) -> String {
    "A list of pieces is expected, not one piece. Write { { \"\(kind)\", … } }."
  }

  package static func notPiece(_ kind: String) -> String {
    "A piece of a body is a table with its kind first, not \(kind). Write { \"text\", … }."
  }

  package static func wrongValue(of field: String, _ piece: BodyKind, _ kind: String) -> String {
    let needed =
      switch field {
      case "on_tap": "a function"
      case "to": "a location or text"
      default: "text"
      }
    return "'\(field)' of \(piece.words) must be \(needed), not \(kind)."
  }

  /// The message for a call that runs while a view is built.
  package static func moves(_ call: String) -> String {
    "\(call) moves the stage while the view is built. Write on_tap = function() \(call)() end, or call"
      + " it in a handler."
  }

  /// The message for a call in place of a function that makes it.
  package static func called(_ call: String) -> String {
    "\(call) runs while the view is built, not when the button is tapped. Write"
      + " on_tap = function() \(call)(…) end."
  }

  /// The calls that move the stage without opening a location.
  package static let moving: Set<String> = [
    "router.back", "router.pop_to", "router.pop_to_root", "router.dismiss", "router.close",
    "router.select", "router.reset", "stage.swipe_back", "stage.restore",
  ]
}
