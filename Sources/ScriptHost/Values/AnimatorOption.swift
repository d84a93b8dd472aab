import LuaRuntime
import Moonroute

struct AnimatorOption {
  enum Content {
    /// An option that the router itself reads.
    case router
    case flag
    /// A number from 0 up to a limit.
    case number(upTo: Double)
    case text
    case word([String])
    case any
  }

  let name: String
  private let content: Content

  init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// Whether only the user interface uses it.
  var isLook: Bool {
    if case .router = content { false } else { true }
  }

  /// The value of the option in a table, or nothing if it is absent or invalid.
  func value(in reader: inout FieldReader) -> Value {
    switch content {
    case .router: .null
    case .flag: reader.bool(name).map(Value.bool) ?? .null
    case .number(let limit): number(upTo: limit, in: &reader).map(Value.double) ?? .null
    case .text: reader.text(name).map(Value.text) ?? .null
    case .word(let words): reader.word(name, among: words).map(Self.spelling) ?? .null
    case .any: reader.plain(name)
    }
  }

  private func number(upTo limit: Double, in reader: inout FieldReader) -> Double? {
    guard let number = reader.number(name) else { return nil }
    guard (0...limit).contains(number) else {
      reader.expect("a number from 0 to \(Int(limit))", in: name, got: .number(number))
      return nil
    }
    return number
  }

  private static func spelling(_ word: String) -> Value {
    .text(word == "centre" ? "center" : word)
  }
}
