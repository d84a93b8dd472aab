import Moonroute
import RoutePatterns

@testable import LinkFiles

/// Routes, and the links files for them.
struct LinkFixture {
  static let fingerprint = (0..<32).map { _ in "AB" }.joined(separator: ":")

  let rules = RouterRules()
  var settings = LinkSettings()

  init(_ routes: [LinkRoute], hosts: [String] = ["shop.example.com"]) throws {
    for route in routes { try rules.add(route) }
    for host in hosts { try settings.add(host: host) }
    try settings.add(apple: "TEAM123456.com.example.shop")
    try settings.add(android: "com.example.shop", Self.fingerprint)
  }

  init(paths: [String]) throws {
    try self.init(paths.map { LinkRoute($0).view("X") })
  }

  var table: LinkTable { LinkTable(of: rules) }

  var plan: LinkPlan { LinkPlan(of: table, settings: settings) }

  func checker(_ read: LinkChecker.Read = LinkChecker.Read()) -> LinkChecker {
    LinkChecker(table, plan, settings: settings, reading: read)
  }

  /// The paths of the components for Apple, exclusions with a leading `!`.
  var apple: [String] { Self.paths(plan.files[0].apple.entries[0].components) }

  var android: [String] { Self.paths(plan.files[0].android.statements[0].components ?? []) }

  static func paths(_ components: [LinkComponent]) -> [String] {
    components.map { ($0.isExcluded ? "!" : "") + ($0.path ?? "") }
  }
}
