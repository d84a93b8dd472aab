#if NATS
import CNATS
import Fleet

extension NATSConnection {
  /// The last entry of a key: its value, unless it was removed, and its revision, or 0.
  private typealias Entry = (bytes: [UInt8]?, revision: UInt64)

  /// The error of newer clusters for a key that another writer is changing.
  private static let pendingWriteError = jsErrCode(10_164)

  /// The error of newer servers for a message whose first copy is not yet written.
  private static let pendingMessageError = jsErrCode(10_158)

  /// The error of newer servers while a new leader is not ready for a key.
  private static let unpreparedError = jsErrCode(10_163)

  /// How often a write is sent if no answer is certain; within 1.3 s.
  private static let writeTries = 9

  func value(of key: FleetKey) throws(FleetError) -> FleetValue? {
    guard let bucket = try bucket(of: key) else { return nil }
    let entry = try entry(of: key, in: bucket)
    if bucket.isReplicated { try note(entry.revision, of: key, in: bucket) }
    return entry.bytes.map { FleetValue($0, revision: entry.revision) }
  }

  func put(
    _ bytes: [UInt8],
    at key: FleetKey,
    after revision: UInt64
  ) throws(FleetError) -> UInt64 {
    if try bucket(of: key) == nil { try makeBucket(of: key) }
    do throws(FleetError) {
      return try write(bytes, at: key, after: revision)
    } catch  where error == leaderless(key.stream) {
      // The server may have lost the bucket since it was found.
      buckets.removeValue(forKey: key.bucket)
      if try bucket(of: key) == nil { try makeBucket(of: key) }
      return try write(bytes, at: key, after: revision)
    } catch  where error.kind == .conflict && revision == 0 {
      // The entry of a removed key has a revision too.
      guard let bucket = try bucket(of: key) else { throw error }
      let entry = try entry(of: key, in: bucket)
      guard entry.bytes == nil, entry.revision > 0 else { throw error }
      return try write(bytes, at: key, after: entry.revision)
    }
  }

  /// Writes an entry, and repeats that until the answer is certain.
  ///
  /// For a moment, a leader that was cut off can answer as well as the new one, and refuse a write that
  /// the new one makes. The message has an ID, so repeating it writes nothing twice.
  private func write(
    _ bytes: [UInt8],
    at key: FleetKey,
    after revision: UInt64
  ) throws(FleetError) -> UInt64 {
    let id = String(UInt64.random(in: .min ... .max), radix: 36)
    for attempt in 0..<Self.writeTries {
      if attempt > 0 { nats_Sleep(5 << Int64(attempt - 1)) }
      guard let written = try write(bytes, at: key, after: revision, id: id) else { continue }
      if let bucket = buckets[key.bucket], bucket.isReplicated {
        revisions[key.entrySubject] = NATSBucket.Revision(number: written, bucketTime: bucket.time)
      }
      return written
    }
    throw unanswered
  }

  /// Writes an entry once.
  ///
  /// - Returns: The new revision, or `nil` if the answer may come from a leader that was cut off.
  private func write(
    _ bytes: [UInt8],
    at key: FleetKey,
    after revision: UInt64,
    id: String
  ) throws(FleetError) -> UInt64? {
    let isReplicated = buckets[key.bucket]?.isReplicated == true
    var settings = jsPubOptions()
    jsPubOptions_Init(&settings)
    if revision == 0 {
      settings.ExpectNoMessage = true
    } else {
      settings.ExpectLastSubjectSeq = revision
    }
    var acknowledgement: UnsafeMutablePointer<jsPubAck>?
    defer { jsPubAck_Destroy(acknowledgement) }
    var code = jsErrCode(0)
    let context = try context()
    let status = id.withCString { id in
      if isReplicated { settings.MsgId = id }
      return js_Publish(
        &acknowledgement,
        context,
        key.entrySubject,
        bytes,
        Int32(bytes.count),
        &settings,
        &code
      )
    }
    if code == JSStreamWrongLastSequenceErr || code == Self.pendingWriteError {
      if isReplicated, Self.reportedRevision < max(revision, 1) { return nil }
      throw FleetError(.conflict, "The key \(key) has changed since it was read. Read it again.")
    }
    if status == NATS_NO_RESPONDERS { throw leaderless(key.stream) }
    // A leader that loses its place says so without a code, and the next one may know the message.
    if isReplicated, status == NATS_ERR, Self.isUnclear(code) || Self.isOffline(code) { return nil }
    try checkWritten(status, code: code)
    let written = acknowledgement?.pointee.Sequence ?? 0
    return isReplicated && written == 0 ? nil : written
  }

  /// Whether a leader that refuses a message may have written it, or write it yet.
  private static func isUnclear(_ code: jsErrCode) -> Bool {
    switch code {
    case jsErrCode(0), JSStreamStoreFailedErr, pendingMessageError, unpreparedError: true
    default: false
    }
  }

  /// The revision at the end of the last error, or 0 if it has none.
  private static var reportedRevision: UInt64 {
    let text = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
    return text.firstMatch(of: /([0-9]+)$/).flatMap { UInt64($0.1) } ?? 0
  }

  /// Reads the last entry, from the leader of the bucket unless it needs none.
  private func entry(of key: FleetKey, in bucket: NATSBucket) throws(FleetError) -> Entry {
    var found: OpaquePointer?
    var code = jsErrCode(0)
    let context = try context()
    let status = key.entrySubject.withCString { subject in
      guard bucket.isDirect else {
        return js_GetLastMsg(&found, context, key.stream, subject, nil, &code)
      }
      var settings = jsDirectGetMsgOptions()
      jsDirectGetMsgOptions_Init(&settings)
      settings.LastBySubject = subject
      return js_DirectGetMsg(&found, context, key.stream, nil, &settings)
    }
    if status == NATS_NOT_FOUND { return (nil, 0) }
    if status == NATS_NO_RESPONDERS { throw leaderless(key.stream) }
    try check(status, code: code)
    defer { natsMsg_Destroy(found) }
    let revision = natsMsg_GetSequence(found)
    var operation: UnsafePointer<CChar>?
    if natsMsgHeader_Get(found, "KV-Operation", &operation) == NATS_OK { return (nil, revision) }
    let bytes = UnsafeRawBufferPointer(
      start: natsMsg_GetData(found),
      count: Int(natsMsg_GetDataLength(found))
    )
    return (Array(bytes), revision)
  }

  /// Refuses an entry that is older than an earlier one, from a leader that has been cut off.
  private func note(
    _ revision: UInt64,
    of key: FleetKey,
    in bucket: NATSBucket
  ) throws(FleetError) {
    let name = key.entrySubject
    if let last = revisions[name], last.bucketTime == bucket.time, revision < last.number {
      throw FleetError(
        .offline,
        "The server of the fleet at \(options.place) has an older entry of \(key) than before. It is cut"
          + " off from the others, or they lost data."
      )
    }
    revisions[name] = NATSBucket.Revision(number: revision, bucketTime: bucket.time)
  }

  func hosts(of app: String, channel: String) throws(FleetError) -> [String] {
    let key = FleetKey.host(app, channel: channel, "")
    guard try bucket(of: key) != nil else { return [] }
    var info: UnsafeMutablePointer<jsStreamInfo>?
    var code = jsErrCode(0)
    var settings = jsOptions()
    jsOptions_Init(&settings)
    let context = try context()
    let prefix = "$KV.\(key.bucket)."
    let status = "\(key.entrySubject)*"
      .withCString { filter in
        settings.Stream.Info.SubjectsFilter = filter
        return js_GetStreamInfo(&info, context, key.stream, &settings, &code)
      }
    if status == NATS_NOT_FOUND { return [] }
    try check(status, code: code)
    defer { jsStreamInfo_Destroy(info) }
    guard let found = info?.pointee.State.Subjects?.pointee else { return [] }
    return (0..<Int(found.Count))
      .compactMap { index in
        let subject = String(cString: found.List[index].Subject)
        guard subject.hasPrefix(prefix) else { return nil }
        return FleetKey.host(
          in: String(subject.dropFirst(prefix.count)),
          of: app,
          channel: channel
        )
      }
  }

  /// The bucket of a key, or `nil` if it does not exist.
  private func bucket(of key: FleetKey) throws(FleetError) -> NATSBucket? {
    let context = try context()
    if let known = buckets[key.bucket] { return known }
    var info: UnsafeMutablePointer<jsStreamInfo>?
    var code = jsErrCode(0)
    let status = js_GetStreamInfo(&info, context, key.stream, nil, &code)
    if status == NATS_NOT_FOUND { return nil }
    try check(status, code: code)
    defer { jsStreamInfo_Destroy(info) }
    guard let info = info?.pointee, let settings = info.Config?.pointee else {
      throw FleetError(
        .refused,
        "The server at \(options.place) does not report the settings of \(key.stream). Look at it: nats"
          + " stream info \(key.stream)."
      )
    }
    if let reason = NATSBucket.refusal(of: key, settings, version: { serverVersion() }) {
      throw FleetError(.refused, "The bucket \(key.bucket) \(reason)")
    }
    let bucket = NATSBucket(
      settings,
      time: info.Created,
      isInCluster: info.Cluster?.pointee.Name != nil
    )
    buckets[key.bucket] = bucket
    return bucket
  }

  private func makeBucket(of key: FleetKey) throws(FleetError) {
    var code = jsErrCode(0)
    let status = NATSBucket.make(key, try context(), &code)
    // Another machine may have made it at the same time.
    if try bucket(of: key) == nil { try check(status, code: code) }
  }
}

extension FleetKey {
  /// The stream that keeps the entries.
  fileprivate var stream: String { "KV_\(bucket)" }

  /// The subject of the entries.
  fileprivate var entrySubject: String { "$KV.\(bucket).\(self)" }
}
#endif
