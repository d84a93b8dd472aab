/// Reads any location: splits the text, then decodes each part by the rules of its scheme.
struct LocationParser {
  let source: UnsafeBufferPointer<UInt8>
  let rules: LocationRules
  let split: LocationSplit

  /// The location that a relative text is resolved against; `nil` for any other text.
  let base: Location?

  /// The rules of the scheme.
  private(set) var own = LocationSchemeRules()

  /// The path within the fragment that replaces authority and path, if there is one.
  private(set) var hashPath: Range<Int>?

  /// The query within the fragment, which follows that of the location, if there is one.
  private(set) var hashQuery: Range<Int>?

  private var assembly: LocationAssembly

  /// Reads a location.
  static func parse(
    _ source: UnsafeBufferPointer<UInt8>,
    rules: LocationRules,
    relativeTo base: Location?
  ) throws(LocationError) -> Location {
    var parser = try LocationParser(source: source, rules: rules, relativeTo: base)
    parser.readScheme()
    parser.readFragmentMode()
    try parser.readHost()
    try parser.readPath()
    try parser.readQueries()
    try parser.readFragment()
    let location = parser.assembly.location
    try parser.checkLength(of: location)
    return location
  }

  private init(
    source: UnsafeBufferPointer<UInt8>,
    rules: LocationRules,
    relativeTo base: Location?
  ) throws(LocationError) {
    let limit = min(rules.maximumBytes, LocationRange.maximumBytes)
    if source.count > limit { throw .overLong(source, byteCount: source.count, limit: limit) }
    self.source = source
    self.rules = rules
    split = LocationSplit(source)
    self.base = split.isTail || split.beginsWithDots(source) ? base : nil
    assembly = LocationAssembly(capacity: source.count + 16)
  }

  private mutating func readScheme() {
    if let scheme = split.scheme {
      assembly.append(scheme: source[scheme])
    } else if let base {
      base.storage.withBytes { assembly.append(scheme: $0[base.layout.scheme.bounds]) }
    }
    guard !assembly.layout.scheme.isEmpty else { return }
    own = assembly.bytes.withUnsafeBufferPointer(rules.own)
    assembly.layout.printsAuthority = own.authority == .segment
  }

  /// Finds out what the fragment holds, by the rules of the scheme.
  private mutating func readFragmentMode() {
    guard let fragment = split.fragment else { return }
    switch own.fragment {
    case .text: return
    case .query: hashQuery = fragment
    case .path:
      let mark = fragment.first { source[$0] == LocationByte.question }
      if let mark { hashQuery = (mark + 1)..<fragment.upperBound }
      let path = fragment.lowerBound..<(mark ?? fragment.upperBound)
      if !path.isEmpty { hashPath = path }
    }
  }

  private mutating func readHost() throws(LocationError) {
    guard hashPath == nil else { return }
    if let base {
      base.storage.withBytes {
        assembly.append(host: $0[base.layout.host.bounds], port: base.layout.port)
      }
    } else if split.scheme != nil, case .host = own.authority, let authority = split.authority {
      let host = try LocationHost(
        source,
        authority,
        ownPort: assembly.layout.ownPort(assembly.bytes)
      )
      assembly.append(host: host.name, port: host.port)
    }
  }

  private mutating func readPath() throws(LocationError) {
    let start = assembly.bytes.count
    var builder = LocationPathBuilder(assembly.bytes, limit: rules.maximumSegments)
    var broken: Int?
    if let hashPath {
      broken = builder.append(path: hashPath, of: source, into: &assembly.bytes)
    } else if let base, split.isTail {
      base.appendSegments(to: &assembly.bytes)
      return assembly.endPath(from: start)
    } else {
      if let base { builder.begin(beside: base, into: &assembly.bytes) }
      if own.authority == .segment, let authority = split.authority, !authority.isEmpty {
        broken = builder.append(segment: authority, of: source, into: &assembly.bytes)
      }
      broken = broken ?? builder.append(path: split.path, of: source, into: &assembly.bytes)
    }
    if let broken { throw .notUTF8(text: text, utf8Offset: broken) }
    builder.finish(&assembly.bytes)
    if builder.isOverLimit {
      throw .tooManySegments(
        text: text,
        limit: rules.maximumSegments,
        utf8Offset: builder.overflowOffset
      )
    }
    assembly.endPath(from: start)
  }

  private mutating func readQueries() throws(LocationError) {
    let start = assembly.bytes.count
    var builder = LocationQueryBuilder(start: start, rules: rules)
    if let base, split.isTail, split.query == nil {
      builder.append(base.query, into: &assembly.bytes)
    }
    let broken =
      split.query.flatMap { builder.append($0, of: source, into: &assembly.bytes) }
      ?? hashQuery.flatMap { builder.append($0, of: source, into: &assembly.bytes) }
    if let broken { throw .notUTF8(text: text, utf8Offset: broken) }
    if let offset = builder.overflowOffset {
      throw .tooManyQueryItems(text: text, limit: rules.maximumQueryItems, utf8Offset: offset)
    }
    assembly.endQuery(from: start)
  }

  private mutating func readFragment() throws(LocationError) {
    guard let fragment = split.fragment, own.fragment == .text else { return }
    let start = assembly.bytes.count
    if let broken = PercentCoding.decode(source, fragment, into: &assembly.bytes) {
      throw .notUTF8(text: text, utf8Offset: broken)
    }
    assembly.endFragment(from: start)
  }

  /// Refuses a location that is within the limit as written, but not as printed.
  private func checkLength(of location: Location) throws(LocationError) {
    guard base != nil || 3 * source.count + 8 > rules.maximumBytes else { return }
    let count = location.description.utf8.count
    let limit = min(rules.maximumBytes, LocationRange.maximumBytes)
    if count > limit { throw .overLong(source, byteCount: count, limit: limit) }
  }

  /// The text as it was given, for errors.
  private var text: String { String(decoding: source, as: UTF8.self) }
}
