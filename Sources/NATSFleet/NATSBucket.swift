#if NATS
import CNATS
import Fleet

/// A bucket of a fleet that was found and checked.
package struct NATSBucket {
  /// A revision of a key, and the time at which its bucket was made.
  struct Revision {
    let number: UInt64
    let bucketTime: Int64
  }

  /// The time at which it was made, which tells it from a later one of this name.
  let time: Int64
  let isReplicated: Bool
  /// Whether it is read by direct requests.
  ///
  /// They take a server less work, but in a cluster, one that was cut off answers too.
  let isDirect: Bool

  init(_ settings: jsStreamConfig, time: Int64, isInCluster: Bool) {
    self.time = time
    isReplicated = settings.Replicas > 1
    isDirect = settings.AllowDirect && !isReplicated && !isInCluster
  }

  /// The time for which the entry of a host is kept, in nanoseconds.
  private static let entryTime: Int64 = 24 * 3_600 * 1_000_000_000

  /// The subject to which the values of a bucket are republished.
  private static func destination(of key: FleetKey) -> String {
    key.bucket == "mr_values" ? "mr.$1.value.$2" : "mr.$1.channel.$2"
  }

  /// Makes the bucket of a key.
  static func make(
    _ key: FleetKey,
    _ context: OpaquePointer,
    _ made: inout OpaquePointer?
  ) -> natsStatus {
    var settings = kvConfig()
    kvConfig_Init(&settings)
    settings.History = 1
    return key.bucket.withCString { name in
      "$KV.\(key.bucket).*.*"
        .withCString { source in
          destination(of: key)
            .withCString { destination in
              settings.Bucket = name
              var repeated = jsRePublish()
              jsRePublish_Init(&repeated)
              (repeated.Source, repeated.Destination) = (source, destination)
              guard key.subject != nil else {
                settings.TTL = entryTime
                return js_CreateKeyValue(&made, context, &settings)
              }
              return withUnsafeMutablePointer(to: &repeated) { repeated in
                settings.RePublish = repeated
                return js_CreateKeyValue(&made, context, &settings)
              }
            }
        }
    }
  }

  /// The reason why an existing bucket cannot be used.
  static func refusal(
    of key: FleetKey,
    _ settings: jsStreamConfig,
    version: () -> String?
  ) -> String? {
    if let reason = refusal(replicas: Int(settings.Replicas), version: version) { return reason }
    guard key.subject != nil else { return nil }
    let target = settings.RePublish.flatMap { $0.pointee.Destination }.map { String(cString: $0) }
    guard target != destination(of: key) else { return nil }
    return "does not republish to \(destination(of: key)). Remove it, and the next write makes it"
      + " again."
  }

  /// The reason why a stream with replicas cannot be used.
  static func refusal(replicas: Int, version: () -> String?) -> String? {
    guard replicas > 1 else { return nil }
    let version = version()
    if let version, isSafe(version) { return nil }
    let known = version.map { "is \($0)" } ?? "does not tell its version, as those before 2.10"
    return
      "has \(replicas) replicas. Servers before 2.9.21 lose writes of such a bucket, and this one"
      + " \(known). Use a newer server, or one replica: nats stream edit KV_… --replicas 1."
  }

  /// Whether servers of a version keep the writes of several replicas.
  package static func isSafe(_ version: String) -> Bool {
    let numbers = version.split(separator: ".").prefix(3)
      .map { part in Int(part.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
    return !numbers.lexicographicallyPrecedes([2, 9, 21])
  }
}
#endif
