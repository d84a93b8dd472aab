#if LinkService
import MessageStream
package import Moonroute
import TextTools

/// The ending and the route of a link.
package struct ServiceOpen: Sendable, Hashable {
  package let status: Outcome.Status
  /// The name or the pattern; empty without a route.
  package let route: String
}

/// The counts of one event loop; the sum of all loops is printed in the text format of Prometheus.
struct ServiceMetrics: Sendable {
  fileprivate struct Histogram {
    var counts = [Int](repeating: 0, count: ServiceMetrics.bounds.count)
    var count = 0
    var sum = 0.0
  }

  /// The upper bounds of the buckets in seconds.
  fileprivate static let bounds = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
  ]

  /// The maximum number of routes; additional routes are counted as `other`.
  private static let routeLimit = 1_000

  private(set) var opens: [ServiceOpen: Int] = [:]
  private var routes: Set<String> = []
  private var requests: [String: Histogram] = [:]
  private var shadowCount = 0
  private(set) var shadowDifferences: [String: Int] = [:]

  mutating func note(_ status: Outcome.Status, route: String?) {
    opens[ServiceOpen(status: status, route: counted(route)), default: 0] += 1
  }

  mutating func noteShadow(route: String?, isDifferent: Bool) {
    shadowCount += 1
    if isDifferent { shadowDifferences[counted(route), default: 0] += 1 }
  }

  private mutating func counted(_ route: String?) -> String {
    let route = route ?? ""
    guard !routes.contains(route) else { return route }
    guard routes.count < Self.routeLimit else { return "other" }
    routes.insert(route)
    return route
  }

  mutating func note(path: String, _ duration: Duration) {
    let seconds = duration / .seconds(1)
    requests[path, default: Histogram()].add(seconds)
  }

  mutating func add(_ other: ServiceMetrics) {
    opens.merge(other.opens, uniquingKeysWith: +)
    shadowCount += other.shadowCount
    shadowDifferences.merge(other.shadowDifferences, uniquingKeysWith: +)
    for (path, histogram) in other.requests {
      requests[path, default: Histogram()].add(histogram)
    }
  }

  /// The text; `facts` are the gauges of the whole service.
  func text(_ facts: ServiceFacts) -> String {
    var lines = Self.head("moonroute_opens_total", "counter", "Links by their ending and route.")
    for (open, count) in opens.sorted(by: {
      ($0.key.status.rawValue, $0.key.route) < ($1.key.status.rawValue, $1.key.route)
    }) {
      let labels = "status=\(Self.quoted(open.status.rawValue)),route=\(Self.quoted(open.route))"
      lines.append("moonroute_opens_total{\(labels)} \(count)")
    }
    lines += Self.head("moonroute_request_seconds", "histogram", "The time of requests by path.")
    for (path, histogram) in requests.sorted(by: { $0.key < $1.key }) {
      lines += histogram.lines(of: "moonroute_request_seconds", "path=\(Self.quoted(path))")
    }
    lines += Self.head("moonroute_release_info", "gauge", "The current rules.")
    let release = facts.release
    let version = Self.quoted(release.version.map(String.init) ?? "")
    let digest = Self.quoted(release.digest ?? "")
    lines.append("moonroute_release_info{version=\(version),digest=\(digest)} 1")
    lines += Self.head("moonroute_release_prepared", "gauge", "Whether a release is prepared.")
    lines.append("moonroute_release_prepared \(release.prepared == nil ? 0 : 1)")
    lines += shadowLines
    lines += Self.head("moonroute_reload_seconds", "gauge", "The time of the last load.")
    lines.append("moonroute_reload_seconds \(facts.reloadTime / .seconds(1))")
    lines += Self.head("moonroute_stale", "gauge", "Whether newer rules cannot be taken.")
    lines.append("moonroute_stale \(facts.isStale ? 1 : 0)")
    return lines.joined(separator: "\n") + "\n"
  }

  private var shadowLines: [String] {
    var lines = Self.head(
      "moonroute_shadow_total",
      "counter",
      "Links that the prepared release also resolved."
    )
    lines.append("moonroute_shadow_total \(shadowCount)")
    lines += Self.head(
      "moonroute_shadow_different_total",
      "counter",
      "Links with a different result under the prepared release, by route."
    )
    for (route, count) in shadowDifferences.sorted(by: { $0.key < $1.key }) {
      lines.append("moonroute_shadow_different_total{route=\(Self.quoted(route))} \(count)")
    }
    return lines
  }

  private static func head(_ name: String, _ kind: String, _ help: String) -> [String] {
    ["# HELP \(name) \(help)", "# TYPE \(name) \(kind)"]
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}

extension ServiceMetrics.Histogram {
  fileprivate mutating func add(_ seconds: Double) {
    for (index, bound) in ServiceMetrics.bounds.enumerated() where seconds <= bound {
      counts[index] += 1
    }
    count += 1
    sum += seconds
  }

  fileprivate mutating func add(_ other: Self) {
    for index in counts.indices { counts[index] += other.counts[index] }
    count += other.count
    sum += other.sum
  }

  fileprivate func lines(of name: String, _ labels: String) -> [String] {
    let buckets = zip(ServiceMetrics.bounds, counts)
      .map { "\(name)_bucket{\(labels),le=\"\($0)\"} \($1)" }
    return buckets + [
      "\(name)_bucket{\(labels),le=\"+Inf\"} \(count)", "\(name)_sum{\(labels)} \(sum)",
      "\(name)_count{\(labels)} \(count)",
    ]
  }
}

/// The state of the whole service, as answers report it.
struct ServiceFacts: Sendable {
  /// The number of successful loads.
  var generation = 0
  var reloadTime = Duration.zero
  /// The reasons why newer scripts did not load.
  var refusals: [String] = []
  var release = ServiceRelease()

  var isStale: Bool { !refusals.isEmpty || release.staleReason != nil }

  var refusedJSON: [JSON] {
    refusals.map { .fields(("reason", .text($0))) }
      + release.refused.map {
        .fields(("version", .int($0.version)), ("reason", .text($0.reason)))
      }
  }
}

/// The release that the rules of a service come from; all empty without one.
package struct ServiceRelease: Sendable, Equatable {
  package struct Refusal: Sendable, Equatable {
    package let version: Int
    package let reason: String

    package init(version: Int, reason: String) { (self.version, self.reason) = (version, reason) }
  }

  package var version: Int?
  package var channel: String?
  /// The SHA-256 of the bundle in hexadecimal digits.
  package var digest: String?
  package var state = "live"
  /// The version that is ready but not in use.
  package var prepared: Int?
  package var refused: [Refusal] = []
  /// The reason why the newest metadata cannot be used, such as its expiry.
  package var staleReason: String?

  package init() {}
}
#endif
