/// How a screen comes onto the stage.
public struct Animator: Sendable {
  /// The effect of an animator.
  public enum Effect: Sendable {
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
public struct Refreshing: Sendable {
  /// The page.
  public let screen: Screen
  /// The new state.
  public let state: RouteState
}
