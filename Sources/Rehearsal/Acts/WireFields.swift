package import MessageStream
import Moonroute
import ScriptHost
import TextTools

/// The fields of a request's body; it refuses unknown and missing fields and wrong types.
package struct WireFields {
  package static let textBytes = 64 << 10

  package static let listCount = 100_000

  private let fields: [String: JSON]
  private var known: [String] = []

  package init(_ body: [UInt8]) throws(Refusal) {
    let json: JSON
    do {
      json = try JSONParser.parse(body)
    } catch {
      throw Refusal(400, .wrongType, "The body is \(error).")
    }
    try self.init(json)
  }

  package init(_ json: JSON) throws(Refusal) {
    guard case .object(let fields) = json else {
      throw Refusal(400, .wrongType, "The body is \(json.kind), but must be an object of fields.")
    }
    self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
  }

  /// Refuses unread fields.
  package func end() throws(Refusal) {
    for name in fields.keys.sorted() where !known.contains(name) {
      let hint = NearestNames.hint(for: name, among: known)
      let list =
        known.isEmpty
        ? " It has no fields." : " Available: \(known.sorted().joined(separator: ", "))."
      throw Refusal(
        400,
        .unknownField,
        "'\(name)' is not a field of this request.\(hint.isEmpty ? list : hint)"
      )
    }
  }

  /// The value of a field; `null` counts as missing.
  private mutating func find(_ name: String) -> JSON? {
    known.append(name)
    guard let value = fields[name], value != .null else { return nil }
    return value
  }

  private static func wrong(_ name: String, _ expected: String, _ value: JSON?) -> Refusal {
    guard let value else {
      return Refusal(
        400,
        .missingParameter,
        "The field '\(name)' is missing; it must be \(expected)."
      )
    }
    return Refusal(
      400,
      .wrongType,
      "The field '\(name)' is \(value.kind), but must be \(expected)."
    )
  }

  private static func needed<Value>(
    _ name: String,
    _ expected: String,
    _ value: Value?
  ) throws(Refusal) -> Value {
    guard let value else { throw wrong(name, expected, nil) }
    return value
  }

  /// Whether a field exists, even if it is `null`.
  package mutating func has(_ name: String) -> Bool {
    known.append(name)
    return fields[name] != nil
  }

  /// Any value; `null` if the field is missing.
  package mutating func value(_ name: String) -> JSON { find(name) ?? .null }

  package mutating func optionalText(_ name: String) throws(Refusal) -> String? {
    guard let value = find(name) else { return nil }
    guard let text = value.text else { throw Self.wrong(name, "a text", value) }
    guard text.utf8.count <= Self.textBytes else {
      throw Refusal(
        400,
        .valueTooLarge,
        "The field '\(name)' has \(text.utf8.count) bytes; at most \(Self.textBytes) are allowed."
      )
    }
    return text
  }

  package mutating func text(_ name: String) throws(Refusal) -> String {
    try Self.needed(name, "a text", try optionalText(name))
  }

  package mutating func optionalBool(_ name: String) throws(Refusal) -> Bool? {
    guard let value = find(name) else { return nil }
    guard let bool = value.bool else { throw Self.wrong(name, "true or false", value) }
    return bool
  }

  package mutating func bool(_ name: String) throws(Refusal) -> Bool {
    try Self.needed(name, "true or false", try optionalBool(name))
  }

  /// A whole number of at least 0.
  package mutating func optionalNumber(_ name: String) throws(Refusal) -> Int? {
    guard let value = find(name) else { return nil }
    guard let number = value.int, number >= 0 else {
      throw Self.wrong(name, "a whole number of at least 0", value)
    }
    return number
  }

  package mutating func number(_ name: String) throws(Refusal) -> Int {
    try Self.needed(name, "a whole number of at least 0", try optionalNumber(name))
  }

  /// Seconds from 0 to a hundred years, or `nil`.
  package mutating func optionalSeconds(_ name: String) throws(Refusal) -> Double? {
    guard let value = find(name) else { return nil }
    guard let seconds = value.double, (0...3_153_600_000).contains(seconds) else {
      throw Self.wrong(name, "seconds from 0 to 3153600000", value)
    }
    return seconds
  }

  /// A list of texts; empty if the field is missing.
  package mutating func texts(_ name: String) throws(Refusal) -> [String] {
    guard let value = find(name) else { return [] }
    guard case .list(let items) = value, items.count <= Self.listCount else {
      throw Self.wrong(name, "a list of at most \(Self.listCount) texts", value)
    }
    var texts: [String] = []
    for item in items {
      guard let text = item.text, text.utf8.count <= Self.textBytes else {
        throw Self.wrong(name, "a list of texts of at most \(Self.textBytes) bytes", value)
      }
      texts.append(text)
    }
    return texts
  }

  /// The fields of an object in order; empty if the field is missing.
  package mutating func object(_ name: String) throws(Refusal) -> [JSON.Field] {
    guard let value = find(name) else { return [] }
    guard case .object(let fields) = value else {
      throw Self.wrong(name, "an object of fields", value)
    }
    return fields
  }

  /// One of several words, or `nil`.
  package mutating func optionalWord<Word: RawRepresentable & CaseIterable>(
    _ name: String,
    _ type: Word.Type = Word.self
  ) throws(Refusal) -> Word? where Word.RawValue == String {
    guard let text = try optionalText(name) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let hint = NearestNames.hint(for: text, among: words)
    throw Refusal(
      400,
      .wrongType,
      "The field '\(name)' cannot be '\(text)'."
        + (hint.isEmpty ? " It is one of \(words.joined(separator: ", "))." : hint)
    )
  }

  package mutating func word<Word: RawRepresentable & CaseIterable>(
    _ name: String,
    _ type: Word.Type = Word.self
  ) throws(Refusal) -> Word where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return try Self.needed(name, "one of \(words)", try optionalWord(name))
  }
}

extension JSON {
  /// The type of the value, for messages.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
