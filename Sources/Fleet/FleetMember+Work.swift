#if Releases
import Moonroute

extension FleetMember {
  /// The number of deliveries after which a message becomes a dead letter.
  private static let tries = 5

  /// The time between two signs that a message is being handled.
  private static let signTime = Duration.seconds(10)

  /// Handles a durable event, and settles it.
  func handle(
    _ work: FleetWork,
    for consumer: String,
    in router: LinkRouter,
    _ clock: some Clock<Duration>,
    _ report: @escaping Report
  ) async {
    // A host that ends gives its work to another one.
    guard !Task.isCancelled else { return await settle(work, .again(after: .zero), report) }
    guard work.tries <= Self.tries, let event = FleetEvent(work.message.bytes) else {
      return await bury(work, report)
    }
    let signs = FleetSurroundings.start {
      while await clock.hasSlept(Self.signTime) { try? await self.link.settle(work, .working) }
    }
    let sender = EventSender(event.host, isRedelivered: work.tries > 1, for: consumer)
    let isHandled = await router.perform { router in
      await router.handle(event.location, event.extra, from: sender) { path in
        FleetSubject.event(self.app, path, isDurable: true) == work.message.subject
      }
    }
    signs.cancel()
    await signs.value
    if isHandled {
      await settle(work, .handled, report)
    } else if work.tries < Self.tries {
      let delay = Task.isCancelled ? Duration.zero : .seconds(1 << (work.tries - 1))
      await settle(work, .again(after: delay), report)
    } else {
      await bury(work, report)
    }
  }

  /// Replaces a message that no host can handle with a dead letter.
  private func bury(_ work: FleetWork, _ report: @escaping Report) async {
    let subject = work.message.subject.dead
    do throws(FleetError) {
      try await link.store(work.message.bytes, to: subject)
    } catch {
      note(error, report)
      return await settle(work, .again(after: .seconds(30)), report)
    }
    await settle(work, .handled, report)
    report(
      FleetError(
        .refused,
        "An event was delivered \(Self.tries) times without success, or could not be read. It is a dead"
          + " letter now: \(subject)."
      )
    )
  }

  private func settle(_ work: FleetWork, _ end: FleetWork.End, _ report: Report) async {
    // A cancelled task cannot wait for the connection.
    let error =
      await FleetSurroundings.start { () -> FleetError? in
        do throws(FleetError) {
          try await self.link.settle(work, end)
          return nil
        } catch {
          return error
        }
      }
      .value
    if let error { note(error, report) }
  }
}

extension Clock<Duration> {
  /// Whether the time passed before the task was cancelled.
  fileprivate func hasSlept(_ time: Duration) async -> Bool {
    (try? await sleep(for: time)) != nil
  }
}
#endif
