#if NATS
import CNATS
import Fleet

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

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
  ///
  /// The functions of libnats for buckets crash if a server answers without the settings.
  static func make(
    _ key: FleetKey,
    _ context: OpaquePointer,
    _ code: inout jsErrCode
  ) -> natsStatus {
    var settings = jsStreamConfig()
    jsStreamConfig_Init(&settings)
    (settings.MaxMsgsPerSubject, settings.Discard) = (1, js_DiscardNew)
    (settings.AllowRollup, settings.DenyDelete, settings.AllowDirect) = (true, true, true)
    if key.subject == nil { settings.MaxAge = entryTime }
    var info: UnsafeMutablePointer<jsStreamInfo>?
    let texts =
      ["KV_\(key.bucket)", "$KV.\(key.bucket).>", "$KV.\(key.bucket).*.*"]
      + [destination(of: key)]
    let copies = texts.map { UnsafePointer(strdup($0)) }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    var repeated = jsRePublish()
    jsRePublish_Init(&repeated)
    (repeated.Source, repeated.Destination) = (copies[2], copies[3])
    var subjects = [copies[1]]
    settings.Name = copies[0]
    let status = subjects.withUnsafeMutableBufferPointer { subjects in
      (settings.Subjects, settings.SubjectsLen) = (subjects.baseAddress, 1)
      return withUnsafeMutablePointer(to: &repeated) { repeated in
        if key.subject != nil { settings.RePublish = repeated }
        return js_AddStream(&info, context, &settings, nil, &code)
      }
    }
    jsStreamInfo_Destroy(info)
    return status
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
