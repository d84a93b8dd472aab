/// The observers of some kind of event, in the order in which they were added.
final class Observers<Event: Sendable> {
  /// An object, so that to walk over observers counts one reference for each and not many.
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

  /// Makes an empty list.
  init() {}

  /// Adds one.
  ///
  /// - Parameters:
  ///   - owner: Held weakly; the watching ends with it. `nil`: no owner.
  ///   - isHearing: Whether it wants the events that come now. Default: always.
  ///   - end: Called when there is nothing to watch any more. Default: does nothing.
  ///   - notify: Called for each event.
  /// - Returns: The way to stop watching.
  func add(
    owner: AnyObject? = nil,
    while isHearing: @escaping () -> Bool = { true },
    end: @escaping () -> Void = {},
    _ notify: @escaping (Event) -> Void
  ) -> Registration {
    let registration = Registration(owner: owner)
    let before = observers
    observers = before.filter(\.registration.isActive)
    observers.append(Observer(registration, while: isHearing, end: end, notify))
    return registration
  }

  /// The events from now on.
  ///
  /// Of more than `count` unread events, the oldest are dropped.
  func stream(bufferingNewest count: Int) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self,
      bufferingPolicy: .bufferingNewest(count)
    )
    let registration = add(end: { continuation.finish() }) { continuation.yield($0) }
    continuation.onTermination = { _ in registration.cancel() }
    return stream
  }

  /// Whether there is no active observer.
  var isEmpty: Bool { observers.allSatisfy { !$0.registration.isActive } }

  /// Notifies every active observer.
  ///
  /// - Parameter event: The event; made only if there is one.
  func publish(_ event: @autoclosure () -> Event?) {
    let observers = observers
    guard observers.contains(where: \.isActive), let event = event() else { return }
    for observer in observers where observer.isActive { observer.notify(event) }
  }

  /// Ends the watching of all.
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

struct RouterObservers {
  /// The observers of the router's events.
  let events = Observers<RouterEvent>()

  let outcomes = Observers<Outcome>()

  /// The observers of the lives of screens.
  let turns = Observers<ScreenTurnEvent>()

  /// The observers of the stage itself.
  let stage = Observers<StageNews>()

  /// Ends the watching of all.
  func close() {
    events.close()
    outcomes.close()
    turns.close()
    stage.close()
  }
}
