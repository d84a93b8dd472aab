/// Parses a template, byte by byte; the whole grammar of paths is here.
struct TemplateParser {
  static let segmentLimit = 256
  static let depthLimit = 64

  /// The maximum length of a template in bytes, as for locations.
  static let byteLimit = 65_536

  /// The maximum length of one literal in bytes; lowercasing may make it longer.
  static let literalLimit = 16_384

  static let parameterLimit = 256

  /// The maximum bytes of literal text next to the parameters of one segment: a search may compare
  /// each byte of a location with each of them.
  static let mixedLiteralLimit = 1_024

  /// The maximum size of one segment's automaton in words: each of its states stores a position for
  /// each parameter.
  static let mixedRoomLimit = 1 << 20

  let template: String
  let types: ParameterTypes
  let bytes: [UInt8]
  let end: Int
  var position: Int
  var segmentCount = 0
  private var parameterCount = 0
  /// The range of each item, an optional part before its contents; `nil` if ranges are not needed.
  var ranges: [Range<Int>]?

  init(_ template: String, types: ParameterTypes = .builtIn) {
    self.template = template
    self.types = types
    bytes = Array(template.utf8)
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    position = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    end = (bytes.lastIndex { !isBlank($0) } ?? bytes.count - 1) + 1
  }

  var byte: UInt8? { position < end ? bytes[position] : nil }

  func error(_ reason: PatternError.Reason, at offset: Int? = nil) -> PatternError {
    PatternError(reason, template: template, utf8Offset: offset ?? position)
  }

  func text(from start: Int, to end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Parses the whole path: an optional `/`, then segments and optional parts.
  mutating func parsePath() throws(PatternError) -> [TemplateItem] {
    let start = position
    // As in locations, two slashes are the root with a trailing slash.
    if text(from: start, to: end) == "//" { position = end }
    let items = try parseItems(depth: 0, isFirst: true)
    if byte != nil { throw error(.unbalancedParenthesis) }
    guard end - start <= Self.byteLimit else { throw error(.tooMuchText, at: start) }
    return items
  }

  /// Counts another parameter, which begins at `start`.
  mutating func countParameter(at start: Int) throws(PatternError) {
    parameterCount += 1
    guard parameterCount <= Self.parameterLimit else { throw error(.tooLong, at: start) }
  }

  /// Parses items up to a `)` or the end.
  private mutating func parseItems(
    depth: Int,
    isFirst: Bool
  ) throws(PatternError) -> [TemplateItem] {
    var items: [TemplateItem] = []
    var mayOmitSlash = isFirst
    while let byte, byte != UInt8(ascii: ")") {
      if byte == UInt8(ascii: "(") {
        items.append(try parseOptional(depth: depth + 1))
      } else if byte == UInt8(ascii: "/") {
        position += 1
        if isAtEndOfItems || isOptionalAhead { continue }
        items.append(try parseSegmentItem())
      } else if mayOmitSlash {
        items.append(try parseSegmentItem())
      } else {
        throw error(.misplacedParenthesis, at: position - 1)
      }
      mayOmitSlash = false
    }
    return items
  }

  var isAtEndOfItems: Bool { byte == nil || byte == UInt8(ascii: ")") }

  private mutating func parseSegmentItem() throws(PatternError) -> TemplateItem {
    let start = position
    let segment = try parseSegment()
    ranges?.append(start..<position)
    return .segment(segment)
  }

  private mutating func parseOptional(depth: Int) throws(PatternError) -> TemplateItem {
    let open = position
    let index = ranges?.count ?? 0
    ranges?.append(open..<open)
    position += 1
    guard byte == UInt8(ascii: "/") else { throw error(.misplacedParenthesis, at: open) }
    guard depth <= Self.depthLimit else { throw error(.tooLong, at: open) }
    let items = try parseItems(depth: depth, isFirst: false)
    guard byte == UInt8(ascii: ")") else { throw error(.unbalancedParenthesis, at: open) }
    position += 1
    guard !items.isEmpty else { throw error(.emptyOptional, at: open) }
    ranges?[index] = open..<position
    return .optional(items)
  }
}

extension TemplateParser {
  /// Parses a `(…)` after a name: a constraint, which may contain groups and classes.
  mutating func parseConstraint() throws(PatternError) -> ParameterType {
    let open = position
    guard let close = constraintEnd(from: open) else {
      throw error(.unbalancedParenthesis, at: open)
    }
    do {
      let constraint = try Constraint(text(from: open + 1, to: close))
      position = close + 1
      return .constraint(constraint)
    } catch {
      throw self.error(.constraint(error.reason), at: open + 1 + error.utf8Offset)
    }
  }

  /// The offset of the parenthesis that ends a constraint, or `nil`.
  private func constraintEnd(from open: Int) -> Int? {
    var depth = 0
    var isInClass = false
    var index = open
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return nil
  }
}
