/// How a screen comes onto the stage.
public struct Animator {
  /// The effect of an animator.
  public enum Effect {
    /// Replaces what fills the window.
    case root(wrap: Wrap?)
    /// Pushes on the stack of the source, after popping it to a screen if one is named.
    case push(underModal: UnderModal, clearTo: String? = nil)
    /// Presents over the top.
    case present(PresentationStyle, wrap: Wrap?)
    /// Shows as root without a source, pushes from a source in a stack, and else presents.
    case automatic(wrap: Wrap?)
    /// Shows in the primary place of the split that the source is in; else pushes.
    case show(wrap: Wrap? = nil)
    /// Shows in the detail place of the split that the source is in; else presents.
    case showDetail(wrap: Wrap? = nil)
    /// Takes the place of the top.
    case replace
    /// Placed by a function, once the screen is built.
    case custom(Handler<CustomPlacing, Animator?>)
    /// Changes the page of the same route that is already on top; else what `otherwise` does.
    indirect case refresh(
      apply: Handler<Refreshing, Screen>?,
      otherwise: Animator
    )
  }

  /// The container that a new screen is put into.
  public enum Wrap: String, Sendable, CaseIterable {
    /// A new stack.
    case stack
    /// A new split, in its primary place.
    case split
  }

  /// The effect of a push when a modal without a stack covers the stack.
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

  /// The effect.
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
  /// Presents over the top as a sheet.
  public static var sheet: AnimatorChoice { .fixed(.sheet) }
  /// Shows in the primary place of a split; else pushes.
  public static var show: AnimatorChoice { .fixed(.show) }
  /// Shows in the detail place of a split; else presents.
  public static var showDetail: AnimatorChoice { .fixed(.showDetail) }
}
