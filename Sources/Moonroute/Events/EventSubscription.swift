/// One handler for the events of one pattern.
final class EventSubscription {
  /// The position among all subscriptions of its scope.
  let number: UInt64

  let life: EventScopeLife

  let registration: Registration

  let isOnce: Bool

  /// For a handler that runs a script, returns whether a script is running, so that the event must
  /// wait.
  let isScriptRunning: (() -> Bool)?

  let handler: Handler<LinkEvent, Void>

  var isReserved = false
  var deliveryCount = 0

  /// Returns the source position of its handler, if it is known.
  let findSite: () -> SourceSite?

  private let end: () -> Void

  init(
    _ number: UInt64,
    in life: EventScopeLife,
    _ options: EventSubscribing,
    registration: Registration,
    handler: Handler<LinkEvent, Void>
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

  var entersScripts: Bool { isScriptRunning != nil }

  /// Whether its handler must wait because a script is running.
  var isHeldUp: Bool { isScriptRunning?() ?? false }

  var isActive: Bool { !life.isEnded && registration.isActive }

  /// Whether it accepts another event.
  var isOpen: Bool { !isReserved && isActive }

  deinit { end() }
}

package struct EventSubscribing {
  package var isOnce = false

  /// Held weakly; the subscription ends when the object is deallocated.
  package var owner: AnyObject?

  /// Returns whether a script is running, so that an event must wait; `nil` if the handler runs
  /// none.
  package var isScriptRunning: (() -> Bool)?

  /// Called when no further events will arrive.
  var end: () -> Void = {}

  /// Returns the source position of the handler, for tools.
  var findSite: () -> SourceSite? = { nil }

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
