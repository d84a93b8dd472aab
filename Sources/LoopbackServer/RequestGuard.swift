#if Inspector
import MessageStream
import NIOHTTP1
import TextTools

/// The rules for admitting requests.
///
/// The loopback interface does not protect a server: any page in the browser can send requests to
/// it, and can let its own host name resolve to it. A request must therefore have this server's
/// name, originate from its page, and have the key. The key is in a header, which only the page
/// itself adds: a browser sends cookies to every port of a machine, and therefore to every other
/// server there.
struct RequestGuard: Sendable {
  static let keyHeader = "X-Moonroute-Key"

  enum Entry: Equatable {
    /// A file of the page.
    case asset(String)
    /// A request below `/api/`.
    case api(ServerRequest.Method, RequestTarget)
  }

  let port: Int
  let key: ServerKey
  private let host: String
  private let isReadOnly: Bool
  private let readOnlyPosts: Set<String>

  init(options: ServerOptions, port: Int) {
    self.port = port
    (host, key) = (options.host, options.key)
    (isReadOnly, readOnlyPosts) = (options.isReadOnly, options.readOnlyPosts)
  }

  /// The address to open, with the key in the fragment, which browsers never send to a server.
  var url: String {
    let name = Self.anyAddress.contains(host) ? "127.0.0.1" : Self.bracketed(host)
    return "http://\(name):\(port)/#\(ServerKey.fragment)\(key.text)"
  }

  /// Checks a request without its body.
  func entry(_ head: HTTPRequestHead) throws(Refusal) -> Entry {
    try checkHost(head.headers)
    guard let target = RequestTarget(head.uri) else { throw .badRequest }
    let isAPI = target.path == "/api" || target.path.hasPrefix("/api/")
    try checkOrigin(head.headers, isAPI: isAPI)
    guard isAPI else {
      guard head.method == .GET || head.method == .HEAD else {
        throw .wrongMethod(known: "GET, HEAD")
      }
      return .asset(target.path)
    }
    try checkKey(head.headers)
    switch head.method {
    case .GET: return .api(.get, target)
    case .POST:
      try checkPost(head.headers, target.path)
      return .api(.post, target)
    default: throw .wrongMethod(known: "GET, POST")
    }
  }

  // MARK: Checks

  private func checkHost(_ headers: HTTPHeaders) throws(Refusal) {
    let hosts = headers["host"]
    guard let given = hosts.first, hosts.count == 1 else { throw .badRequest }
    guard isOwnHost(given) else { throw .foreignHost(port: port) }
  }

  /// Whether a `Host` header names this server, with its port.
  func isOwnHost(_ given: String) -> Bool {
    let given = given.lowercased()
    let port = ":\(port)"
    if given.hasSuffix(port) { return isOwn(given.dropLast(port.count)) }
    return self.port == 80 && isOwn(given[...])
  }

  /// Whether a name belongs to this server, and not to a foreign page that resolves to it.
  private func isOwn(_ name: Substring) -> Bool {
    if ["127.0.0.1", "localhost", "[::1]", Self.bracketed(host.lowercased())[...]].contains(name) {
      return true
    }
    // A server that listens at every address accepts all addresses: unlike a name, an address
    // cannot be made to resolve elsewhere.
    guard Self.anyAddress.contains(host) else { return false }
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  private func checkOrigin(_ headers: HTTPHeaders, isAPI: Bool) throws(Refusal) {
    let own = headers["host"].first.map { "http://\($0.lowercased())" }
    guard headers["origin"].allSatisfy({ $0.lowercased() == own }) else { throw .foreignOrigin }
    // A GET from a page at another port may lack an Origin; this header identifies it.
    guard isAPI else { return }
    let sites = headers["sec-fetch-site"]
    guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else { throw .foreignOrigin }
  }

  private func checkKey(_ headers: HTTPHeaders) throws(Refusal) {
    let given = headers[Self.keyHeader]
    guard let text = given.first else { throw .missingKey }
    guard given.count == 1, key.isSame(as: text[...].withoutBlanks) else { throw .wrongKey }
  }

  private func checkPost(_ headers: HTTPHeaders, _ path: String) throws(Refusal) {
    guard headers["x-moonroute"] == ["1"] else { throw .missingHeader }
    let type = headers["content-type"].first?.split(separator: ";").first?.withoutBlanks
      .lowercased()
    guard type == "application/json" else { throw .notJSON }
    guard !isReadOnly || readOnlyPosts.contains(path) else { throw .readOnly }
  }

  // MARK: Names

  private static let anyAddress = ["0.0.0.0", "::"]

  private static func bracketed(_ host: String) -> String {
    host.contains(":") ? "[\(host)]" : host
  }
}

extension Substring {
  fileprivate var withoutBlanks: String { String(Substring(utf8.trimmed)) }
}
#endif
