/// A pattern of a dynamic rule for Android: text, `*` and `?`.
///
/// A `*` runs to the first occurrence of the character after it and never goes back; a final `*`
/// takes the rest.
struct AndroidPattern: Sendable {
  private enum Step: Sendable, Equatable {
    case byte(UInt8)
    case one
    case many
  }

  private let steps: [Step]

  /// The bytes before the first wildcard.
  let prefix: [UInt8]

  var isLiteral: Bool { prefix.count == steps.count }

  init(_ text: String) {
    var steps: [Step] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "?"):
        // In a run of wildcards, the order has no meaning.
        steps.insert(.one, at: steps.last == .many ? steps.count - 1 : steps.count)
      case UInt8(ascii: "*"): if steps.last != .many { steps.append(.many) }
      default: steps.append(.byte(byte))
      }
    }
    self.steps = steps
    prefix = steps.prefix { if case .byte = $0 { true } else { false } }
      .compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
  }

  /// Whether the whole decoded text matches.
  func matches(_ text: [UInt8]) -> Bool {
    var place = 0
    var step = 0
    while step < steps.count {
      switch steps[step] {
      case .byte(let byte):
        guard place < text.count, text[place] == byte else { return false }
        place += 1
      case .one:
        guard place < text.count else { return false }
        place = text.nextScalar(after: place)
      case .many:
        guard step + 1 < steps.count else { return true }
        guard case .byte(let byte) = steps[step + 1],
          let found = text[place...].firstIndex(of: byte)
        else { return false }
        place = found
      }
      step += 1
    }
    return place == text.count
  }
}
