extension LocationParser {
  /// Reads the host and the port of a scheme whose authority is a host.
  func host(
    _ split: LocationSplit,
    _ scheme: String?,
    _ base: Location?,
    _ own: LocationSchemeRules?
  ) throws(LocationError) -> (name: String, port: Int?)? {
    if let base { return base.host.map { ($0, base.port) } }
    guard let scheme, let authority = split.authority, case .host? = own?.authority else {
      return nil
    }
    return try host(authority, scheme: scheme)
  }

  /// Reads a host and a port; a user and a password are dropped.
  func host(
    _ authority: Range<Int>,
    scheme: String
  ) throws(LocationError) -> (name: String, port: Int?)? {
    let start = authority.last { source[$0] == LocationByte.at }.map { $0 + 1 }
    let place = (start ?? authority.lowerBound)..<authority.upperBound
    let end = try hostEnd(place)
    let name = try text(place.lowerBound..<end).lowercased()
    let port = try port(end..<place.upperBound)
    guard !name.isEmpty else { return nil }
    let own = scheme == "http" ? 80 : scheme == "https" ? 443 : nil
    return (name, port == own ? nil : port)
  }

  private func hostEnd(_ place: Range<Int>) throws(LocationError) -> Int {
    guard let first = place.first, source[first] == LocationByte.openingBracket else {
      return place.last { source[$0] == LocationByte.colon } ?? place.upperBound
    }
    guard let bracket = place.first(where: { source[$0] == LocationByte.closingBracket }),
      bracket + 1 == place.upperBound || source[bracket + 1] == LocationByte.colon
    else { throw .badHost(text: whole, utf8Offset: first) }
    return bracket + 1
  }

  /// Reads a colon and digits.
  private func port(_ range: Range<Int>) throws(LocationError) -> Int? {
    guard range.count > 1 else { return nil }
    var port = 0
    for index in range.dropFirst() {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = source[index] else {
        throw .badPort(text: whole, utf8Offset: index)
      }
      port = port * 10 + Int(source[index] - UInt8(ascii: "0"))
      guard port <= 65_535 else { throw .badPort(text: whole, utf8Offset: range.lowerBound + 1) }
    }
    return port
  }
}
