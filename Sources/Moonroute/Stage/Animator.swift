/// How a screen comes onto the stage.
public struct Animator {
  /// What an animator does.
  public enum Effect {
    /// Replaces what fills the window.
    case root(wrap: Wrap?)
    /// Pushes on the stack of the source.
    case push(underModal: UnderModal)
    /// Presents over the top.
    case present(PresentationStyle, wrap: Wrap?)
    /// Shows as root without a source, pushes from a source in a stack, and else presents.
    case automatic(wrap: Wrap?)
    /// Changes the page of the same route that is already on top; else what `otherwise` does.
    indirect case refresh(
      apply: Handler<Refreshing, Screen>?,
      otherwise: Animator
    )
  }

  /// What a new screen is put into.
  public enum Wrap: String, Sendable, CaseIterable {
    /// A new stack.
    case stack
  }

  /// What a push does when a modal without a stack covers the stack.
  public enum UnderModal: String, Sendable, CaseIterable {
    /// Dismisses the modal, then pushes.
    case dismiss
    /// Pushes underneath; the modal stays on top.
    case push
    /// Does nothing, and says so in the outcome.
    case stay
  }

  /// The name, such as `push`.
  public let name: String

  /// What it does.
  public let effect: Effect

  /// Options that only the user interface looks at, such as `hides_bottom_bar`.
  public let options: Table

  /// Names an effect.
  public init(_ name: String, _ effect: Effect, options: Table = Table()) {
    self.name = name
    self.effect = effect
    self.options = options
  }
}

/// The page that is already there, and the state of the open that came to it again.
public struct Refreshing {
  /// The page.
  public let screen: Screen
  /// The new state.
  public let state: RouteState
}

extension Animator {
  /// Replaces what fills the window.
  public static var root: Animator { root(wrap: nil) }
  /// Pushes on the stack of the source.
  public static var push: Animator { push(underModal: .dismiss) }
  /// Presents over the top.
  public static var present: Animator { present(wrap: nil) }
  /// Shows as root without a source, pushes from a source in a stack, and else presents.
  public static var automatic: Animator { automatic(wrap: nil) }

  /// Replaces what fills the window.
  public static func root(wrap: Wrap? = nil) -> Animator { Animator("root", .root(wrap: wrap)) }

  /// Pushes on the stack of the source.
  ///
  /// - Parameter underModal: What to do when a modal without a stack is in the way.
  /// - Returns: The animator.
  public static func push(underModal: UnderModal = .dismiss) -> Animator {
    Animator("push", .push(underModal: underModal))
  }

  /// Presents over the top.
  public static func present(wrap: Wrap? = nil) -> Animator {
    Animator("present", .present(PresentationStyle("present"), wrap: wrap))
  }

  /// Shows as root without a source, pushes from a source in a stack, and else presents.
  public static func automatic(wrap: Wrap? = nil) -> Animator {
    Animator("automatic", .automatic(wrap: wrap))
  }

  /// Changes the page of the same route that is already on top.
  ///
  /// - Parameters:
  ///   - otherwise: What to do when another page is on top. Default: push.
  ///   - apply: Answers the page as it looks with the new state.
  /// - Returns: The animator.
  public static func refresh(
    otherwise: Animator = .push,
    apply: @escaping (Screen, RouteState) throws -> Screen
  ) -> Animator {
    let apply = Handler<Refreshing, Screen>.immediate { try apply($0.screen, $0.state) }
    return Animator("refresh", .refresh(apply: apply, otherwise: otherwise))
  }
}

/// A route's animator: always the same, or chosen for each open.
public enum AnimatorChoice {
  /// Always this one.
  case fixed(Animator)
  /// Chosen before leave guards run and before anything is built.
  case chosen(Handler<RouteState, Animator?>)

  /// The name for tables of routes: the animator's, or `function`.
  public var name: String {
    switch self {
    case .fixed(let animator): animator.name
    case .chosen: "function"
    }
  }

  /// Replaces what fills the window.
  public static var root: AnimatorChoice { .fixed(.root) }
  /// Pushes on the stack of the source.
  public static var push: AnimatorChoice { .fixed(.push) }
  /// Presents over the top.
  public static var present: AnimatorChoice { .fixed(.present) }
  /// Shows as root without a source, pushes from a source in a stack, and else presents.
  public static var automatic: AnimatorChoice { .fixed(.automatic) }
}
