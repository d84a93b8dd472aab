/// Parses any location: splits the text, then decodes each part by the rules of its scheme.
struct LocationParser {
  private let source: UnsafeBufferPointer<UInt8>
  private let rules: LocationRules
  private let split: LocationSplit

  /// The base for a relative text; `nil` for any other text.
  private let base: Location?

  private var own = LocationSchemeRules()

  /// The path within the fragment that replaces authority and path, if any.
  private var hashPath: Range<Int>?

  /// The query within the fragment, which is appended to the location's own, if any.
  private var hashQuery: Range<Int>?

  static func parse(
    _ source: UnsafeBufferPointer<UInt8>,
    rules: LocationRules,
    relativeTo base: Location?
  ) throws(LocationError) -> Location {
    let limit = min(rules.maximumBytes, LocationRange.maximumBytes)
    if source.count > limit { throw .overLong(source, byteCount: source.count, limit: limit) }
    var parser = LocationParser(source: source, rules: rules, relativeTo: base)
    let location = try LocationAssembly.location(capacity: parser.capacity) {
      (assembly) throws(LocationError) in
      try parser.read(into: &assembly)
    }
    // An escape triples a byte, and a host may grow even more. Most texts are so short that they
    // cannot exceed the limit in printed form.
    let growth = LocationAssembly.hostGrowth
    guard parser.base != nil || growth * source.count + 8 > limit else { return location }
    let count = location.description.utf8.count
    if count > limit { throw .overLong(source, byteCount: count, limit: limit) }
    return location
  }

  private init(
    source: UnsafeBufferPointer<UInt8>,
    rules: LocationRules,
    relativeTo base: Location?
  ) {
    self.source = source
    self.rules = rules
    split = LocationSplit(source)
    self.base = split.isTail || split.beginsWithDots(source) ? base : nil
  }

  /// The maximum number of bytes: decoding at most doubles a byte, except in a host.
  private var capacity: Int {
    2 * (source.count + (base?.storage.withBytes(\.count) ?? 0))
      + LocationAssembly.hostGrowth * (split.authority?.count ?? 0) + 16
  }

  private mutating func read(into assembly: inout LocationAssembly) throws(LocationError) {
    readScheme(&assembly)
    readFragmentMode()
    try readHost(&assembly)
    try readPath(&assembly)
    try readQueries(&assembly)
    try readFragment(&assembly)
  }

  private mutating func readScheme(_ assembly: inout LocationAssembly) {
    if let scheme = split.scheme {
      assembly.append(scheme: source[scheme])
    } else if let base {
      base.storage.withBytes { assembly.append(scheme: $0[base.layout.scheme.bounds]) }
    }
    guard !assembly.layout.scheme.isEmpty else { return }
    own = rules.own(assembly.writer.bytes)
    assembly.layout.printsAuthority = own.authority == .segment
    assembly.layout.isRootless =
      split.scheme != nil && split.authority == nil && !split.path.isEmpty
      && source[split.path.lowerBound] != LocationByte.slash && hashPath == nil
  }

  private mutating func readFragmentMode() {
    guard let fragment = split.fragment else { return }
    switch own.fragment {
    case .text: return
    case .query: hashQuery = fragment
    case .path:
      let mark = LocationByte.first(LocationByte.question, source, fragment)
      if let mark { hashQuery = (mark + 1)..<fragment.upperBound }
      let path = fragment.lowerBound..<(mark ?? fragment.upperBound)
      if !path.isEmpty { hashPath = path }
    }
  }

  private func readHost(_ assembly: inout LocationAssembly) throws(LocationError) {
    // With a list of hosts, a path in the fragment does not replace the host, so that the list applies.
    guard hashPath == nil || own.isConfined else { return }
    if let base {
      assembly.append(hostOf: base)
    } else if split.scheme != nil, case .host = own.authority, let authority = split.authority {
      try assembly.append(authority: authority, of: source)
    }
  }

  private func readPath(_ assembly: inout LocationAssembly) throws(LocationError) {
    var builder = LocationPathBuilder(assembly.writer, limit: rules.maximumSegments)
    if hashPath == nil, split.isTail, let base {
      base.appendSegments(to: &assembly.writer)
    } else {
      if let broken = appendSegments(&builder, &assembly.writer) {
        throw LocationError(.notUTF8(text: text, utf8Offset: broken))
      }
      builder.finish(&assembly.writer)
    }
    if builder.isOverLimit {
      throw LocationError(
        .tooManySegments(
          text: text,
          limit: rules.maximumSegments,
          utf8Offset: builder.overflowOffset
        )
      )
    }
    assembly.endPath(from: builder.start)
  }

  private func appendSegments(
    _ builder: inout LocationPathBuilder,
    _ writer: inout LocationWriter
  ) -> Int? {
    if let hashPath { return builder.append(path: hashPath, of: source, into: &writer) }
    if let base { builder.begin(beside: base, into: &writer) }
    if own.authority == .segment, let authority = split.authority, !authority.isEmpty,
      let broken = builder.append(segment: authority, of: source, into: &writer)
    {
      return broken
    }
    return builder.append(path: split.path, of: source, into: &writer)
  }

  private func readQueries(_ assembly: inout LocationAssembly) throws(LocationError) {
    var builder = LocationQueryBuilder(assembly.writer, rules: rules)
    if let base, split.isTail, split.query == nil {
      builder.append(base.query, into: &assembly.writer)
    }
    var broken: Int?
    if let query = split.query {
      broken = builder.append(query, of: source, into: &assembly.writer)
    }
    if let hashQuery, broken == nil {
      broken = builder.append(hashQuery, of: source, into: &assembly.writer)
    }
    if let broken { throw LocationError(.notUTF8(text: text, utf8Offset: broken)) }
    if let offset = builder.overflowOffset {
      throw LocationError(
        .tooManyQueryItems(text: text, limit: rules.maximumQueryItems, utf8Offset: offset)
      )
    }
    assembly.endQuery(from: builder.start)
  }

  private func readFragment(_ assembly: inout LocationAssembly) throws(LocationError) {
    guard let fragment = split.fragment, own.fragment == .text else { return }
    let start = assembly.writer.count
    if let broken = PercentCoding.decode(source, fragment, into: &assembly.writer) {
      throw LocationError(.notUTF8(text: text, utf8Offset: broken))
    }
    assembly.endFragment(from: start)
  }

  /// The original text, for errors.
  private var text: String { String(decoding: source, as: UTF8.self) }
}
