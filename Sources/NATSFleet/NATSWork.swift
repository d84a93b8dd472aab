#if NATS
import CNATS
import Fleet

/// Makes and checks the stream of stored messages, and its consumers.
enum NATSWork {
  static let stream = "MR_EVENTS"

  /// The time for which messages are kept, in nanoseconds.
  private static let age: Int64 = 7 * 24 * 3_600 * 1_000_000_000

  private static let subjects = ["mr.*.durable.>", "mr.*.dead.>"]

  /// The subject on which the server delivers the messages of a consumer.
  static func subject(of consumer: FleetConsumer) -> String {
    "mr.\(consumer.app).work.\(consumer.name)"
  }

  /// Whether a reply subject acknowledges a delivery of a consumer.
  ///
  /// A forged message could otherwise make a host publish to any subject.
  static func isAcknowledgement(_ reply: String, of consumer: FleetConsumer) -> Bool {
    reply.hasPrefix("$JS.ACK.\(stream).\(consumer.name).")
      && !reply.contains { $0 == "*" || $0 == ">" }
  }

  /// The number of deliveries in a reply subject: `$JS.ACK.STREAM.CONSUMER.TRIES.…`.
  static func tries(in reply: String) -> Int? {
    let parts = reply.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 9 ? Int(parts[4]) : nil
  }

  /// The text that ends or prolongs a delivery.
  static func text(of end: FleetWork.End) -> String {
    switch end {
    case .handled: "+ACK"
    case .working: "+WPI"
    case .again(let delay): "-NAK {\"delay\": \(Int64(delay / .nanoseconds(1)))}"
    }
  }

  /// Makes the stream.
  static func makeStream(_ context: OpaquePointer, _ code: inout jsErrCode) -> natsStatus {
    var settings = jsStreamConfig()
    jsStreamConfig_Init(&settings)
    settings.MaxAge = age
    var info: UnsafeMutablePointer<jsStreamInfo>?
    let status = stream.withCString { name in
      subjects[0]
        .withCString { first in
          subjects[1]
            .withCString { second in
              settings.Name = name
              var list: [UnsafePointer<CChar>?] = [first, second]
              return list.withUnsafeMutableBufferPointer { list in
                settings.Subjects = list.baseAddress
                settings.SubjectsLen = Int32(list.count)
                return js_AddStream(&info, context, &settings, nil, &code)
              }
            }
        }
    }
    jsStreamInfo_Destroy(info)
    return status
  }

  /// Refuses an existing stream that would lose messages; returns `false` without a stream.
  static func checkStream(
    _ context: OpaquePointer,
    version: () -> String?
  ) throws(FleetError) -> Bool {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    let status = js_GetStreamInfo(&info, context, stream, nil, nil)
    if status == NATS_NOT_FOUND { return false }
    guard status == NATS_OK, let settings = info?.pointee.Config?.pointee else {
      throw FleetError(.offline, "The stream \(stream) cannot be read now.")
    }
    defer { jsStreamInfo_Destroy(info) }
    if let reason = NATSBucket.refusal(replicas: Int(settings.Replicas), version: version) {
      throw FleetError(.refused, "The stream \(stream) \(reason)")
    }
    return true
  }

  /// The subject of an existing consumer, or `nil` without one.
  static func subject(
    ofConsumer name: String,
    _ context: OpaquePointer
  ) throws(FleetError) -> String? {
    var info: UnsafeMutablePointer<jsConsumerInfo>?
    let status = js_GetConsumerInfo(&info, context, stream, name, nil, nil)
    if status == NATS_NOT_FOUND { return nil }
    guard status == NATS_OK, let settings = info?.pointee.Config?.pointee else {
      throw FleetError(.offline, "The consumer \(name) cannot be read now.")
    }
    defer { jsConsumerInfo_Destroy(info) }
    return settings.FilterSubject.map { String(cString: $0) } ?? ""
  }

  /// Makes a consumer.
  static func makeConsumer(
    _ consumer: FleetConsumer,
    wait: Duration,
    _ context: OpaquePointer,
    _ code: inout jsErrCode
  ) -> natsStatus {
    var settings = jsConsumerConfig()
    jsConsumerConfig_Init(&settings)
    settings.DeliverPolicy = js_DeliverAll
    settings.AckPolicy = js_AckExplicit
    settings.AckWait = Int64(wait / .nanoseconds(1))
    settings.MaxDeliver = -1
    settings.MaxAckPending = 1
    var info: UnsafeMutablePointer<jsConsumerInfo>?
    let status = consumer.name.withCString { name in
      consumer.subject.description.withCString { filter in
        subject(of: consumer)
          .withCString { target in
            settings.Durable = name
            settings.FilterSubject = filter
            settings.DeliverSubject = target
            settings.DeliverGroup = name
            return js_AddConsumer(&info, context, stream, &settings, nil, &code)
          }
      }
    }
    jsConsumerInfo_Destroy(info)
    return status
  }
}
#endif
