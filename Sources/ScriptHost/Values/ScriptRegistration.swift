import Moonroute

/// A registration held by a script, which can cancel it.
final class ScriptRegistration {
  let name: String?

  /// The complete pattern of a route; empty for other registrations.
  let pattern: String

  private var registration: Registration?
  private var bytes: MemoryCharge?
  private(set) var isCancelled = false

  /// The registration may also be attached later.
  init(_ registration: Registration? = nil, name: String? = nil, pattern: String = "") {
    self.registration = registration
    self.name = name
    self.pattern = pattern
  }

  /// Whether it is active, and does not end with an owner.
  var isLasting: Bool { registration.map { $0.isActive && !$0.isOwned } ?? false }

  /// Cancels the registration; more calls do nothing.
  func cancel() {
    isCancelled = true
    registration?.cancel()
    (registration, bytes) = (nil, nil)
  }

  func attach(_ registration: Registration) {
    self.registration = registration
    if let bytes { registration.lifetimeToken = bytes }
    bytes = nil
  }

  /// Retains a memory charge while the registration exists.
  func attach(_ bytes: MemoryCharge) {
    guard !isCancelled else { return }
    if let registration { registration.lifetimeToken = bytes } else { self.bytes = bytes }
  }
}
