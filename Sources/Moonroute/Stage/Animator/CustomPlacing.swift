/// The screen to place with a custom animator, and its surroundings.
///
/// The screen must be placed exactly once: by the returned animator, or by one call. A call that
/// would remove further screens fails, because their leave guards have not been called. For a
/// returned animator, they are called afterwards.
public final class CustomPlacing {
  /// The current stage.
  public let tree: StageTree

  /// The screen that opened the location, if any.
  public let source: Screen?

  /// The screen to place.
  ///
  /// Changes to it are shown on the stage.
  public var screen: Screen

  private var calls: [Animator] = []

  /// Whether the function has returned; later calls are ignored.
  package private(set) var isOver = false

  func end() { isOver = true }

  init(tree: StageTree, source: Screen?, screen: Screen) {
    self.tree = tree
    self.source = source
    self.screen = screen
  }

  /// Fills an empty window.
  package func setRoot(wrap: Animator.Wrap? = nil) { place(by: .root(wrap: wrap)) }

  /// Pushes on the stack of the source.
  package func push(underModal: Animator.UnderModal = .dismiss) {
    place(by: .push(underModal: underModal))
  }

  /// Presents over the top.
  package func present(_ style: PresentationStyle? = nil, wrap: Animator.Wrap? = nil) {
    let style = style ?? PresentationStyle("present")
    place(by: Animator(style.name, .present(style, wrap: wrap), options: style.options))
  }

  /// Shows in the primary place of the source's split, and otherwise pushes.
  package func show(wrap: Animator.Wrap? = nil) { place(by: .show(wrap: wrap)) }

  /// Shows in the detail place of the source's split, and otherwise presents.
  package func showDetail(wrap: Animator.Wrap? = nil) { place(by: .showDetail(wrap: wrap)) }

  package func place(by animator: Animator) { calls.append(animator) }

  /// Throws `animation_failed` if the screen is not placed exactly once.
  func result(_ answer: Animator?) throws(RouterError) -> (animator: Animator, mayRemove: Bool) {
    switch (calls.count, answer) {
    case (0, let answer?): return (answer, true)
    case (1, nil): return (calls[0], false)
    case (0, nil):
      throw .animationFailed(
        "custom did not place its screen. Push, present, show or set it as root, or return an"
          + " animator."
      )
    case (let count, let answer):
      let times = count + (answer == nil ? 0 : 1)
      throw .animationFailed("custom placed its screen \(times) times. Place it once.")
    }
  }
}
