final class Observers<Event: Sendable> {
  /// A class, so that a walk over the observers retains one reference for each.
  private final class Observer {
    let registration: Registration
    let isHearing: () -> Bool
    let end: () -> Void
    let notify: (Event) -> Void

    init(
      _ registration: Registration,
      while isHearing: @escaping () -> Bool,
      end: @escaping () -> Void,
      _ notify: @escaping (Event) -> Void
    ) {
      self.registration = registration
      self.isHearing = isHearing
      self.end = end
      self.notify = notify
    }

    var isActive: Bool { registration.isActive && isHearing() }
  }

  private var observers: [Observer] = []

  init() {}

  /// The observation ends with `owner`, which is held weakly.
  ///
  /// `isHearing` returns whether the observer currently wants events. `end` is called when no
  /// further events will arrive.
  func add(
    owner: AnyObject? = nil,
    while isHearing: @escaping () -> Bool = { true },
    end: @escaping () -> Void = {},
    _ notify: @escaping (Event) -> Void
  ) -> Registration {
    let registration = Registration(owner: owner)
    let before = observers
    observers =
      before.filter(\.registration.isActive)
      + [Observer(registration, while: isHearing, end: end, notify)]
    withExtendedLifetime(before) {}
    return registration
  }

  /// Beyond `count` unread events, the oldest are dropped.
  func stream(bufferingNewest count: Int) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self,
      bufferingPolicy: .bufferingNewest(count)
    )
    let registration = add(end: { continuation.finish() }) { continuation.yield($0) }
    continuation.onTermination = { _ in registration.cancel() }
    return stream
  }

  var isEmpty: Bool { observers.allSatisfy { !$0.registration.isActive } }

  /// The event is evaluated only if an observer is active.
  func publish(_ event: @autoclosure () -> Event?) {
    let observers = observers
    guard !observers.isEmpty, observers.contains(where: \.isActive), let event = event() else {
      return
    }
    for observer in observers where observer.isActive { observer.notify(event) }
  }

  func close() {
    let observers = observers
    self.observers = []
    for observer in observers {
      observer.registration.cancel()
      observer.end()
    }
  }

  deinit { for observer in observers { observer.end() } }
}

final class RouterObservers {
  let events = Observers<RouterUpdate>()

  let outcomes = Observers<Outcome>()
  let allOutcomes = Observers<Outcome>()

  let turns = Observers<ScreenTurnEvent>()

  let stage = Observers<StageNews>()

  /// The program's function for errors that no outcome contains.
  var onHandlerFailure: (RouterError, _ occasion: String) -> Void = { _, _ in }

  func close() {
    events.close()
    outcomes.close()
    turns.close()
    stage.close()
  }
}
