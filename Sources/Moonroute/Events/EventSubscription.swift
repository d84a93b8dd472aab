/// One handler of the events of one pattern.
final class EventSubscription {
  /// The place among all subscriptions of its scope.
  let number: UInt64

  /// The life of the scope that it belongs to.
  let life: EventScopeLife

  /// The way to take it back.
  let registration: Registration

  /// Whether it takes one event only.
  let isOnce: Bool

  /// What may receive an event in place of the handler, if it is a script's.
  let receiver: (any EventReceiver)?

  /// What it does with an event.
  let handler: Handler<Event, Void>

  /// Whether the one event it takes has been emitted.
  // Read or written in one step.
  @exclusivity(unchecked) var isReserved = false

  private let end: () -> Void

  /// Makes a subscription.
  init(
    _ number: UInt64,
    in life: EventScopeLife,
    _ options: EventSubscribing,
    registration: Registration,
    handler: Handler<Event, Void>
  ) {
    self.number = number
    self.life = life
    self.registration = registration
    isOnce = options.isOnce
    receiver = options.receiver
    end = options.end
    self.handler = handler
  }

  /// Whether its handler runs a script.
  var entersScripts: Bool { receiver != nil }

  /// Whether it still counts.
  var isActive: Bool { !life.isEnded && registration.isActive }

  /// Whether it takes another event.
  var isOpen: Bool { !isReserved && isActive }

  deinit { end() }
}

/// How a subscription differs from an ordinary one.
package struct EventSubscribing {
  /// Whether it ends with the first event.
  package var isOnce = false

  /// Held weakly; the subscription ends with it.
  package var owner: AnyObject?

  /// What may receive an event in place of the handler, if that runs a script and so has to wait
  /// while one runs.
  package var receiver: (any EventReceiver)?

  /// Called when there is nothing to come any more.
  var end: () -> Void = {}

  /// Makes an ordinary one.
  package init(
    isOnce: Bool = false,
    owner: AnyObject? = nil,
    receiver: (any EventReceiver)? = nil
  ) {
    self.isOnce = isOnce
    self.owner = owner
    self.receiver = receiver
  }
}
