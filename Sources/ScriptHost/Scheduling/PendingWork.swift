import Moonroute

/// Background work of scripts that has not ended.
package struct PendingWork: Sendable, CustomStringConvertible {
  enum Kind: String {
    case after, every, spawn
  }

  let kind: Kind

  /// The time until it runs, or `nil` for a task, which runs or waits already.
  let due: Duration?

  /// The line that started it.
  let site: SourceSite?

  package var description: String {
    let place = site.map { " at \($0)" } ?? ""
    guard let due else { return "\(kind.rawValue)\(place) has not ended" }
    let seconds = max(0, due / .seconds(1))
    let number = seconds == seconds.rounded() ? "\(Int64(seconds))" : "\(seconds)"
    return "\(kind.rawValue)\(place) runs in \(number) s"
  }
}
