@testable import RoutePatterns

/// A simple implementation of the rules for locations, to compare with the real parser.
///
/// It is not optimized: every byte has its source position, and every step creates a new array.
struct NaiveLocation: Equatable {
  var scheme: String?
  var host: String?
  var port: Int?
  var segments: [[UInt8]] = []
  var items: [[[UInt8]]] = []
  var fragment: [UInt8]?

  /// The mistake, as a word and a position.
  struct Problem: Error, Equatable {
    var word: String
    var place: Int
  }

  /// A byte of the text and its position.
  struct Mark: Equatable {
    var byte: UInt8
    var place: Int
  }

  typealias Marks = ArraySlice<Mark>

  init(_ bytes: [UInt8], rules: LocationRules, base: NaiveLocation? = nil) throws {
    if bytes.count > rules.maximumBytes { throw Problem(word: "long", place: rules.maximumBytes) }
    let marks = bytes.enumerated().map { Mark(byte: $1, place: $0) }
    var rest = NaiveLocation.trimmed(marks[...])
    let fragmentText = NaiveLocation.cut(&rest, at: "#")
    let queryText = NaiveLocation.cut(&rest, at: "?")
    let schemeText = NaiveLocation.cutScheme(&rest)
    let authority = NaiveLocation.cutAuthority(&rest)
    let isBare = schemeText == nil && authority == nil
    let isTail = isBare && rest.isEmpty && (queryText != nil || fragmentText != nil)
    let base = isTail || isBare && NaiveLocation.beginsWithDots(rest) ? base : nil

    scheme = schemeText ?? base?.scheme
    let own = scheme.map { rules[$0] } ?? LocationSchemeRules()
    var hashPath: Marks?
    var queries: [Marks] = queryText.map { [$0] } ?? []
    if let fragmentText {
      switch own.fragment {
      case .text: break
      case .query: queries.append(fragmentText)
      case .path:
        var path = fragmentText
        if let query = NaiveLocation.cut(&path, at: "?") { queries.append(query) }
        if !path.isEmpty { hashPath = path }
      }
    }

    var isConfined = false
    if case .host(let hosts) = own.authority { isConfined = !hosts.isEmpty }
    if hashPath == nil || isConfined { try readHost(authority, own, base) }
    try readPath(hashPath ?? rest, authority, own, base, isTail, hashPath != nil, rules)
    if isTail, queryText == nil { items = base?.items ?? [] }
    for query in queries { try readQuery(query, rules) }
    if let fragmentText, own.fragment == .text {
      fragment = try NaiveLocation.decoded(fragmentText)
    }
  }

  private mutating func readHost(
    _ authority: Marks?,
    _ own: LocationSchemeRules,
    _ base: NaiveLocation?
  ) throws {
    host = base?.host
    port = base?.port
    guard let scheme, case .host = own.authority, var place = authority else { return }
    if let at = place.lastIndex(where: { $0.byte == UInt8(ascii: "@") }) {
      place = place[(at + 1)...]
    }
    var name = place
    var digits: Marks?
    if place.first?.byte == UInt8(ascii: "[") {
      guard let end = place.firstIndex(where: { $0.byte == UInt8(ascii: "]") }),
        end + 1 == place.endIndex || place[end + 1].byte == UInt8(ascii: ":")
      else { throw Problem(word: "host", place: place.first?.place ?? 0) }
      name = place[...end]
      if end + 1 < place.endIndex { digits = place[(end + 2)...] }
    } else if let colon = place.lastIndex(where: { $0.byte == UInt8(ascii: ":") }) {
      name = place[..<colon]
      digits = place[(colon + 1)...]
    }
    let given = String(decoding: try NaiveLocation.decoded(name), as: UTF8.self)
    // Hosts have separate tables.
    guard let text = try? HostName.canonical(given) else {
      throw Problem(word: given.hasPrefix("[") ? "host" : "label", place: place.first?.place ?? 0)
    }
    if let digits, let first = digits.first {
      let isDigit = { (mark: Mark) in (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= mark.byte }
      let good = digits.prefix(while: isDigit)
      let number = Int(String(decoding: good.map(\.byte), as: UTF8.self)) ?? .max
      if !good.isEmpty, number > 65_535 { throw Problem(word: "port", place: first.place) }
      if let bad = digits.dropFirst(good.count).first {
        throw Problem(word: "port", place: bad.place)
      }
      port = number
    }
    if !text.isEmpty { host = text }
    let isOwn = scheme == "http" && port == 80 || scheme == "https" && port == 443
    if host == nil || isOwn { port = nil }
  }

  private mutating func readPath(
    _ path: Marks,
    _ authority: Marks?,
    _ own: LocationSchemeRules,
    _ base: NaiveLocation?,
    _ isTail: Bool,
    _ isHash: Bool,
    _ rules: LocationRules
  ) throws {
    var parts: [Marks] = []
    if !isHash, own.authority == .segment, let authority, !authority.isEmpty {
      parts.append(authority)
    }
    if !path.isEmpty {
      let isRooted = path.first?.byte == UInt8(ascii: "/")
      parts += NaiveLocation.split(isRooted ? path.dropFirst() : path, at: "/")
    }
    var found: [(text: [UInt8], place: Int)] = []
    if !isHash, let base {
      found = base.segments.map { ($0, 0) }
      if !isTail, !found.isEmpty { found.removeLast() }
    }
    var endsWithDots = false
    var overflow = 0
    for part in parts {
      let text = try NaiveLocation.decoded(part)
      let shown = String(decoding: text, as: UTF8.self)
      endsWithDots = shown == "." || shown == ".."
      if shown == "..", !found.isEmpty { found.removeLast() }
      if endsWithDots { continue }
      found.append((text, part.first?.place ?? 0))
      if found.count == rules.maximumSegments + 1 { overflow = part.startIndex }
    }
    if !parts.isEmpty, !endsWithDots, found.last?.text.isEmpty == true { found.removeLast() }
    if found.count > rules.maximumSegments { throw Problem(word: "segments", place: overflow) }
    segments = found.map(\.text)
    if segments == [[]] { segments = [] }
  }

  private mutating func readQuery(_ query: Marks, _ rules: LocationRules) throws {
    for var piece in NaiveLocation.split(query, at: "&") where !piece.isEmpty {
      let place = piece.startIndex
      let value = NaiveLocation.cut(&piece, at: "=")
      let plus = rules.plusAsSpace
      items.append([
        try NaiveLocation.decoded(piece, plus: plus),
        try NaiveLocation.decoded(value ?? [], plus: plus),
      ])
      if items.count > rules.maximumQueryItems {
        throw Problem(word: "items", place: place)
      }
    }
  }
}
