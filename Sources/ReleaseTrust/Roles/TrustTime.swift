#if Releases
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A time in seconds since 1970, in UTC.
package struct TrustTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  package static let day: Int64 = 86_400

  package let seconds: Int64

  package init(_ seconds: Int64) { self.seconds = seconds }

  /// The time of the system's clock.
  package static var now: TrustTime { TrustTime(Int64(Date().timeIntervalSince1970)) }

  /// Reads `2026-11-27T06:48:21Z`, and no other form of ISO 8601.
  package init?(_ text: String) {
    // A year of more digits is beyond other readers, and at last beyond the integer.
    guard text.utf8.count == "2026-11-27T06:48:21Z".utf8.count,
      let date = try? Date(text, strategy: .iso8601)
    else { return nil }
    seconds = Int64(date.timeIntervalSince1970)
    guard description == text else { return nil }
  }

  package static func < (first: TrustTime, second: TrustTime) -> Bool {
    first.seconds < second.seconds
  }

  package func adding(days: Int64) -> TrustTime { TrustTime(seconds + days * Self.day) }

  package var description: String {
    Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
  }
}
#endif
