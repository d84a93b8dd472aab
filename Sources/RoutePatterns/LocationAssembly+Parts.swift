extension LocationAssembly {
  /// Appends a query.
  mutating func append(query: LocationQuery) {
    let start = writer.count
    query.appendItems(to: &writer, from: start)
    endQuery(from: start)
  }

  /// Appends all parts of a location, with another query.
  mutating func append(partsOf location: Location, query: LocationQuery) {
    location.storage.withBytes { append(scheme: $0[location.layout.scheme.bounds]) }
    append(hostOf: location)
    let start = writer.count
    location.appendSegments(to: &writer)
    endPath(from: start)
    append(query: query)
    append(fragmentOf: location)
    layout.printsAuthority = location.layout.printsAuthority
  }

  /// Appends query and fragment of another location.
  mutating func append(queryAndFragmentOf location: Location) {
    append(query: location.query)
    append(fragmentOf: location)
  }

  private mutating func append(fragmentOf location: Location) {
    guard location.layout.hasFragment else { return }
    let start = writer.count
    location.storage.withBytes {
      writer.append(contentsOf: $0[location.layout.fragment.bounds])
    }
    endFragment(from: start)
  }
}
