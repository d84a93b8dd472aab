/// The way to show a screen on the stage.
public struct Animator: Sendable {
  /// The effect of an animator.
  package enum Effect: Sendable {
    /// Replaces the content of the window.
    case root(wrap: Wrap?)
    /// Pushes on the stack of the source, after popping to a named screen if one is given.
    case push(underModal: UnderModal, clearTo: String? = nil)
    /// Presents over the top.
    case present(PresentationStyle, wrap: Wrap?)
    /// Shows as root without a source, pushes from a source in a stack, and otherwise presents.
    case automatic(wrap: Wrap?)
    /// Shows in the primary place of the source's split, and otherwise pushes.
    case show(wrap: Wrap? = nil)
    /// Shows in the detail place of the source's split, and otherwise presents.
    case showDetail(wrap: Wrap? = nil)
    /// Replaces the top screen.
    case replace
    /// Calls a function to place the screen, once it is built.
    case custom(Handler<CustomPlacing, Animator?>)
    /// Changes the page of the same route that is already on top; otherwise uses `otherwise`.
    indirect case refresh(
      apply: Handler<Refreshing, Screen>?,
      otherwise: Animator
    )
  }

  /// The container for a new screen.
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
    /// Pushes below the modal, which stays on top.
    case push
    /// Fails with an error in the outcome.
    case stay
  }

  /// The name, such as `push`.
  package let name: String

  /// The effect.
  package let effect: Effect

  /// Options for the user interface, such as `hides_bottom_bar`.
  package let options: ValueTable

  /// Makes an animator with an effect.
  package init(_ name: String, _ effect: Effect, options: ValueTable = ValueTable()) {
    self.name = name
    self.effect = effect
    self.options = options
  }
}

/// The existing page, and the state of the open that reached it again.
package struct Refreshing: Sendable {
  /// The page.
  package let screen: Screen
  /// The new state.
  package let state: RouteState
}
