/// One handler of the events of one pattern.
final class EventSubscription {
  /// The place among all subscriptions of its scope.
  let number: UInt64

  /// The life of the scope that it belongs to.
  let life: EventScopeLife

  /// The way to take it back.
  let registration: Registration

  let isOnce: Bool

  /// Whether its script runs, if the handler runs a script: then the event has to wait.
  let isScriptRunning: (() -> Bool)?

  /// The function that is called with an event.
  let handler: Handler<Event, Void>

  /// Whether the one event it takes has been emitted.
  var isReserved = false

  /// How many events it got.
  var deliveryCount = 0

  /// Where its handler is written, if that is known.
  let findSite: () -> SourceSite?

  private let end: () -> Void

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
    isScriptRunning = options.isScriptRunning
    end = options.end
    findSite = options.findSite
    self.handler = handler
  }

  /// Whether its handler runs a script.
  var entersScripts: Bool { isScriptRunning != nil }

  /// Whether its handler cannot run now, because a script runs.
  var isHeldUp: Bool { isScriptRunning?() ?? false }

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

  /// Whether the handler's script runs, so that an event has to wait; `nil` if it runs none.
  package var isScriptRunning: (() -> Bool)?

  /// Called when there is nothing to come any more.
  var end: () -> Void = {}

  /// Finds where the handler is written, for tools.
  var findSite: () -> SourceSite? = { nil }

  /// Makes an ordinary one.
  package init(
    isOnce: Bool = false,
    owner: AnyObject? = nil,
    isScriptRunning: (() -> Bool)? = nil,
    findSite: @escaping () -> SourceSite? = { nil }
  ) {
    self.findSite = findSite
    self.isOnce = isOnce
    self.owner = owner
    self.isScriptRunning = isScriptRunning
  }
}
