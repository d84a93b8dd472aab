#if canImport(UIKit)
public import Moonroute
public import UIKit

/// Shows the stage of an application in a window, and tells the router what a person does there.
///
/// ```swift
/// let application = try Application(on: MainActor.shared) { … }
/// let stage = UIKitStage(application, in: window) { screen in ProductController(screen) }
/// stage.begin()
/// ```
///
/// The application has to live on the main actor. Stacks become navigation controllers, tabs tab bar
/// controllers, splits split view controllers; one change is shown after the other.
@MainActor public final class UIKitStage: NSObject {
  /// Makes the controller of a screen.
  public typealias Maker = (Screen) -> UIViewController

  /// Changes a presented controller before it is shown, such as its transitioning delegate.
  public var configure: (UIViewController, PresentationStyle) -> Void = { _, _ in }

  /// Shows a screen's new description in its controller.
  public var refresh: (UIViewController, Screen) -> Void = { controller, screen in
    controller.title = screen.caption
  }

  /// How long UIKit may take over one step before the next one follows all the same.
  ///
  /// UIKit never calls back where it refuses to present, such as over a controller that is in no
  /// window. Default: 5 seconds.
  public var stepLimit = Duration.seconds(5)

  /// The names of the transitions that ``configure`` and the program's navigation delegates have.
  ///
  /// An open that names another one fails, and says so. Default: `nil`, any name is taken.
  public var registeredTransitions: Set<String>?

  let router: Router
  let window: UIWindow
  let make: Maker
  private let clock: any Clock<Duration>

  /// The controllers of all places, by identity.
  var controllers: [Screen.ID: UIViewController] = [:]

  /// The identities of all places, by controller.
  var identities: [ObjectIdentifier: Screen.ID] = [:]

  private var waiting: [StageChange] = []
  private(set) var isShowing = false

  /// Called when everything has been shown.
  var onSettled: [() -> Void] = []

  /// Makes a host that shows nothing yet.
  ///
  /// - Parameters:
  ///   - application: The application; it lives on the main actor.
  ///   - window: The window to fill.
  ///   - clock: Measures ``stepLimit``. Default: the continuous clock.
  ///   - make: Makes the controller of a screen.
  public convenience init(
    _ application: Application,
    in window: UIWindow,
    clock: any Clock<Duration> = ContinuousClock(),
    make: @escaping Maker
  ) {
    let found = application.assumeIsolated { MainRouter(router: $0.router) }
    self.init(found.router, in: window, clock: clock, make: make)
  }

  /// Makes a host of a router that lives on the main actor; it shows nothing yet.
  ///
  /// - Parameters:
  ///   - router: The router.
  ///   - window: The window to fill.
  ///   - clock: Measures ``stepLimit``. Default: the continuous clock.
  ///   - make: Makes the controller of a screen.
  public init(
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

  /// Shows what is on the stage, and everything that happens from now on.
  public func begin() { router.mirror(on: self) }

  /// Shows the changes that wait, one after the other.
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

  /// Does some steps, one after the other.
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

  /// Lets go of the controllers of places that are gone.
  private func forget(allBut tree: StageTree) {
    let staying = tree.places
    for (id, controller) in controllers where !staying.contains(id) {
      controllers[id] = nil
      identities[ObjectIdentifier(controller)] = nil
    }
  }
}

/// The end of one step, which comes once: when UIKit says so, or when it has taken too long.
@MainActor private final class StepEnd {
  private var goOn: (() -> Void)?
  private var timer: Task<Void, Never>?

  init(_ goOn: @escaping () -> Void) { self.goOn = goOn }

  /// Goes on, the first time.
  func reach() {
    let goOn = goOn
    timer?.cancel()
    (self.goOn, timer) = (nil, nil)
    goOn?()
  }

  /// Goes on after a while, unless the end has been reached.
  func wait(atMost limit: Duration, on clock: any Clock<Duration>) {
    guard goOn != nil else { return }
    // It holds the end: UIKit lets go of a completion that it does not call.
    timer = Task {
      try? await clock.sleep(for: limit)
      reach()
    }
  }
}

/// Carries a router from its application to the main actor.
///
/// Invariant: the application's executor is the main actor's, which `assumeIsolated` has checked on
/// the main actor, so the router is touched on the main actor only.
private struct MainRouter: @unchecked Sendable {
  let router: Router
}

extension UIKitStage: StageHost {
  /// The names of the transitions, as registered.
  public nonisolated var transitions: Set<String>? {
    MainActor.assumeIsolated { registeredTransitions }
  }

  /// Shows a change, after those before it.
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
