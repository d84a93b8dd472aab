/// A user interface that mirrors the stage.
///
/// The stage changes immediately and notifies the host. The host shows the changes in order, at its
/// own pace. It passes the user's actions to moves such as ``LinkRouter/back(_:)`` and
/// ``LinkRouter/select(tab:)``.
///
/// The router calls a host on its own executor, and holds it weakly. A user interface lives on the
/// main actor, so make its router on the main actor and use `assumeIsolated` in the host:
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
/// let router = try LinkRouter.onMainActor { … }
/// ```
public protocol StageHost: AnyObject {
  /// The names of the transitions that the user interface supports, for `full_screen` and
  /// `custom_push`.
  ///
  /// An open with an unknown name fails with `animation_failed`, before any leave guard is called
  /// and anything is built. The default is `nil`: every name is accepted.
  var transitions: Set<String>? { get }

  /// The names of the views that the user interface supports.
  ///
  /// An open of a screen with an unknown view fails with `no_view`. The default is `nil`: every
  /// name is accepted.
  var viewNames: Set<String>? { get }

  /// Shows a change.
  ///
  /// The router calls it on its executor, in the order of the changes. With
  /// `@_spi(Tooling) import Moonroute`, `change.steps` lists the steps from the stage before to the
  /// stage after.
  ///
  /// - Parameter change: The stage before and after, and the cause of the change.
  func apply(_ change: StageChange)

  /// Shows a screen's new description in place.
  ///
  /// - Parameter screen: The screen.
  func update(_ screen: Screen)
}

extension StageHost {
  /// `nil`: every name is accepted.
  public var transitions: Set<String>? { nil }

  /// `nil`: every name is accepted.
  public var viewNames: Set<String>? { nil }
}
