import LuaRuntime
import Moonroute
import TextTools

/// Reads the fields of a table from a script, and records every mistake in it.
struct FieldReader {
  struct Mistake {
    let code: RouterError.Code
    let message: String
    let field: String?
    /// The place of the table, or `nil` for the place of the call.
    var place: ScriptPlace?
  }

  /// The name of the table in messages: `a route`.
  let what: String

  private(set) var place: ScriptPlace?

  private(set) var mistakes: [Mistake] = []

  private let table: LuaTable

  /// One bit for the length of each existing field, so that most absent fields need no search.
  private var present: UInt64 = 0

  /// The known fields are ASCII, the common ones first; any other field is a mistake.
  init(
    _ table: LuaTable,
    as what: String,
    known: [String],
    allowsItems: Bool = false
  ) {
    self.table = table
    self.what = what
    for field in table.fields {
      if case .string(let name) = field.key { present |= Self.bit(of: name) }
      guard !Self.isKnown(field.key, known) else { continue }
      let name = field.key.string ?? field.key.value.display
      let words = ScriptCallFields.problem(withField: name, of: what, known: known)
      add(.unknownField, words, field: name)
    }
    if !allowsItems, !table.array.isEmpty {
      add(.unknownField, "A list item is not a field of \(what). Write name = value.")
    }
  }

  mutating func found(at place: ScriptPlace?) {
    self.place = place
    for index in mistakes.indices { mistakes[index].place = place }
  }

  private static func bit(of name: String) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: name.utf8.count)
  }

  /// Whether a key is among names; texts of another length are not even compared.
  private static func isKnown(_ key: LuaKey, _ known: [String]) -> Bool {
    guard case .string(let name) = key else { return false }
    return known.contains { isSame($0, name) }
  }

  /// Whether a text has the same bytes as an ASCII name.
  ///
  /// Comparing two short ASCII texts takes a few instructions. A text that is only canonically
  /// equivalent to the name is longer.
  private static func isSame(_ name: String, _ text: String) -> Bool {
    name.utf8.count == text.utf8.count && name == text
  }

  mutating func add(_ code: RouterError.Code, _ message: String, field: String? = nil) {
    mistakes.append(Mistake(code: code, message: message, field: field, place: place))
  }

  mutating func expect(_ expected: String, in field: String, got value: LuaValue) {
    add(
      .wrongType,
      "'\(field)' of \(what) must be \(expected), not \(Self.name(of: value)).",
      // A missing field has no place: a search would find another table's field.
      field: value.isNil ? nil : field
    )
  }

  subscript(field: String) -> LuaValue {
    guard present & Self.bit(of: field) != 0 else { return .nil }
    for place in table.fields.indices {
      if case .string(let name) = table.fields[place].key, Self.isSame(field, name) {
        return table.fields[place].value
      }
    }
    return .nil
  }

  /// Text, or `nil` if absent or invalid.
  mutating func text(_ field: String) -> String? {
    switch self[field] {
    case .nil: return nil
    case .string(let text): return text
    case let other:
      expect("text", in: field, got: other)
      return nil
    }
  }

  mutating func integer(_ field: String) -> Int? {
    let value = self[field]
    if value.isNil { return nil }
    if let integer = value.integer, let small = Int(exactly: integer) { return small }
    expect("a whole number", in: field, got: value)
    return nil
  }

  mutating func number(_ field: String) -> Double? {
    let value = self[field]
    if value.isNil { return nil }
    if let number = value.number { return number }
    expect("a number", in: field, got: value)
    return nil
  }

  mutating func bool(_ field: String) -> Bool? {
    switch self[field] {
    case .nil: return nil
    case .boolean(let value): return value
    case let other:
      expect("true or false", in: field, got: other)
      return nil
    }
  }

  mutating func function(_ field: String) -> LuaFunction? {
    switch self[field] {
    case .nil: return nil
    case .function(let function): return function
    case let other:
      expect("a function", in: field, got: other)
      return nil
    }
  }

  /// A list of texts, empty if absent or invalid; a single text counts as a list of one.
  mutating func texts(_ field: String) -> [String] {
    switch self[field] {
    case .nil: return []
    case .string(let text): return [text]
    case .table(let list) where list.fields.isEmpty:
      let texts = list.array.compactMap(\.string)
      if texts.count == list.array.count { return texts }
      expect("a list of texts", in: field, got: .table(list))
    case let other: expect("a list of texts", in: field, got: other)
    }
    return []
  }

  mutating func table(_ field: String) -> LuaTable? {
    switch self[field] {
    case .nil: return nil
    case .table(let value): return value
    case let other:
      expect("a table", in: field, got: other)
      return nil
    }
  }

  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ field: String,
    as type: Word.Type = Word.self
  ) -> Word? where Word.RawValue == String {
    word(field, among: Word.allCases.map(\.rawValue)).flatMap { Word(rawValue: $0) }
  }

  mutating func word(_ field: String, among words: [String]) -> String? {
    guard let text = text(field) else { return nil }
    if words.contains(text) { return text }
    let hint = NearestNames.hint(for: text, among: words)
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    add(
      .wrongType,
      "'\(field)' of \(what) cannot be '\(text)'. It is one of \(list).\(hint)",
      field: field
    )
    return nil
  }

  /// Plain data, or nothing if absent or invalid.
  mutating func plain(_ field: String) -> Value {
    if let value = Value(plain: self[field]) { return value }
    expect("plain data", in: field, got: self[field])
    return .null
  }

  func raiseFirst() throws(LuaError) {
    guard let first = mistakes.first else { return }
    throw LuaError(LuaErrorCode(rawValue: first.code.rawValue), first.message)
  }

  /// A value's type for messages, with its text if short.
  private static func name(of value: LuaValue) -> String {
    switch value {
    case .string(let text) where text.utf8.count <= 40: "the text '\(text)'"
    case .string: "text"
    case .bytes: "text that is not UTF-8"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    default: "a \(value.typeName)"
    }
  }
}
