/// Puts a location together of parts that are not escaped, and refuses what would not come back.
struct LocationParts {
  private let rules: LocationRules
  private var assembly = LocationAssembly(capacity: 64)
  private var scheme: String?
  private var own = LocationSchemeRules()

  init(rules: LocationRules) {
    self.rules = rules
  }

  mutating func append(scheme: String) throws(LocationError) {
    let name = scheme.utf8
    guard let first = name.first, LocationSplit.isLetter(first),
      name.allSatisfy(LocationSplit.mayStandInScheme)
    else { throw .badScheme(scheme: scheme) }
    self.scheme = scheme.lowercased()
    assembly.append(scheme: name)
    own = rules[scheme]
    assembly.layout.printsAuthority = own.authority == .segment
  }

  mutating func append(host: String) throws(LocationError) {
    guard scheme != nil, case .host = own.authority else {
      throw .unexpectedHost(host: host, scheme: scheme)
    }
    let bytes = Array(host.utf8)
    let ownPort = assembly.layout.ownPort(assembly.bytes)
    let place = try bytes.withUnsafeBufferPointer { source throws(LocationError) in
      try LocationHost(source, source.indices, ownPort: ownPort)
    }
    assembly.append(host: place.name, port: place.port)
  }

  mutating func append(segments: [String]) throws(LocationError) {
    let start = assembly.bytes.count
    for (index, segment) in segments.enumerated() {
      if segment.isEmpty || segment == "." || segment == ".." {
        throw .unprintableSegment(segment: segment, index: index)
      }
      assembly.bytes.append(LocationByte.joint)
      assembly.bytes.append(contentsOf: segment.utf8)
    }
    assembly.endPath(from: start)
  }

  mutating func append(query: LocationQuery) {
    let start = assembly.bytes.count
    query.appendItems(to: &assembly.bytes, from: start)
    assembly.endQuery(from: start)
  }

  mutating func append(fragment: String) throws(LocationError) {
    if let scheme, own.fragment != .text {
      throw .unexpectedFragment(fragment: fragment, scheme: scheme)
    }
    assembly.append(fragment: fragment.utf8)
  }

  /// Appends the parts of a location, with another query.
  mutating func append(partsOf location: Location, query: LocationQuery) {
    let layout = location.layout
    location.storage.withBytes { bytes in
      assembly.append(scheme: bytes[layout.scheme.bounds])
      assembly.append(host: bytes[layout.host.bounds], port: layout.port)
    }
    let start = assembly.bytes.count
    location.appendSegments(to: &assembly.bytes)
    assembly.endPath(from: start)
    append(query: query)
    if let fragment = location.fragment { assembly.append(fragment: fragment.utf8) }
    assembly.layout.printsAuthority = layout.printsAuthority
  }

  /// Answers the location, or refuses one that is over a limit.
  func location() throws(LocationError) -> Location {
    let limit = min(rules.maximumBytes, LocationRange.maximumBytes)
    let raw = assembly.bytes.count
    if raw > LocationRange.maximumBytes {
      throw .overLong(assembly.bytes, byteCount: raw, limit: limit)
    }
    let location = assembly.location
    let text = location.description
    let count = text.utf8.count
    if count > limit { throw .tooLong(text: text, byteCount: count, limit: limit) }
    if location.segmentCount > rules.maximumSegments {
      throw .tooManySegments(text: text, limit: rules.maximumSegments, utf8Offset: 0)
    }
    if location.query.count > rules.maximumQueryItems {
      throw .tooManyQueryItems(text: text, limit: rules.maximumQueryItems, utf8Offset: 0)
    }
    return location
  }
}
