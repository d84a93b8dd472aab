#if NATS
import CNATS
import Fleet

extension NATSConnection {
  func store(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
    let context = try context()
    try makeStream(context)
    var acknowledgement: UnsafeMutablePointer<jsPubAck>?
    var code = jsErrCode(0)
    let status = js_Publish(
      &acknowledgement,
      context,
      subject.description,
      bytes,
      Int32(bytes.count),
      nil,
      &code
    )
    jsPubAck_Destroy(acknowledgement)
    if status == NATS_NO_RESPONDERS {
      // The server may have lost the stream since it was found.
      hasStream = false
      throw leaderless(NATSWork.stream)
    }
    try checkWritten(status, code: code)
  }

  func work(of consumer: FleetConsumer) throws(FleetError) -> AsyncStream<FleetWork> {
    let context = try context()
    try makeStream(context)
    if let known = try NATSWork.subject(ofConsumer: consumer.name, context) {
      // The server would change the path of the consumer for all hosts.
      guard known == consumer.subject.description else {
        throw FleetError(
          .refused,
          "The consumer \(consumer.name) exists with another path. Choose another name for"
            + " 'durable', or remove it: nats consumer rm \(NATSWork.stream) \(consumer.name)."
        )
      }
    } else {
      var code = jsErrCode(0)
      let status = NATSWork.makeConsumer(consumer, wait: options.workWait, context, &code)
      if status != NATS_OK { hasStream = false }
      try check(status, code: code)
    }
    let (work, waiting) = AsyncStream.makeStream(of: FleetWork.self)
    let (id, worker) = (nextID(), NATSWorker(consumer, waiting))
    try subscribe(id, to: NATSWork.subject(of: consumer), group: consumer.name) {
      worker.deliver($0, reply: $1)
    }
    receivers.add(worker, id)
    let watch = Task {
      while (try? await Task.sleep(for: self.options.workWait * .random(in: 0.9...1.1))) != nil {
        guard self.has(consumer) else { return worker.finish() }
      }
    }
    waiting.onTermination = { _ in
      watch.cancel()
      Task { await self.unsubscribe(id) }
    }
    return work
  }

  func settle(_ work: FleetWork, _ end: FleetWork.End) throws(FleetError) {
    let connection = try connected()
    try check(natsConnection_PublishString(connection, work.id, NATSWork.text(of: end)))
  }

  /// Whether a consumer still exists, or nobody can tell.
  ///
  /// A server of a cluster may lose it without an end of this connection.
  private func has(_ consumer: FleetConsumer) -> Bool {
    do throws(FleetError) {
      if try NATSWork.subject(ofConsumer: consumer.name, context()) != nil { return true }
      hasStream = false
      return false
    } catch {
      return true
    }
  }

  private func makeStream(_ context: OpaquePointer) throws(FleetError) {
    guard !hasStream else { return }
    if try !NATSWork.checkStream(context, version: { serverVersion() }) {
      var code = jsErrCode(0)
      let status = NATSWork.makeStream(context, &code)
      // Another machine may have made it at the same time.
      if try !NATSWork.checkStream(context, version: { serverVersion() }) {
        try check(status, code: code)
      }
    }
    hasStream = true
  }
}
#endif
