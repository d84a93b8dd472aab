#if Inspector
/// The address of another server with its key, as that server printed it.
package struct RemoteAddress: Sendable, Equatable {
  /// The name or address of the machine, without brackets.
  package let host: String

  package let port: Int

  let key: ServerKey

  /// The machine and the port, in URL syntax.
  package var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Parses an address such as `http://127.0.0.1:4711/#key=…`.
  package init(_ text: String) throws(ForwardError) {
    let scheme = "http://"
    guard text.prefix(scheme.count).lowercased() == scheme else { throw .badAddress(text) }
    let rest = text.dropFirst(scheme.count).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let (host, port) = Self.hostAndPort(authority) else { throw .badAddress(text) }
    let target = rest.dropFirst(authority.count)
    guard let target = RequestTarget(target.hasPrefix("/") ? String(target) : "/\(target)"),
      target.path == "/"
    else { throw .badAddress(text) }
    let fragment = text.dropFirst(scheme.count + rest.count + 1)
    guard fragment.hasPrefix(ServerKey.fragment),
      let key = ServerKey(String(fragment.dropFirst(ServerKey.fragment.count)))
    else { throw .missingKey(text) }
    (self.host, self.port, self.key) = (host, port, key)
  }

  private static func hostAndPort(_ authority: Substring) -> (String, Int)? {
    let (name, rest): (Substring, Substring)
    if authority.hasPrefix("[") {
      name = authority.dropFirst()
        .prefix { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }
      rest = authority.dropFirst(name.count + 1)
      guard rest.hasPrefix("]:") else { return nil }
      guard let port = port(rest.dropFirst(2)) else { return nil }
      return name.isEmpty ? nil : (String(name), port)
    }
    name = authority.prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_")
    }
    rest = authority.dropFirst(name.count)
    guard !name.isEmpty, rest.hasPrefix(":"), let port = port(rest.dropFirst()) else { return nil }
    return (String(name), port)
  }

  private static func port(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text).flatMap { (1...65_535).contains($0) ? $0 : nil }
  }
}
#endif
