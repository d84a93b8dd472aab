#if canImport(UIKit)
import Foundation
@_spi(Tooling) public import Moonroute
public import UIKit

/// Shows the stage of a router in a window, or one branch of tabs in a navigation controller of the
/// program, and reports the user's actions to the router.
///
/// ```swift
/// let router = try LinkRouter.onMainActor { … }
/// let stage = try UIKitStage(router, in: window)
/// stage.screen("Product") { screen in ProductController(screen) }
/// ```
///
/// The router must live on the main actor, and holds the stage weakly. Stacks become navigation
/// controllers, tabs become tab bar controllers, splits become split view controllers. The stage
/// starts when the function that makes it has returned or waits: it checks the added screens, then
/// shows the current stage and all later changes, one by one. A debug build shows ``problems`` over
/// the stage; release builds log them.
@MainActor public final class UIKitStage: NSObject {
  /// Configures a presented controller before it is shown, for example its detents or its
  /// transitioning delegate.
  public var configure: (UIViewController, PresentationStyle) -> Void = { _, _ in }

  /// Updates a controller for a screen's new description.
  public var refresh: (UIViewController, Screen) -> Void = { controller, screen in
    controller.title = screen.caption
  }

  /// The maximum duration of one step in UIKit before the next one starts.
  ///
  /// UIKit never calls back if it refuses a presentation, for example over a controller without a
  /// window. Default: 5 seconds.
  public var stepLimit = Duration.seconds(5)

  /// The names of the transitions that ``configure`` and the program's navigation delegates
  /// support.
  ///
  /// An open that names another transition fails. Default: `nil`, which allows every name.
  public var registeredTransitions: Set<String>?

  /// The reasons why the stage cannot be shown: views that routes name but no ``screen(_:_:)``
  /// makes, or a branch that no shell has.
  ///
  /// They are current after the start and after each reload of scripts.
  public private(set) var problems: [RouterError] = []

  let router: Router

  /// The router that controllers find as `moonroute`.
  let linkRouter: LinkRouter?

  let container: StageContainer
  private let clock: any Clock<Duration>
  private var makers: [String: (Screen) -> UIViewController] = [:]

  var controllers: [Screen.ID: UIViewController] = [:]

  var identities: [ObjectIdentifier: Screen.ID] = [:]

  let queue = ChangeQueue()

  /// The list of ``problems`` over the stage.
  private var notice: UILabel?

  /// Creates a stage that fills a window.
  ///
  /// - Parameters:
  ///   - router: The router, which must live on the main actor.
  ///   - window: The window to fill.
  ///   - clock: The clock for ``stepLimit``. Default: the continuous clock.
  /// - Throws: `wrong_actor` if the router lives on another actor.
  public convenience init(
    _ router: LinkRouter,
    in window: UIWindow,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(RouterError) {
    self.init(try router.mainRouter(), router, in: .window(window), clock: clock)
  }

  /// Creates a stage that shows one branch of tabs in a navigation controller, for one tab of a
  /// program that owns its tab bar.
  ///
  /// The stage sets the controllers and the delegate of the navigation controller, and opens the
  /// location of the branch when it starts. It does not show other branches, or a screen that
  /// replaces the tabs. The program selects the tab itself.
  ///
  /// - Parameters:
  ///   - router: The router, which must live on the main actor.
  ///   - navigation: The navigation controller.
  ///   - branch: The name of the branch, a route of a `LinkRoute.shell`. If no shell has it,
  ///     ``problems`` contains the reason.
  ///   - clock: The clock for ``stepLimit``. Default: the continuous clock.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  /// - Throws: `wrong_actor` if the router lives on another actor.
  public convenience init(
    _ router: LinkRouter,
    navigation: UINavigationController,
    branch: String,
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: String = #fileID,
    line: Int = #line
  ) throws(RouterError) {
    let branch = StageBranch(branch, at: SourceSite(file: fileID, line: line))
    let container = StageContainer.navigation(navigation, branch)
    self.init(try router.mainRouter(), router, in: container, clock: clock)
    navigation.delegate = self
  }

  init(
    _ router: Router,
    _ linkRouter: LinkRouter? = nil,
    in container: StageContainer,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.router, self.linkRouter, self.container) = (router, linkRouter, container)
    self.clock = clock
    super.init()
    queue.show = { [weak self] change, done in self?.show(change, done) }
    StageDirectory.add(self, of: container.responder)
    router.observe(owner: self) { [weak self] update in
      if case .reloaded = update { self?.rulesChanged() }
    }
    router.show(on: self)
    // The program adds its screens first.
    Task { start() }
  }

  /// Adds a screen with a name.
  ///
  /// - Parameters:
  ///   - name: The name in a route's `view`.
  ///   - make: Creates the controller of a screen.
  public func screen(_ name: String, _ make: @escaping (Screen) -> UIViewController) {
    makers[name] = make
    check()
  }

  /// The controller of a screen; for an unknown name, an error message.
  func makeController(of screen: Screen) -> UIViewController {
    if let make = makers[screen.view] { return make(screen) }
    let controller = UIViewController()
    let names = makers.keys.sorted().joined(separator: ", ")
    controller.view.show(
      UILabel(notice: "No screen is named '\(screen.view)'. The screens are: \(names).")
    )
    return controller
  }

  /// Starts to show changes; later calls do nothing.
  func start() {
    guard !queue.isOpen else { return }
    queue.open()
    check()
    enterBranch()
  }

  /// Scripts may load after the start.
  private func rulesChanged() {
    check()
    if queue.isOpen, router.stage.tree.root == nil { enterBranch() }
  }

  private func enterBranch() {
    guard let branch = container.branch else { return }
    Task {
      do throws(RouterError) { try await router.enter(branch) } catch { Self.log(error) }
    }
  }

  private func check() {
    guard queue.isOpen else { return }
    problems = router.problems(ofViews: Set(makers.keys), branch: container.branch)
    #if DEBUG
    notice?.removeFromSuperview()
    notice = nil
    guard !problems.isEmpty else { return }
    let label = UILabel(notice: problems.map(\.description).joined(separator: "\n"))
    if case .window(let window) = container {
      // A visible window needs a controller, and the problem may be the first screen.
      window.rootViewController = window.rootViewController ?? UIViewController()
      window.makeKeyAndVisible()
    }
    container.view.show(label)
    notice = label
    #else
    for problem in problems { Self.log(problem) }
    #endif
  }

  private static func log(_ error: RouterError) { NSLog("%@", "moonroute: \(error)" as NSString) }

  private func show(_ change: StageChange, _ done: @escaping () -> Void) {
    perform(change.steps[...], isAnimated: change.transition.isAnimated) { [weak self] in
      guard let self else { return }
      forget(allBut: change.after)
      if let notice { container.view.bringSubviewToFront(notice) }
      done()
    }
  }

  private func perform(
    _ steps: ArraySlice<StageStep>,
    isAnimated: Bool,
    _ done: @escaping () -> Void
  ) {
    guard let step = steps.first else { return done() }
    let end = StepEnd { [weak self] in
      self?.perform(steps.dropFirst(), isAnimated: isAnimated, done)
    }
    perform(step, isAnimated: isAnimated) { end.reach() }
    end.wait(atMost: stepLimit, on: clock)
  }

  /// Releases the controllers of removed places.
  private func forget(allBut tree: StageTree) {
    let staying = tree.places
    for (id, controller) in controllers where !staying.contains(id) {
      controllers[id] = nil
      let object = ObjectIdentifier(controller)
      // The navigation controller of a branch stays, with another identity.
      if identities[object] == id { identities[object] = nil }
    }
  }
}

extension UIKitStage: StageHost {
  /// The names of the added screens.
  public nonisolated var viewNames: Set<String>? {
    MainActor.assumeIsolated { Set(makers.keys) }
  }

  /// The names of the registered transitions.
  public nonisolated var transitions: Set<String>? {
    MainActor.assumeIsolated { registeredTransitions }
  }

  /// Queues a change behind earlier ones.
  public nonisolated func apply(_ change: StageChange) {
    MainActor.assumeIsolated { queue.add(change) }
  }

  /// Shows a screen's new description in place.
  public nonisolated func update(_ screen: Screen) {
    MainActor.assumeIsolated {
      if let controller = controllers[screen.id] { refresh(controller, screen) }
    }
  }
}
#endif
