import LuaRuntime
import Moonroute

/// An option of an animator.
struct AnimatorOption {
  /// What the option may hold.
  enum Content {
    /// What the router itself reads.
    case router
    /// `true` or `false`.
    case flag
    /// A number.
    case number
    /// Any text.
    case text
    /// One of some words.
    case word([String])
    /// Any plain value.
    case any
  }

  /// The name.
  let name: String
  private let content: Content

  /// Names an option.
  init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// Whether only the user interface looks at it.
  var isLook: Bool {
    if case .router = content { false } else { true }
  }

  /// The value that a table gives it, or nothing when absent or wrong.
  func value(in reader: inout FieldReader) -> Value {
    switch content {
    case .router: .none
    case .flag: reader.bool(name).map(Value.bool) ?? .none
    case .number: reader.number(name).map(Value.number) ?? .none
    case .text: reader.text(name).map(Value.text) ?? .none
    case .word(let words): reader.word(name, among: words).map(Value.text) ?? .none
    case .any: reader.plain(name)
    }
  }
}
