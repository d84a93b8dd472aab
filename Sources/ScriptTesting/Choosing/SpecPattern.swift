import LuaRuntime

/// A Lua pattern that can be matched outside a running script.
package struct SpecPattern {
  private let pattern: String

  package init(_ pattern: String) { self.pattern = pattern }

  /// Most patterns are plain text, which needs no Lua state.
  func matches(_ text: String) -> Bool {
    guard !isPlain else {
      return Self.contains(text, pattern)
    }
    guard let state = try? LuaState(), let environment = try? state.makeEnvironment(),
      let chunk = try? state.load(
        "local text, pattern = ... return text:find(pattern) ~= nil",
        name: "//moonroute/pattern.lua",
        environment: environment
      ),
      let answer = try? state.call(chunk, [.string(text), .string(pattern)])
    else { return false }
    return answer.first?.boolean ?? false
  }

  /// Whether the pattern has no special characters.
  private var isPlain: Bool {
    !pattern.utf8.contains { "^$*+?.([%-".utf8.contains($0) }
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard !part.isEmpty else { return true }
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}

extension SpecPattern {
  /// The error in the pattern, in Lua's words; Lua itself reports it only when matching reaches it.
  package var problem: String? {
    if isPlain { return nil }
    var reader = PatternReader(bytes: Array(pattern.utf8))
    do throws(SpecPatternError) {
      try reader.read()
      return nil
    } catch {
      return error.words
    }
  }
}

private struct SpecPatternError: Error {
  let words: String

  init(_ words: String) { self.words = words }
}

/// Validates a Lua pattern.
private struct PatternReader {
  private static let captureLimit = 32

  let bytes: [UInt8]
  private var place = 0
  private var captures: [Bool] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ distance: Int = 0) -> UInt8? {
    bytes.indices.contains(place + distance) ? bytes[place + distance] : nil
  }

  mutating func read() throws(SpecPatternError) {
    while let byte = byte() {
      switch byte {
      case UInt8(ascii: "("): try openCapture()
      case UInt8(ascii: ")"): try closeCapture()
      case UInt8(ascii: "["): try readSet()
      case UInt8(ascii: "%"): try readEscape()
      default: place += 1
      }
    }
    if captures.contains(false) { throw SpecPatternError("unfinished capture") }
  }

  private mutating func openCapture() throws(SpecPatternError) {
    guard captures.count < Self.captureLimit else { throw SpecPatternError("too many captures") }
    let isPosition = byte(1) == UInt8(ascii: ")")
    captures.append(isPosition)
    place += isPosition ? 2 : 1
  }

  private mutating func closeCapture() throws(SpecPatternError) {
    guard let open = captures.lastIndex(of: false) else {
      throw SpecPatternError("invalid pattern capture")
    }
    captures[open] = true
    place += 1
  }

  private mutating func readEscape() throws(SpecPatternError) {
    guard let next = byte(1) else { throw SpecPatternError("malformed pattern (ends with '%')") }
    place += 2
    switch next {
    case UInt8(ascii: "b"):
      guard byte(1) != nil else {
        throw SpecPatternError("malformed pattern (missing arguments to '%b')")
      }
      place += 2
    case UInt8(ascii: "f"):
      guard byte() == UInt8(ascii: "[") else {
        throw SpecPatternError("missing '[' after '%f' in pattern")
      }
      try readSet()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let index = Int(next) - Int(UInt8(ascii: "1"))
      guard captures.indices.contains(index), captures[index] else {
        throw SpecPatternError("invalid capture index %\(index + 1)")
      }
    default: break
    }
  }

  private mutating func readSet() throws(SpecPatternError) {
    place += byte(1) == UInt8(ascii: "^") ? 2 : 1
    var isFirst = true
    while isFirst || byte() != UInt8(ascii: "]") {
      guard let next = byte() else {
        throw SpecPatternError("malformed pattern (missing ']')")
      }
      place += next == UInt8(ascii: "%") && byte(1) != nil ? 2 : 1
      isFirst = false
    }
    place += 1
  }
}
