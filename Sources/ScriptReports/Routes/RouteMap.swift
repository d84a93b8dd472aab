package import Moonroute
import RoutePatterns

/// The routes in districts, the decisions before them, and the roads between them.
package struct RouteMap {
  /// The rule that puts a route in a district.
  package enum Grouping: String, CaseIterable, Sendable {
    case folder, tag, segment
  }

  package struct District {
    /// The file of its routes, their first tag, or the first segment of their patterns.
    package let name: String
    package fileprivate(set) var routes: [RouteInfo] = []
  }

  package enum Way: String, Sendable {
    /// From a parent to its child.
    case child
    /// A redirect that always has this target.
    case fixed
    /// A redirect that occurred.
    case seen
  }

  /// A way from one route to another, by their numbers.
  package struct Road {
    package let from: Int
    package let to: Int
    package let way: Way
    package var count = 1
  }

  /// The districts, in order of registration of their first routes.
  package private(set) var districts: [District] = []

  package private(set) var roads: [Road] = []

  package let decisions: RouteDecisions?

  /// The place of a route's district in ``districts``, by the number of the route.
  package private(set) var places: [Int: Int] = [:]

  /// Draws the active routes of an index.
  ///
  /// - Parameters:
  ///   - index: The routes.
  ///   - grouping: The rule for the districts.
  ///   - decisions: The decisions before the routes, if they are drawn.
  ///   - seen: The redirects that occurred, between labels of routes, with their counts.
  package init(
    _ index: RouteIndex,
    by grouping: Grouping = .folder,
    with decisions: RouteDecisions? = nil,
    seen: [(from: String, to: String, count: Int)] = []
  ) {
    self.decisions = decisions
    var known: [String: Int] = [:]
    let routes = index.routes.filter(\.isActive)
    for route in routes {
      let name = route.district(by: grouping)
      let place = known[name] ?? districts.count
      if place == districts.count {
        known[name] = place
        districts.append(District(name: name))
      }
      districts[place].routes.append(route)
      places[route.id] = place
      if let parent = route.parent {
        roads.append(Road(from: parent.id, to: route.id, way: .child))
      }
      for decision in decisions?.attached(to: route) ?? [] {
        guard let target = decision.targetRoute else { continue }
        roads.append(Road(from: route.id, to: target, way: .fixed))
      }
    }
    let ids = Dictionary(routes.map { ($0.label, $0.id) }) { first, _ in first }
    for (from, to, count) in seen.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
      guard let from = ids[from], let to = ids[to] else { continue }
      roads.append(Road(from: from, to: to, way: .seen, count: count))
    }
  }
}

extension RouteInfo {
  fileprivate func district(by grouping: RouteMap.Grouping) -> String {
    switch grouping {
    case .folder: return site?.file ?? "no file"
    case .tag: return tags.first.map { "#\($0)" } ?? "no tag"
    case .segment:
      let text = pattern.text
      let path = text.firstRange(of: "://").map { text[$0.upperBound...].drop { $0 != "/" } }
      let first = (path ?? text[...]).split(separator: "/").first ?? ""
      return "/\(first)"
    }
  }
}
