import Foundation
import RoutePatterns

/// A whole link: parsed and matched, compared with parsing by Foundation.
enum LocationSubject {
  static let subject = BenchmarkSubject(
    name: "location",
    cases: [("location/parse-and-match/42", makeParseAndMatch)]
  )

  /// 42 bytes.
  private static let link = "https://example.com/user/1234/posts?tab=1#"

  private static func makeParseAndMatch() throws -> BenchmarkCase {
    let table = RouteTable(
      try ["/user/:id/posts", "/user/:id", "/user/settings", "/about"]
        .map {
          .init(pattern: try RoutePattern($0))
        }
    )
    let links = Array(repeating: link, count: 100)
    return BenchmarkCase(
      name: "location/parse-and-match/42",
      unitCount: links.count,
      peers: [
        .init(name: "Foundation, URL(string:) alone") {
          links.reduce(0) { $0 &+ (URL(string: $1) == nil ? 0 : 1) }
        },
        .init(name: "Location(parsing:)") {
          links.reduce(0) { $0 &+ ((try? Location(parsing: $1)) == nil ? 0 : 1) }
        },
        .init(name: "Location(parsing:) and match", goal: 0.3) {
          links.reduce(0) { sum, link in
            guard let location = try? Location(parsing: link) else { return sum }
            return sum &+ (table.match(location)?.entry ?? -1)
          }
        },
      ]
    )
  }
}
