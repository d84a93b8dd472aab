#if canImport(UIKit)
public import Moonroute
public import UIKit

/// Shows the stage of an application in a window, and reports the user's actions to the router.
///
/// ```swift
/// let application = try LinkRouter.onMainActor { … }
/// let stage = try UIKitStage(application, in: window) { screen in ProductController(screen) }
/// stage.begin()
/// ```
///
/// The application must live on the main actor. Stacks become navigation controllers, tabs become
/// tab bar controllers, splits become split view controllers. Changes are shown one by one.
@MainActor public final class UIKitStage: NSObject {
  /// Creates the controller of a screen.
  public typealias Maker = (Screen) -> UIViewController

  /// Configures a presented controller before it is shown, for example its transitioning delegate.
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

  let router: Router
  let window: UIWindow
  let make: Maker
  private let clock: any Clock<Duration>

  var controllers: [Screen.ID: UIViewController] = [:]

  var identities: [ObjectIdentifier: Screen.ID] = [:]

  private var waiting: [StageChange] = []
  private(set) var isShowing = false

  var onSettled: [() -> Void] = []

  /// Creates a host that shows nothing.
  ///
  /// - Parameters:
  ///   - application: The application, which must live on the main actor.
  ///   - window: The window to fill.
  ///   - clock: The clock for ``stepLimit``. Default: the continuous clock.
  ///   - make: Creates the controller of a screen.
  /// - Throws: `wrong_actor` if the application lives on another actor.
  public convenience init(
    _ application: LinkRouter,
    in window: UIWindow,
    clock: any Clock<Duration> = ContinuousClock(),
    make: @escaping Maker
  ) throws(RouterError) {
    self.init(try application.mainRouter(), in: window, clock: clock, make: make)
  }

  /// Creates a host for a router that uses the main actor; it shows nothing yet.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - window: The window to fill.
  ///   - clock: The clock for ``stepLimit``. Default: the continuous clock.
  ///   - make: Creates the controller of a screen.
  package init(
    _ router: Router,
    in window: UIWindow,
    clock: any Clock<Duration> = ContinuousClock(),
    make: @escaping Maker
  ) {
    self.router = router
    self.window = window
    self.clock = clock
    self.make = make
  }

  /// Shows the current stage, and all later changes.
  public func begin() { router.show(on: self) }

  private func showNext() {
    guard !isShowing else { return }
    guard !waiting.isEmpty else {
      let settled = onSettled
      onSettled = []
      for notify in settled { notify() }
      return
    }
    let change = waiting.removeFirst()
    isShowing = true
    perform(change.steps[...], isAnimated: change.transition.isAnimated) { [weak self] in
      guard let self else { return }
      forget(allBut: change.after)
      isShowing = false
      showNext()
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
      identities[ObjectIdentifier(controller)] = nil
    }
  }
}

/// The end of one step, reached once: by UIKit's callback, or by a timeout.
@MainActor private final class StepEnd {
  private var goOn: (() -> Void)?
  private var timer: Task<Void, Never>?

  init(_ goOn: @escaping () -> Void) { self.goOn = goOn }

  /// Continues, unless it already has.
  func reach() {
    let goOn = goOn
    timer?.cancel()
    (self.goOn, timer) = (nil, nil)
    goOn?()
  }

  /// Continues after a timeout, unless the end was reached before.
  func wait(atMost limit: Duration, on clock: any Clock<Duration>) {
    guard goOn != nil else { return }
    // The task retains this object: UIKit releases a completion handler that it does not call.
    timer = Task {
      try? await clock.sleep(for: limit)
      reach()
    }
  }
}

extension UIKitStage: StageHost {
  /// The names of the registered transitions.
  public nonisolated var transitions: Set<String>? {
    MainActor.assumeIsolated { registeredTransitions }
  }

  /// Queues a change behind earlier ones.
  public nonisolated func apply(_ change: StageChange) {
    MainActor.assumeIsolated {
      waiting.append(change)
      showNext()
    }
  }

  /// Shows a screen's new description in place.
  public nonisolated func update(_ screen: Screen) {
    MainActor.assumeIsolated {
      if let controller = controllers[screen.id] { refresh(controller, screen) }
    }
  }
}
#endif
