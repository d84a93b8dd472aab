/// One open under way: who started it, and whether it still may go on.
final class OpenTicket {
  /// The number, counted from 1.
  let id: UInt64

  /// The open inside whose step this one began.
  let parent: OpenTicket?

  /// Whether the open takes part in "the newest wins".
  let isNavigation: Bool

  /// Whether a newer open took its place.
  private(set) var isCancelled = false

  /// Whether the screen is being built: from here on nothing cancels the open.
  var isCommitted = false

  /// Ends the wait that the open is in.
  var interrupt: (() -> Void)?

  /// Starts an open.
  init(id: UInt64, parent: OpenTicket?, isNavigation: Bool) {
    self.id = id
    self.parent = parent
    self.isNavigation = isNavigation
  }

  /// The number of opens around this one.
  var depth: Int { (parent?.depth ?? -1) + 1 }

  /// Whether the open runs inside another.
  func isInside(_ other: OpenTicket) -> Bool {
    self === other || (parent?.isInside(other) ?? false)
  }

  /// Ends the open at its next step, and the wait it is in at once.
  func cancel() {
    isCancelled = true
    let interrupt = interrupt
    self.interrupt = nil
    interrupt?()
  }
}

/// The open that the current task is a step of.
package struct OpenScope: Sendable {
  /// The scope of the current task.
  @TaskLocal package static var current: OpenScope?

  /// The router.
  let router: ObjectIdentifier
  /// The open's number.
  let id: UInt64
}
