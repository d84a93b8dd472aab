import RoutePatterns

/// The rest of a handler that waits.
struct EventContinuation {
  let rest: () async throws -> Void
  let event: Event
  let isFailure: Bool
}

extension EventStore {
  /// Delivers an event to a subscription, unless that has ended meanwhile.
  func hand(_ event: Event, to subscription: EventSubscription, isFailure: Bool) {
    guard subscription.isActive else { return }
    if subscription.isOnce { subscription.registration.cancel() }
    do {
      switch subscription.handler {
      case .immediate(let handle): try handle(event)
      case .waiting(let handle):
        runLater({ try await handle(event) }, event, isFailure: isFailure)
      case .eventual(let handle):
        if case .later(let rest) = try handle(event) {
          runLater(rest, event, isFailure: isFailure)
        }
      }
    } catch {
      report(error, event, isFailure: isFailure)
    }
  }

  /// Lets a handler that waits run to its end.
  func runLater(
    _ rest: @escaping () async throws -> Void,
    _ event: Event,
    isFailure: Bool
  ) {
    lastNumber += 1
    let number = lastNumber
    continuations[number] = EventContinuation(rest: rest, event: event, isFailure: isFailure)
    let isHeard = alarm.ring { await $0.router.events.finish(number) }
    if isHeard { return }
    continuations[number] = nil
    report(RouterError.noExecutor, event, isFailure: isFailure)
  }

  private func finish(_ number: UInt64) async {
    guard let continuation = continuations.removeValue(forKey: number) else { return }
    do {
      try await continuation.rest()
    } catch is CancellationError {
      return
    } catch {
      report(error, continuation.event, isFailure: continuation.isFailure)
    }
  }

  /// Announces that a handler failed; the others still get their event.
  func report(_ error: any Error, _ event: Event, isFailure: Bool) {
    let label = event.name ?? event.pattern.text
    let error = error as? RouterError ?? .thrown(error, by: label)
    reportFailure(error, event)
    guard !isFailure else { return }
    announce("handler-failed", isFailure: true) {
      .table(
        Table(fields: [
          "location": .text(event.location.description),
          "pattern": .text(event.pattern.text),
          "error": .table(error.table),
        ])
      )
    }
  }
}
