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
  /// Makes sure that the user interfaces have the transition that an animator names, as far as they
  /// say what they have.
  func checkTransition(of animator: Animator) throws(RouterError) {
    guard !mirror.isEmpty, let name = animator.options["transition"].text else { return }
    for host in mirror.hosts {
      guard let known = host.transitions, !known.contains(name) else { continue }
      let names = known.sorted()
      let list =
        names.isEmpty
        ? " The user interface has registered none."
        : " There are \(names.joined(separator: ", "))."
      let hint = NearestNames.hint(for: name, among: names)
      throw .animationFailed(
        "\(animator.name) finds no transition '\(name)'.\(hint.isEmpty ? list : hint)"
      )
    }
  }

  /// Makes sure that the user interfaces have the view of a screen, as far as they say what they
  /// have.
  func checkView(of screen: Screen) throws(RouterError) {
    guard !mirror.isEmpty else { return }
    for host in mirror.hosts {
      guard let known = host.viewNames, !known.contains(screen.view) else { continue }
      let names = known.sorted()
      let hint = NearestNames.hint(for: screen.view, among: names)
      let list = hint.isEmpty ? " It has \(names.joined(separator: ", "))." : hint
      throw RouterError(.noView, "The user interface has no view '\(screen.view)'.\(list)")
    }
  }

  /// The user interfaces that mirror the stage; of each that is gone it is told once.
  func presentHosts() -> [any StageHost] {
    guard !mirror.isEmpty else { return [] }
    for _ in 0..<mirror.removeLost() {
      let message =
        "The StageHost that mirrors the stage is gone, and nothing is shown any more: the router"
        + " holds it weakly. Keep it as long as its user interface, or call mirror(on: nil) before."
      onHandlerFailure(RouterError(.closed, message), "mirror")
    }
    return mirror.hosts
  }

  /// Has a user interface mirror the stage from now on, instead of the one before.
  ///
  /// It is shown at once what is on the stage.
  ///
  /// - Parameter host: Held weakly: keep it as long as its user interface. When it goes, the next
  ///   change tells ``onHandlerFailure``. `nil`: no host mirrors it.
  public func mirror(on host: (any StageHost)?) {
    mirror.replace(with: host)
    if let host { show(on: host) }
  }

  /// Has one more host mirror the stage, beside the user interface and others.
  ///
  /// It is shown at once what is on the stage. What the user interface takes back with
  /// ``mirror(on:)`` does not touch it.
  ///
  /// - Parameter host: Held weakly, as in ``mirror(on:)``.
  package func mirror(alsoOn host: any StageHost) {
    mirror.add(host)
    show(on: host)
  }

  /// Has a host that was given to ``mirror(alsoOn:)`` mirror the stage no more.
  package func endMirror(on host: any StageHost) { mirror.remove(host) }

  private func show(on host: any StageHost) {
    guard stage.tree.root != nil else { return }
    let transition = Transition(
      effect: "mirror",
      screen: stage.topID,
      removed: [],
      isAnimated: false
    )
    host.apply(StageChange(transition: transition, before: StageTree(), after: stage.tree))
  }
}

/// The hosts that mirror a stage: the user interface, and those beside it.
struct StageMirror {
  private struct Entry {
    weak var host: (any StageHost)?
    /// Whether it is the program's user interface, of which there is one.
    let isInterface: Bool
  }

  private var entries: [Entry] = []

  /// Whether nothing mirrors the stage, and nothing is gone of which was not told.
  var isEmpty: Bool { entries.isEmpty }

  /// The hosts that are there, in the order in which they came.
  var hosts: [any StageHost] { entries.compactMap(\.host) }

  /// Takes a user interface in place of the one before.
  mutating func replace(with host: (any StageHost)?) {
    entries.removeAll { $0.isInterface }
    guard let host else { return }
    remove(host)
    entries.append(Entry(host: host, isInterface: true))
  }

  /// Takes one more host; one that is known stays as it is.
  mutating func add(_ host: any StageHost) {
    guard !entries.contains(where: { $0.host === host }) else { return }
    entries.append(Entry(host: host, isInterface: false))
  }

  /// Lets go of a host beside the user interface.
  mutating func remove(_ host: any StageHost) {
    entries.removeAll { $0.host === host && !$0.isInterface }
  }

  /// Lets go of the hosts that are gone.
  ///
  /// - Returns: How many there were.
  mutating func removeLost() -> Int {
    let count = entries.count
    entries.removeAll { $0.host == nil }
    return count - entries.count
  }

  /// Lets go of all.
  mutating func removeAll() { entries = [] }
}
