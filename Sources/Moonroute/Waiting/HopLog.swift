#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif
import Synchronization

/// Reports handlers that have to hop to another actor, once for each line that registers one.
package final class HopLog: Sendable {
  /// The log of the current task; by default, the standard error.
  @TaskLocal package static var current = HopLog { line in
    var line = "moonroute: \(line)\n"
    line.withUTF8 { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
  }

  private let sites = Mutex<Set<SourceSite>>([])
  private let add: @Sendable (String) -> Void

  package init(_ add: @escaping @Sendable (String) -> Void) { self.add = add }

  func report(_ place: HandlerPlace, callsFrom owner: any Actor) {
    guard sites.withLock({ $0.insert(place.site).inserted }) else { return }
    add(place.advice(callsFrom: owner))
  }
}

extension Handler {
  /// Reports that calls have to hop, if the router's actor is known.
  ///
  /// - Returns: The reported place, or `nil` if they do not.
  @discardableResult
  package func reportHops(from home: (any Actor)?) -> HandlerPlace? {
    guard let home, case .isolated(let place, _) = body, place.actor !== home else { return nil }
    HopLog.current.report(place, callsFrom: home)
    return place
  }
}
