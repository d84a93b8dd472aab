/// Names of query items, in which `*` matches any text.
package struct QueryNames: Hashable, Sendable {
  package let names: [String]

  private let texts: [[UInt8]]

  package init(_ names: [String]) {
    self.names = names
    texts = names.map { Array($0.utf8) }
  }

  package var isEmpty: Bool { texts.isEmpty }

  /// Whether one of the names matches, byte for byte.
  ///
  /// - Complexity: O(*n* · *m*) for *n* bytes of the name and *m* bytes of the names.
  package func contains(_ name: String) -> Bool {
    let name = Array(name.utf8)
    return texts.contains { Self.matches($0, name) }
  }

  private static func matches(_ text: [UInt8], _ name: [UInt8]) -> Bool {
    var (place, byte) = (0, 0)
    // The last `*`, and the first byte that it has not taken.
    var star: (place: Int, byte: Int)?
    while byte < name.count {
      if place < text.count, text[place] == UInt8(ascii: "*") {
        star = (place, byte)
        place += 1
      } else if place < text.count, text[place] == name[byte] {
        (place, byte) = (place + 1, byte + 1)
      } else if let last = star {
        star = (last.place, last.byte + 1)
        (place, byte) = (last.place + 1, last.byte + 1)
      } else {
        return false
      }
    }
    return text[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
