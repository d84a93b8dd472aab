#if NATS
import CNATS
import Fleet

/// Makes and checks the buckets of a fleet.
enum NATSBucket {
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

  /// Refuses an existing bucket that would lose news.
  static func check(_ key: FleetKey, _ context: OpaquePointer) throws(FleetError) {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    guard js_GetStreamInfo(&info, context, "KV_\(key.bucket)", nil, nil) == NATS_OK,
      let settings = info?.pointee.Config?.pointee
    else { throw FleetError(.offline, "The bucket \(key.bucket) cannot be read now.") }
    defer { jsStreamInfo_Destroy(info) }
    if let reason = refusal(
      replicas: Int(settings.Replicas),
      isRepeated: key.subject == nil
        || settings.RePublish.map { text($0.pointee.Destination) } == destination(of: key),
      to: destination(of: key)
    ) {
      throw FleetError(.refused, "The bucket \(key.bucket) \(reason)")
    }
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  /// The reason why a bucket cannot be used.
  static func refusal(
    replicas: Int,
    isRepeated: Bool,
    to destination: String = ""
  ) -> String? {
    if replicas > 1 {
      return
        "has \(replicas) replicas. Servers before 2.9.21 lose writes of such a bucket, and libnats"
        + " does not tell the version. Use one replica: nats stream edit KV_… --replicas 1."
    }
    if !isRepeated {
      return "does not republish to \(destination). Remove it, and the next write makes it again."
    }
    return nil
  }
}
#endif
