import TextTools

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

extension Router {
  /// Makes sure that the user interface has the transition that an animator names, if it says what
  /// it has.
  func checkTransition(of animator: Animator) throws(RouterError) {
    guard let name = animator.options["transition"].text, let known = mirror.host?.transitions,
      !known.contains(name)
    else { return }
    let names = known.sorted()
    let list =
      names.isEmpty
      ? " The user interface has registered none." : " There are \(names.joined(separator: ", "))."
    let hint = NearestNames.hint(for: name, among: names)
    throw .animationFailed(
      "\(animator.name) finds no transition '\(name)'.\(hint.isEmpty ? list : hint)"
    )
  }

  /// Makes sure that the user interface has the view of a screen, if it says what it has.
  func checkView(of screen: Screen) throws(RouterError) {
    guard let known = mirror.host?.viewNames, !known.contains(screen.view) else { return }
    let names = known.sorted()
    let hint = NearestNames.hint(for: screen.view, among: names)
    let list = hint.isEmpty ? " It has \(names.joined(separator: ", "))." : hint
    throw RouterError(.noView, "The user interface has no view '\(screen.view)'.\(list)")
  }

  /// Tells, once, that the user interface that mirrors the stage is gone.
  func noteLostHost() {
    guard mirror.isThere, mirror.host == nil else { return }
    mirror.isThere = false
    let message =
      "The StageHost that mirrors the stage is gone, and nothing is shown any more: the router holds"
      + " it weakly. Keep it as long as its user interface, or call mirror(on: nil) before."
    onHandlerFailure(RouterError(.closed, message), "mirror")
  }

  /// Has a user interface mirror the stage from now on, instead of the one before.
  ///
  /// It is shown at once what is on the stage.
  ///
  /// - Parameter host: Held weakly: keep it as long as its user interface. When it goes, the next
  ///   change tells ``onHandlerFailure``. `nil`: no host mirrors it.
  public func mirror(on host: (any StageHost)?) {
    mirror = StageMirror(host: host, isThere: host != nil)
    guard let host, stage.tree.root != nil else { return }
    let transition = Transition(
      effect: "mirror",
      screen: stage.top?.id,
      removed: [],
      isAnimated: false
    )
    host.apply(StageChange(transition: transition, before: StageTree(), after: stage.tree))
  }
}

/// The user interface that mirrors a stage.
struct StageMirror {
  weak var host: (any StageHost)?
  /// Whether there was one, and nothing has told yet that it is gone.
  var isThere = false
}
