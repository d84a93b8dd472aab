import Foundation
import TextTools

/// One case of an attack.
///
/// Each line is a part, and shrinking removes parts one by one.
struct AttackCase: Hashable, Sendable {
  private static let comment = "## "

  var parts: [String]

  /// Creates a case.
  ///
  /// Each part is one line.
  init(_ parts: [String]) {
    self.parts = parts.flatMap { $0.split(separator: "\n").map(String.init) }
  }

  /// Reads a saved case.
  ///
  /// Lines that begin with `## ` contain the reason for saving it.
  init(text: String) {
    parts = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix(Self.comment) }
  }

  /// The text of the file for the saved case.
  func text(because reason: String) -> String {
    let reasons = reason.split(whereSeparator: \.isNewline).map { Self.comment + $0 + "\n" }
    return reasons.joined() + parts.joined(separator: "\n") + "\n"
  }
}

extension AttackCase {
  /// Bytes as a part.
  ///
  /// Bytes outside plain ASCII, and a space or `#` at either end, appear as `\x0A`.
  static func part(_ bytes: some Collection<UInt8>) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
      let isAtEnd = index == 0 || index == bytes.count - 1
      if isPlain, !isAtEnd || byte != UInt8(ascii: "#") && byte != UInt8(ascii: " ") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "\\x" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }

  static func bytes(of part: some StringProtocol) -> [UInt8] {
    let source = Array(part.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "\\"), index + 3 < source.count,
        let byte = UInt8(String(decoding: source[index + 2...index + 3], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 4
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return bytes
  }
}

extension SeededGenerator {
  /// A random element of some values.
  mutating func pick<Element>(_ values: [Element]) -> Element { values[next(below: values.count)] }

  /// A random number in a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + next(below: range.count)
  }

  /// Returns `true` with a probability in percent.
  mutating func chance(_ percent: Int) -> Bool { next(below: 100) < percent }
}
