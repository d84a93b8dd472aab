import Moonroute
import RoutePatterns

/// The reason why one route wins over another that matches the same location.
struct RouteComparison {
  let winner: RouteInfo
  let loser: RouteInfo
  let order: RouteTable.Order

  var reason: String {
    if let scheme = winner.scheme, loser.scheme == nil {
      return "routes of scheme '\(scheme)' take precedence"
    }
    if winner.priority != loser.priority {
      return "priority \(loser.priority) is below \(winner.priority)"
    }
    guard order == .rank else {
      return order == .first ? "registered later" : "registered earlier"
    }
    if winner.host != nil, winner.host != loser.host {
      return loser.host.map { "host '\($0)' is less exact" } ?? "has no host"
    }
    return segmentReason ?? "just as exact, and registered later"
  }

  /// The first segment that is more exact in the winner.
  private var segmentReason: String? {
    let left = winner.pattern.parts.writtenOut
    let right = loser.pattern.parts.writtenOut
    for index in 0..<max(left.count, right.count) {
      let ours = index < left.count ? left[index].exactness : nil
      let theirs = index < right.count ? right[index].exactness : nil
      guard ours != theirs else { continue }
      guard index < right.count else { return "ends where the winner has '\(left[index].text)'" }
      guard index < left.count else { return "continues with '\(right[index].text)'" }
      return "'\(right[index].text)' is less exact than '\(left[index].text)'"
    }
    return nil
  }
}
