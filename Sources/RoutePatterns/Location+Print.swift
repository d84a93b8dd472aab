extension Location: CustomStringConvertible {
  /// The location as text: parsing it by the same rules gives an equal location.
  ///
  /// Only what has to be is escaped; other alphabets stay readable.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the location in UTF-8 bytes.
  public var description: String {
    var text: [UInt8] = []
    if let scheme {
      text.append(contentsOf: scheme.utf8)
      text.append(LocationByte.colon)
    }
    if let host {
      printHost(host, into: &text)
      printPath(into: &text)
    } else if scheme != nil, printsAuthority {
      printPathAsAuthority(into: &text)
    } else {
      printRootedPath(into: &text)
    }
    printQuery(into: &text)
    if let fragment {
      text.append(LocationByte.hash)
      PercentCoding.encode(fragment.utf8, allowed: .fragment, into: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path as text: parsing it gives the same segments.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path in UTF-8 bytes.
  public var path: String {
    var text: [UInt8] = []
    printRootedPath(into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func printHost(_ host: String, into text: inout [UInt8]) {
    text.append(LocationByte.slash)
    text.append(LocationByte.slash)
    let inner = host.utf8.dropFirst().dropLast()
    let isAddress =
      host.hasPrefix("[") && host.hasSuffix("]")
      && !inner.contains { $0 == LocationByte.openingBracket || $0 == LocationByte.closingBracket }
    PercentCoding.encode(host.utf8, allowed: isAddress ? .address : .host, into: &text)
    if let port { text.append(contentsOf: ":\(port)".utf8) }
  }

  /// Prints the path with its first segment where a host would be.
  private func printPathAsAuthority(into text: inout [UInt8]) {
    text.append(LocationByte.slash)
    text.append(LocationByte.slash)
    let key = pathKey.dropFirst()
    let end = key.firstIndex(of: separator) ?? key.endIndex
    if end > key.startIndex {
      PercentCoding.encode(key[..<end], allowed: .host, into: &text)
      printSegments(key[end...], into: &text)
    } else if key.count > 0 {
      printSegments(pathKey[...], into: &text)
    }
  }

  /// Prints the path so that it cannot be taken for an authority.
  private func printRootedPath(into text: inout [UInt8]) {
    if pathKey.count > 1, pathKey[1] == separator {
      text.append(LocationByte.slash)
      text.append(LocationByte.dot)
    }
    printPath(into: &text)
  }

  private func printPath(into text: inout [UInt8]) {
    printSegments(pathKey[...], into: &text)
  }

  /// Prints segments, each after a slash, and a slash at the end if the last one is empty.
  private func printSegments(_ key: ArraySlice<UInt8>, into text: inout [UInt8]) {
    guard !key.isEmpty else { return }
    var start = key.startIndex
    repeat {
      text.append(LocationByte.slash)
      let end = key[(start + 1)...].firstIndex(of: separator) ?? key.endIndex
      PercentCoding.encode(key[(start + 1)..<end], allowed: .segment, into: &text)
      start = end
    } while start < key.endIndex
    if key.count > 1, key.last == separator { text.append(LocationByte.slash) }
  }

  private func printQuery(into text: inout [UInt8]) {
    var mark = LocationByte.question
    for index in query.indices {
      text.append(mark)
      mark = LocationByte.ampersand
      let name = query.bytes[index.start..<index.nameEnd]
      let value = query.bytes[(index.nameEnd + 1)..<index.end]
      PercentCoding.encode(name, allowed: .queryName, into: &text)
      if !value.isEmpty || name.isEmpty { text.append(LocationByte.equals) }
      PercentCoding.encode(value, allowed: .queryValue, into: &text)
    }
  }
}
