/// Unescaped parts of a location; rejects parts that parsing would change.
struct LocationParts {
  let scheme: String?
  let host: String?
  let segments: [String]
  let query: LocationQuery
  let fragment: String?
  let rules: LocationRules

  func location() throws(LocationError) -> Location {
    try checkScheme()
    try checkSegments()
    let own = scheme.map { rules[$0] }
    if let host {
      guard case .host? = own?.authority else {
        throw LocationError(.unexpectedHost(host: host, scheme: scheme?.lowercased()))
      }
    }
    if let fragment, let scheme, let own, own.fragment != .text {
      throw LocationError(.unexpectedFragment(fragment: fragment, scheme: scheme.lowercased()))
    }
    let location = try LocationAssembly.location(capacity: try capacity()) {
      (assembly) throws(LocationError) in
      try append(to: &assembly)
      assembly.layout.printsAuthority = own?.authority == .segment
    }
    try location.checkLimits(rules)
    return location
  }

  private func append(to assembly: inout LocationAssembly) throws(LocationError) {
    if let scheme { assembly.append(scheme: scheme.utf8) }
    if let host {
      try Array(host.utf8)
        .withUnsafeBufferPointer { source throws(LocationError) in
          try assembly.append(authority: source.indices, of: source)
        }
    }
    var start = assembly.writer.count
    for segment in segments {
      assembly.writer.append(LocationByte.separator)
      assembly.writer.append(contentsOf: segment.utf8)
    }
    assembly.endPath(from: start)
    assembly.append(query: query)
    guard let fragment else { return }
    start = assembly.writer.count
    assembly.writer.append(contentsOf: fragment.utf8)
    assembly.endFragment(from: start)
  }

  private func checkScheme() throws(LocationError) {
    guard let scheme else { return }
    guard SchemeGrammar.isScheme(scheme.utf8) else {
      throw LocationError(.badScheme(scheme: scheme))
    }
  }

  private func checkSegments() throws(LocationError) {
    for (index, segment) in segments.enumerated()
    where segment.isEmpty || segment == "." || segment == ".." {
      throw LocationError(.unprintableSegment(segment: segment, index: index))
    }
  }

  private func capacity() throws(LocationError) -> Int {
    var count = scheme?.utf8.count ?? 0
    count += 2 * (host?.utf8.count ?? 0)
    for segment in segments { count += segment.utf8.count + 1 }
    count += 2 * query.range.count
    count += fragment?.utf8.count ?? 0
    // A printed location has at least half of these bytes.
    let limit = min(rules.maximumBytes, LocationRange.maximumBytes)
    guard count / 2 <= limit else {
      throw LocationError(.tooLong(text: segments.first ?? "", byteCount: count / 2, limit: limit))
    }
    return count + LocationAssembly.hostGrowth * (host?.utf8.count ?? 0) + 16
  }
}
