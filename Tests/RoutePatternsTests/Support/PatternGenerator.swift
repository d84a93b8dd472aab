import RoutePatterns

/// Generates overlapping patterns, and locations that match or almost match them.
struct PatternGenerator {
  private var random: LocationRandom
  private var nameCount = 0

  init(seed: UInt64) {
    random = LocationRandom(seed: seed)
  }

  static let literals = [
    "a", "b", "user", "posts", "7", "学校", "é", "e\u{301}", "USER", "Straße", "eightlen",
    "ninebytes", "a-literal-of-17-b", "en", "",
  ]

  static let values = [
    "a", "b", "user", "User", "7", "-3", "007", "-", "3.14", "1.", "true", "false", "x-y", "学校",
    "é", "e\u{301}", "É", "deadbeef", "2024-02-29", "2023-02-29", "en", "fr", "a.b.c", "@x", "@",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "a/b", "x y", "straße",
    "0188AB12-0000-4000-8000-00000000ABCD", "eightlen", "ninebytes", "a-literal-of-17-b",
    "a-literal-of-17-c", "x-", "-x", "a-b-c", "x.json", "x.é", "7.e\u{301}", "学校-7", "100%", "?",
    "ab", "x-b", "x-a-b",
  ]

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Generates a table of patterns.
  mutating func table() -> NaiveTable {
    let hasPriorities = chance(30)
    let hasSchemes = chance(40)
    let isFolded = chance(25)
    let entries = (0..<number(1...9))
      .map { _ in
        var entry = NaiveTable.Entry(pattern: pattern())
        if hasPriorities { entry.priority = number(-1...1) }
        if isFolded, chance(50) { entry.isCaseSensitive = false }
        if hasSchemes, chance(60) {
          entry.scheme = pick(["shop", "https"])
          if entry.scheme == "https", chance(80) {
            entry.host = pick([
              ["example", "com"], ["*", "example", "com"], [":tenant", "example", "com"],
              ["Shop", "example", "com"], ["*", ":h", "com"],
            ])
          } else if entry.scheme == "https" || entry.pattern.items.isEmpty {
            entry.scheme = "shop"
          }
        }
        return entry
      }
    let order: RouteTable.Order = chance(80) ? .rank : pick([.first, .last])
    let fallback: [String: Bool] =
      chance(20) ? [pick(["shop", "https", "other"]): chance(50)] : [:]
    return NaiveTable(entries: entries, order: order, fallback: fallback)
  }

  /// Generates a few patterns of few words, which often fit the same location.
  mutating func denseTable() -> NaiveTable {
    let hasPriorities = chance(20)
    nameCount = 0
    // Only patterns with the same beginning share its choices.
    let beginning = chance(50) ? denseItems(count: 1, depth: 0) : []
    let ownNames = nameCount
    let entries = (0..<number(1...4))
      .map { _ in
        nameCount = ownNames
        var entry = NaiveTable.Entry(
          pattern: NaivePattern(items: beginning + denseItems(count: number(0...3), depth: 0))
        )
        if hasPriorities { entry.priority = number(0...1) }
        return entry
      }
    return NaiveTable(entries: entries, order: .rank, fallback: [:])
  }

  private mutating func denseItems(count: Int, depth: Int) -> [NaivePattern.Item] {
    (0..<count)
      .map { index in
        // An optional part does not begin with another one.
        if depth < 2, depth == 0 || index > 0, chance(30) {
          return .optional(denseItems(count: number(1...2), depth: depth + 1))
        }
        switch number(0...9) {
        case 0..<5: return .segment(.literal(pick(["a", "b"])))
        case 5..<8: return .segment(.parameter(name(), .text))
        default: return .segment(.many(chance(60) ? name() : nil))
        }
      }
  }

  mutating func densePath() -> String {
    "/" + (0..<number(0...5)).map { _ in pick(["a", "a", "b", "c"]) }.joined(separator: "/")
  }

  mutating func pattern() -> NaivePattern {
    nameCount = 0
    let items = self.items(count: number(0...4), depth: 0)
    return NaivePattern(items: items)
  }

  private mutating func items(count: Int, depth: Int) -> [NaivePattern.Item] {
    var items: [NaivePattern.Item] = (0..<count)
      .map { index in
        if depth < 3, depth == 0 || index > 0, chance(18) {
          return .optional(self.items(count: number(1...2), depth: depth + 1))
        }
        return .segment(segment())
      }
    // A slash at the end, or before an optional part, does not create an empty segment.
    for index in items.indices {
      guard case .segment(.literal("")) = items[index] else { continue }
      if index + 1 < items.count, case .segment = items[index + 1] { continue }
      items[index] = .segment(.literal("a"))
    }
    return items
  }

  private mutating func name() -> String {
    nameCount += 1
    return pick(["p", "名", "a_"]) + String(nameCount)
  }

  private mutating func segment() -> NaivePattern.Segment {
    switch number(0...99) {
    case 0..<34: return .literal(pick(Self.literals.dropLast(chance(95) ? 1 : 0)))
    case 34..<52: return .parameter(name(), .text)
    case 52..<77: return .parameter(name(), pick(NaiveType.others))
    case 77..<86: return .mixed(pieces())
    case 86..<92: return .one(chance(60) ? name() : nil)
    default: return .many(chance(60) ? name() : nil)
    }
  }

  private mutating func pieces() -> [NaivePattern.Piece] {
    let type = chance(70) ? NaiveType.text : pick(NaiveType.others)
    let other = chance(70) ? NaiveType.text : pick(NaiveType.others)
    switch number(0...3) {
    case 0: return [.literal(pick(["@", "x", "x-"])), .parameter(name(), type)]
    case 1: return [.parameter(name(), type), .literal(pick([".json", "-", ".é", ".学校", "-b"]))]
    case 2: return [.parameter(name(), type), .literal("-"), .parameter(name(), other)]
    default:
      return [
        .literal(pick(["a", "学", "User", "É"])), .parameter(name(), type), .literal("."),
        .parameter(name(), other),
      ]
    }
  }
}

extension PatternGenerator {
  /// Generates a location for a table, which usually matches some entry.
  mutating func location(for table: NaiveTable) -> String {
    let entry = pick(table.entries)
    var segments: [String] =
      chance(85)
      ? entry.pattern.items.flatMap { instance(of: $0) }
      : (0..<number(0...5)).map { _ in pick(Self.values) }
    if chance(15), !segments.isEmpty {
      let index = number(0...segments.count - 1)
      switch number(0...2) {
      case 0: segments[index] = pick(Self.values + Self.literals)
      case 1: segments.insert(pick(Self.values), at: index)
      default: segments.remove(at: index)
      }
    }
    let path = segments.map { "/" + NaivePattern.escaped($0) }.joined()
    let end = segments.last == "" || chance(10) ? "/" : ""
    return origin(entry) + (path.isEmpty ? "/" : path + end)
  }

  private mutating func origin(_ entry: NaiveTable.Entry) -> String {
    let scheme = chance(85) ? entry.scheme : pick(["shop", "https", "other", nil])
    guard let scheme else { return "" }
    guard scheme == "https" else { return scheme + "://" }
    let labels = entry.host.flatMap { chance(85) ? $0 : nil } ?? pick([["example", "com"], ["x"]])
    return "https://"
      + labels.map { $0 == "*" || $0.hasPrefix(":") ? pick(["eu", "Shop"]) : $0 }
      .joined(separator: ".")
  }

  private mutating func instance(of item: NaivePattern.Item) -> [String] {
    switch item {
    case .optional(let items): chance(60) ? items.flatMap { instance(of: $0) } : []
    case .segment(.many): (0..<number(0...2)).map { _ in pick(Self.values + [""]) }
    case .segment(.one): [pick(Self.values)]
    case .segment(.literal(let text)): [spelling(of: text)]
    case .segment(.parameter(_, let type)): [value(of: type)]
    case .segment(.mixed(let pieces)):
      [
        pieces.map { piece in
          switch piece {
          case .literal(let text): spelling(of: text)
          case .parameter(_, let type): value(of: type)
          }
        }
        .joined()
      ]
    }
  }

  private mutating func spelling(of text: String) -> String {
    if chance(80) { return text }
    switch text {
    case "é": return "e\u{301}"
    case "e\u{301}": return "é"
    default: return chance(50) ? text.uppercased() : text.lowercased()
    }
  }

  private mutating func value(of type: NaiveType) -> String {
    let fitting = Self.values.filter { type.fits($0) }
    return chance(90) && !fitting.isEmpty ? pick(fitting) : pick(Self.values)
  }
}
