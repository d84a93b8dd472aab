import Moonroute

/// Something registered as a script holds it: the way to take it back.
final class ScriptRegistration {
  /// The name of a route that has one.
  let name: String?

  /// The complete pattern of a route; nothing for other registrations.
  let pattern: String

  private var registration: Registration?
  private var bytes: MemoryCharge?
  private(set) var isCancelled = false

  /// Wraps a registration.
  ///
  /// - Parameters:
  ///   - registration: The registration; without one it may be attached later.
  ///   - name: The name of a route.
  ///   - pattern: The pattern of a route.
  init(_ registration: Registration? = nil, name: String? = nil, pattern: String = "") {
    self.registration = registration
    self.name = name
    self.pattern = pattern
  }

  /// Whether it counts, and does not end with an owner.
  var isLasting: Bool { registration.map { $0.isActive && !$0.isOwned } ?? false }

  /// Takes it back; more calls do nothing.
  func cancel() {
    isCancelled = true
    registration?.cancel()
    (registration, bytes) = (nil, nil)
  }

  /// Names what is taken back, once it is there.
  func attach(_ registration: Registration) {
    self.registration = registration
    if let bytes { registration.lifetimeToken = bytes }
    bytes = nil
  }

  /// Has what is registered counted for as long as it is there.
  func attach(_ bytes: MemoryCharge) {
    guard !isCancelled else { return }
    if let registration { registration.lifetimeToken = bytes } else { self.bytes = bytes }
  }
}
