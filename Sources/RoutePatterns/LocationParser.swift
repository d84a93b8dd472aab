/// Reads one location: splits the text, then decodes each part by the rules of its scheme.
struct LocationParser {
  let source: UnsafeBufferPointer<UInt8>
  let rules: LocationRules

  /// Reads the location.
  func parse(relativeTo base: Location?) throws(LocationError) -> Location {
    guard source.count <= rules.maximumBytes else { throw tooLong(source.count) }
    let split = LocationSplit(source)
    let isQueryOnly =
      split.path.isEmpty && split.scheme == nil && split.authority == nil
      && (split.query != nil || split.fragment != nil)
    let base = isQueryOnly || split.beginsWithDots(source) ? base : nil
    let scheme = split.scheme.map(lowercased) ?? base?.scheme
    let own = scheme.map { rules[$0] }

    var fragment = fragmentParts(split.fragment, own?.fragment ?? .text)
    if let path = fragment.path, path.isEmpty { fragment.path = nil }
    let path = try path(split, base, isQueryOnly: isQueryOnly, own, hashPath: fragment.path)
    let host = fragment.path == nil ? try host(split, scheme, base, own) : nil
    let baseQuery = isQueryOnly && split.query == nil ? base?.query : nil
    let location = Location(
      scheme: scheme,
      host: host?.name,
      port: host?.port,
      path: path,
      query: try query([split.query, fragment.query], after: baseQuery),
      fragment: try fragment.text.map { (range) throws(LocationError) in try text(range) },
      printsAuthority: own?.authority == .segment
    )
    try checkLength(of: location, base)
    return location
  }

  /// Says what a fragment holds, by the rules of its scheme.
  private func fragmentParts(
    _ fragment: Range<Int>?,
    _ mode: LocationSchemeRules.Fragment
  ) -> (text: Range<Int>?, path: Range<Int>?, query: Range<Int>?) {
    guard let fragment else { return (nil, nil, nil) }
    switch mode {
    case .text: return (fragment, nil, nil)
    case .query: return (nil, nil, fragment)
    case .path:
      guard let mark = fragment.first(where: { source[$0] == LocationByte.question }) else {
        return (nil, fragment, nil)
      }
      return (nil, fragment.lowerBound..<mark, (mark + 1)..<fragment.upperBound)
    }
  }

  private func path(
    _ split: LocationSplit,
    _ base: Location?,
    isQueryOnly: Bool,
    _ own: LocationSchemeRules?,
    hashPath: Range<Int>?
  ) throws(LocationError) -> LocationPath {
    if isQueryOnly, hashPath == nil, let base { return base.decodedPath }
    var builder = LocationPathBuilder(limit: rules.maximumSegments)
    var broken: Int?
    if let hashPath {
      broken = builder.append(source, path: hashPath)
    } else {
      if let base { builder.begin(beside: base.decodedPath) }
      if let authority = split.authority, !authority.isEmpty,
        own == nil || own?.authority == .segment
      {
        broken = builder.append(source, segment: authority)
      }
      broken = broken ?? builder.append(source, path: split.path)
    }
    if let broken { throw .notUTF8(text: whole, utf8Offset: broken) }
    guard let path = builder.finish() else {
      throw .tooManySegments(
        text: whole,
        limit: rules.maximumSegments,
        utf8Offset: builder.overflowOffset ?? 0
      )
    }
    return path
  }

  private func query(
    _ parts: [Range<Int>?],
    after base: LocationQuery?
  ) throws(LocationError) -> LocationQuery {
    var builder = LocationQueryBuilder(rules: rules, base: base)
    for case let part? in parts {
      if let broken = builder.append(source, part) {
        throw .notUTF8(text: whole, utf8Offset: broken)
      }
    }
    if let offset = builder.overflowOffset {
      throw .tooManyQueryItems(
        text: whole,
        limit: rules.maximumQueryItems,
        utf8Offset: offset
      )
    }
    return builder.query
  }

  /// Decodes one part as a whole.
  func text(_ range: Range<Int>) throws(LocationError) -> String {
    var bytes: [UInt8] = []
    if let broken = PercentCoding.decode(source, range, into: &bytes) {
      throw .notUTF8(text: whole, utf8Offset: broken)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func lowercased(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self).lowercased()
  }

  /// Refuses a location that is within the limit as written, but not as printed.
  private func checkLength(of location: Location, _ base: Location?) throws(LocationError) {
    let longest = 3 * source.count + 8
    guard base != nil || longest > rules.maximumBytes else { return }
    let count = location.description.utf8.count
    if count > rules.maximumBytes { throw tooLong(count) }
  }

  private func tooLong(_ count: Int) -> LocationError {
    .tooLong(
      text: String(decoding: source.prefix(256), as: UTF8.self),
      byteCount: count,
      limit: rules.maximumBytes
    )
  }

  /// The text as it was given, for errors.
  var whole: String { String(decoding: source, as: UTF8.self) }
}
