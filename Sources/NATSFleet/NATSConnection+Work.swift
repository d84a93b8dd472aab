#if NATS
import CNATS
import Fleet

extension NATSConnection {
  func store(_ bytes: [UInt8], to subject: FleetSubject) throws(FleetError) {
    let context = try context()
    try makeStream(context)
    var acknowledgement: UnsafeMutablePointer<jsPubAck>?
    let status = js_Publish(
      &acknowledgement,
      context,
      subject.description,
      bytes,
      Int32(bytes.count),
      nil,
      nil
    )
    jsPubAck_Destroy(acknowledgement)
    // The server may have lost the stream since it was found.
    if status == NATS_NO_RESPONDERS { hasStream = false }
    try checkWritten(status)
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
      let status = NATSWork.makeConsumer(consumer, wait: options.workWait, context)
      if status != NATS_OK { hasStream = false }
      try check(status)
    }
    let (work, waiting) = AsyncStream.makeStream(of: FleetWork.self)
    let (id, worker) = (nextID(), NATSWorker(consumer, waiting))
    try subscribe(id, to: NATSWork.subject(of: consumer), group: consumer.name) {
      worker.deliver($0, reply: $1)
    }
    receivers.add(worker, id)
    waiting.onTermination = { _ in Task { await self.unsubscribe(id) } }
    return work
  }

  func settle(_ work: FleetWork, _ end: FleetWork.End) throws(FleetError) {
    let connection = try connected()
    try check(natsConnection_PublishString(connection, work.id, NATSWork.text(of: end)))
  }

  private func makeStream(_ context: OpaquePointer) throws(FleetError) {
    guard !hasStream else { return }
    if try !NATSWork.checkStream(context) {
      let status = NATSWork.makeStream(context)
      // Another machine may have made it at the same time.
      if try !NATSWork.checkStream(context) { try check(status) }
    }
    hasStream = true
  }
}
#endif
