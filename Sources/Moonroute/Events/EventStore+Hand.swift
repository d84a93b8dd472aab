import RoutePatterns

struct EventContinuation {
  let rest: () async throws -> Void
  let event: LinkEvent
  let isFailure: Bool
  /// Ends the handler together with its scope.
  let life: EventScopeLife
  let receipt: EventReceipt?
  var task: Task<Void, Never>?
}

extension EventStore {
  /// Delivers an event to a subscription, unless the subscription has ended.
  func hand(
    _ event: LinkEvent,
    to subscription: EventSubscription,
    isFailure: Bool,
    _ receipt: EventReceipt? = nil
  ) {
    guard subscription.isActive else {
      receipt?.note(hasFailed: true)
      return
    }
    subscription.deliveryCount += 1
    if subscription.isOnce { subscription.registration.cancel() }
    do {
      if case .later(let rest) = try subscription.handler.begin(event, on: environment.home()) {
        runLater(rest, event, isFailure: isFailure, in: subscription.life, receipt)
      } else {
        receipt?.note(hasFailed: false)
      }
    } catch {
      report(error, event, isFailure: isFailure)
      receipt?.note(hasFailed: true)
    }
  }

  func runLater(
    _ rest: @escaping () async throws -> Void,
    _ event: LinkEvent,
    isFailure: Bool,
    in life: EventScopeLife,
    _ receipt: EventReceipt?
  ) {
    lastNumber += 1
    let number = lastNumber
    continuations[number] = EventContinuation(
      rest: rest,
      event: event,
      isFailure: isFailure,
      life: life,
      receipt: receipt
    )
    if let task = alarm.ring({ events, _ in await events.finish(number) }) {
      continuations[number]?.task = task
      return
    }
    continuations[number] = nil
    report(RouterError.noExecutor, event, isFailure: isFailure)
    receipt?.note(hasFailed: true)
  }

  /// Cancels the waiting handlers of ended scopes.
  func endHandlers() {
    for handler in continuations.values where handler.life.isEnded { handler.task?.cancel() }
  }

  private func finish(_ number: UInt64) async {
    guard let continuation = continuations[number] else { return }
    defer { continuations[number] = nil }
    do {
      try await continuation.rest()
      continuation.receipt?.note(hasFailed: false)
    } catch is CancellationError {
      continuation.receipt?.note(hasFailed: true)
    } catch {
      report(error, continuation.event, isFailure: continuation.isFailure)
      continuation.receipt?.note(hasFailed: true)
    }
  }

  /// Other handlers still receive the event.
  func report(_ error: any Error, _ event: LinkEvent, isFailure: Bool) {
    let label = event.name ?? event.pattern.text
    let error = error as? RouterError ?? .thrown(error, by: label)
    reportFailure(error, event)
    noteFailure(error, event)
    guard !isFailure else { return }
    announce("handler-failed", isFailure: true) {
      .table(
        ValueTable(fields: [
          "location": .text(event.location.description),
          "pattern": .text(event.pattern.text),
          "error": .table(error.table),
        ])
      )
    }
  }
}
