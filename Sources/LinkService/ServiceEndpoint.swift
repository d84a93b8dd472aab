#if LinkService
import LinkFiles
import NIOHTTP1
import RoutePatterns

/// The paths of the service.
enum ServiceEndpoint: Equatable {
  /// Resolves the link of the query, or of a JSON body.
  case resolve(String?)
  case resolveLines
  case match
  case release
  case health
  case ready
  case metrics
  case document
  /// A links file.
  case file(String)

  private static let gets = [
    "/v1/release", "/healthz", "/readyz", "/metrics", "/openapi.json",
    "/\(AppleLinkFile.path)", "/\(AndroidLinkFile.path)",
  ]

  private static let posts = ["/v1/resolve", "/v1/match"]

  /// The known path of a request, for the metrics.
  static func path(of head: HTTPRequestHead) -> String? {
    let path = String(head.uri.prefix { $0 != "?" })
    return gets.contains(path) || posts.contains(path) ? path : nil
  }

  /// Reads the head of a request with a known path; `nil` is any other path.
  init(_ head: HTTPRequestHead, path: String?) throws(ServiceProblem) {
    guard head.uri.hasPrefix("/") else { throw .badRequest }
    guard let path else {
      throw .notFound(path: String(head.uri.prefix { $0 != "?" }.prefix(200)))
    }
    let isGet = head.method == .GET || head.method == .HEAD
    switch (path, head.method) {
    case ("/v1/resolve", _) where isGet:
      // A link that is not encoded would lose everything after its first '&'.
      guard let query = try? Location(parsing: head.uri).query, query.map(\.name) == ["link"],
        let link = query.last("link")
      else { throw .missingLink }
      self = .resolve(link)
    case ("/v1/resolve", .POST): self = try Self.isLines(head) ? .resolveLines : .resolve(nil)
    case ("/v1/match", .POST):
      guard try !Self.isLines(head) else { throw .wrongType }
      self = .match
    case _ where isGet && Self.gets.contains(path): self = Self.got(path)
    default:
      let allowed = path == "/v1/resolve" ? "GET, POST" : Self.posts.contains(path) ? "POST" : "GET"
      throw .wrongMethod(path: path, allowed: allowed)
    }
  }

  private static func got(_ path: String) -> ServiceEndpoint {
    switch path {
    case "/v1/release": .release
    case "/healthz": .health
    case "/readyz": .ready
    case "/metrics": .metrics
    case "/openapi.json": .document
    default: .file(String(path.split(separator: "/").last ?? ""))
    }
  }

  /// Whether a body has a JSON object on each line.
  private static func isLines(_ head: HTTPRequestHead) throws(ServiceProblem) -> Bool {
    let type = head.headers.first(name: "content-type")?.utf8.prefix { $0 != UInt8(ascii: ";") }
    let bytes = type?.filter { $0 != UInt8(ascii: " ") } ?? []
    switch String(decoding: bytes, as: UTF8.self).lowercased() {
    case "application/json": return false
    case "application/x-ndjson": return true
    default: throw .wrongType
    }
  }
}
#endif
