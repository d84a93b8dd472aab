extension TemplateParser {
  /// Parses one segment, up to `/`, an optional part, `)` or the end.
  mutating func parseSegment() throws(PatternError) -> TemplateSegment {
    let start = position
    segmentCount += 1
    guard segmentCount <= Self.segmentLimit else { throw error(.tooLong) }
    if byte == UInt8(ascii: "*") { return try parseWildcard() }
    var pieces: [TemplatePiece] = []
    while let byte, byte != UInt8(ascii: "/"), byte != UInt8(ascii: ")") {
      if byte == UInt8(ascii: "(") {
        guard isOptionalNext else { throw error(.misplacedParenthesis) }
        break
      }
      if byte == UInt8(ascii: ":") {
        if case .parameter = pieces.last { throw error(.adjacentParameters) }
        pieces.append(.parameter(try parseParameter()))
      } else {
        pieces.append(.literal(try parseLiteral()))
      }
    }
    return try segment(of: pieces, at: start)
  }

  private func segment(
    of pieces: [TemplatePiece],
    at start: Int
  ) throws(PatternError) -> TemplateSegment {
    if pieces.isEmpty { return .literal("") }
    guard pieces.count == 1 else {
      try checkSize(of: pieces, at: start)
      return .mixed(pieces)
    }
    switch pieces[0] {
    case .parameter(let parameter): return .parameter(parameter)
    case .literal(let text):
      if text == "." || text == ".." { throw error(.dotSegment, at: start) }
      return .literal(text)
    }
  }

  /// Checks the limits that bound the time and the memory of a search in the segment.
  private func checkSize(of pieces: [TemplatePiece], at start: Int) throws(PatternError) {
    var (literal, states, parameters) = (0, 0, 0)
    var isSimple = true
    for piece in pieces {
      switch piece {
      case .literal(let text): literal += text.utf8.count
      case .parameter(let parameter):
        parameters += 1
        if parameter.type == .text { continue }
        isSimple = false
        // Without an automaton, a list with too many values would accept any text.
        guard let automaton = BuiltInExpression.automaton(of: parameter.type) else {
          throw error(.tooManyStates, at: start)
        }
        states += automaton.stateCount
      }
    }
    guard literal <= Self.mixedLiteralLimit else { throw error(.tooMuchText, at: start) }
    let room = (SegmentNFA.longestSpelling * literal + states + parameters) * (parameters + 2)
    guard isSimple || room <= Self.mixedRoomLimit else { throw error(.tooManyStates, at: start) }
  }

  var isOptionalNext: Bool {
    position + 1 < end && bytes[position + 1] == UInt8(ascii: "/")
  }

  private mutating func parseWildcard() throws(PatternError) -> TemplateSegment {
    position += 1
    let isMany = byte == UInt8(ascii: "*")
    if isMany { position += 1 }
    let name = parseName()
    if let byte, byte != UInt8(ascii: "/"), byte != UInt8(ascii: ")"), !isOptionalAhead {
      throw error(.misplacedWildcard)
    }
    let given = name.isEmpty ? nil : name
    if given != nil { try countParameter(at: position) }
    return isMany ? .many(given) : .one(given)
  }

  var isOptionalAhead: Bool { byte == UInt8(ascii: "(") && isOptionalNext }

  private mutating func parseParameter() throws(PatternError) -> RouteParameter {
    let start = position
    position += 1
    let name = parseName()
    guard !name.isEmpty else { throw error(.unnamedParameter, at: start) }
    try countParameter(at: start)
    return RouteParameter(name: name, type: try parseCondition())
  }

  /// Parses an optional type or constraint after a name.
  private mutating func parseCondition() throws(PatternError) -> ParameterType {
    switch byte {
    case UInt8(ascii: "<"): return try parseType()
    case UInt8(ascii: "(") where !isOptionalNext: return try parseConstraint()
    default: return .text
    }
  }

  /// Parses a template that is only `<…>` or `(…)`.
  mutating func parseWholeType() throws(PatternError) -> ParameterType {
    let type = byte == UInt8(ascii: "<") ? try parseType() : try parseConstraint()
    guard byte == nil else { throw error(.unterminatedType) }
    return type
  }

  /// Parses Unicode letters, digits, marks and `_`; the result may be empty.
  mutating func parseName() -> String {
    let start = position
    while let byte, byte.isDigit || byte.isLetter || byte == UInt8(ascii: "_") { position += 1 }
    guard let byte, byte >= 0x80 else { return text(from: start, to: position) }
    var rest = bytes[position..<end].makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&rest), scalar.mayBeInName {
      position += UTF8.width(scalar)
    }
    return text(from: start, to: position)
  }

  private mutating func parseType() throws(PatternError) -> ParameterType {
    let open = position
    let start = position + 1
    guard let close = bytes[start..<end].firstIndex(of: UInt8(ascii: ">")) else {
      throw error(.unterminatedType)
    }
    position = close + 1
    let content = text(from: start, to: close)
    if content.contains("|") {
      let values = content.split(separator: "|", omittingEmptySubsequences: false)
      if values.contains("") { throw error(.emptyChoice, at: open) }
      return .choice(values.map { Self.decodingEscapes(Array($0.utf8)[...]) ?? String($0) })
    }
    guard let type = types[content] else {
      throw error(.unknownType(name: content, nearest: types.nearest(to: content)), at: start)
    }
    return type
  }

  private mutating func parseLiteral() throws(PatternError) -> String {
    let start = position
    while let byte, !Self.endsLiteral(byte) {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        throw error(.reservedCharacter(Character(Unicode.Scalar(byte))))
      }
      if byte == UInt8(ascii: "*") { throw error(.misplacedWildcard) }
      if byte == UInt8(ascii: "<") { throw error(.misplacedType(suggestion: foreignParameter())) }
      position += 1
    }
    guard let decoded = Self.decodingEscapes(bytes[start..<position]) else {
      throw error(.notText, at: start)
    }
    guard decoded.utf8.count <= Self.literalLimit else { throw error(.tooMuchText, at: start) }
    return decoded
  }

  /// Converts a parameter in another router's syntax, such as `<int:id>`, to ours.
  private func foreignParameter() -> String {
    let content = text(from: position + 1, to: end).prefix { $0 != ">" && $0 != "/" }
    let parts = content.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.last, parts.count <= 2, !name.isEmpty,
      name.unicodeScalars.allSatisfy(\.mayBeInName)
    else { return ":name<type>" }
    guard parts.count == 2 else { return ":" + name }
    switch parts[0] {
    case "path": return "**" + name
    case "string", "str", "default", "any": return ":" + name
    case "float", "double": return ":\(name)<number>"
    default: return types[parts[0]] == nil ? ":\(name)<type>" : ":\(name)<\(parts[0])>"
    }
  }

  private static func endsLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ")"): true
    default: false
    }
  }

  /// Decodes `%41` to `A`; a malformed escape stays as text.
  ///
  /// Returns `nil` if the decoded bytes are not UTF-8.
  static func decodingEscapes(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        decoded.append(UInt8(high << 4 | low))
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  fileprivate var mayBeInName: Bool {
    if self == "_" || properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }
}
