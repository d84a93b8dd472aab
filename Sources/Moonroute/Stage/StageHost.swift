/// A user interface that mirrors the stage.
///
/// The stage changes at once and tells the host; the host shows the changes one after the other, in
/// its own time. What a person does in the user interface, the host tells the router:
/// ``Router/personRemoved(_:)`` and ``Router/personSelected(_:)`` for what has happened already,
/// ``Router/mayLeave(_:)`` to ask before, ``Router/beginSwipeBack()`` for what follows a finger.
///
/// ``HeadlessHost`` is the reference; ``StageHostConformance`` checks a host of one's own.
///
/// The router calls a host on its own executor, and holds it weakly. A user interface lives on the
/// main actor, so its application is made for that, and its host assumes it:
///
/// ```swift
/// @MainActor final class Window: StageHost {
///   nonisolated func apply(_ change: StageChange) {
///     MainActor.assumeIsolated { show(change.after) }
///   }
///   nonisolated func update(_ screen: Screen) {
///     MainActor.assumeIsolated { refresh(screen) }
///   }
/// }
/// let application = try Application(on: MainActor.shared) { … }
/// ```
public protocol StageHost: AnyObject {
  /// The names of the transitions that the user interface has, for `full_screen` and `custom_push`.
  ///
  /// An open that names another one fails as `animation_failed`, before any screen is asked to
  /// leave and anything is built. Default: `nil`, any name is taken.
  var transitions: Set<String>? { get }

  /// The names of the views that the user interface has.
  ///
  /// An open whose screen names another one fails as `no_view`, and says so. Default: `nil`, any
  /// name is taken.
  var viewNames: Set<String>? { get }

  /// Shows a change.
  ///
  /// Called on the router's executor, in the order of the changes. ``StageChange/steps`` says what
  /// to do.
  ///
  /// - Parameter change: The stage before and after, and how it came about.
  func apply(_ change: StageChange)

  /// Shows a screen's new description in place.
  ///
  /// - Parameter screen: The screen.
  func update(_ screen: Screen)
}

extension StageHost {
  /// Any name is taken.
  public var transitions: Set<String>? { nil }

  /// Any name is taken.
  public var viewNames: Set<String>? { nil }
}
