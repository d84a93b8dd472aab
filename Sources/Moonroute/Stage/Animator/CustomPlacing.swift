/// The tools of a custom animator: the screen to place, and the ways to place it.
///
/// The screen is placed exactly once, by one of the calls here or by the animator that the function
/// answers. The calls remove nothing: one that would is refused, because the screens that would
/// leave were not asked. An animator that is answered may remove; they are asked then.
public final class CustomPlacing {
  /// The stage at the moment.
  public let tree: StageTree

  /// The screen that the open starts from, if there is one.
  public let source: Screen?

  /// The screen to place; what is changed of it is what comes onto the stage.
  public var screen: Screen

  private var calls: [Animator] = []

  /// Whether the function has answered: a call that comes later places nothing.
  package private(set) var isOver = false

  /// Ends the time for placing.
  func end() { isOver = true }

  /// Offers a screen.
  init(tree: StageTree, source: Screen?, screen: Screen) {
    self.tree = tree
    self.source = source
    self.screen = screen
  }

  /// Fills an empty window.
  public func setRoot(wrap: Animator.Wrap? = nil) { place(by: .root(wrap: wrap)) }

  /// Pushes on the stack of the source.
  public func push(underModal: Animator.UnderModal = .dismiss) {
    place(by: .push(underModal: underModal))
  }

  /// Presents over the top.
  public func present(_ style: PresentationStyle? = nil, wrap: Animator.Wrap? = nil) {
    let style = style ?? PresentationStyle("present")
    place(by: Animator(style.name, .present(style, wrap: wrap), options: style.options))
  }

  /// Shows in the primary place of the split that the source is in; else pushes.
  public func show(wrap: Animator.Wrap? = nil) { place(by: .show(wrap: wrap)) }

  /// Shows in the detail place of the split that the source is in; else presents.
  public func showDetail(wrap: Animator.Wrap? = nil) { place(by: .showDetail(wrap: wrap)) }

  /// Places the screen as an animator does.
  package func place(by animator: Animator) { calls.append(animator) }

  /// The result of the function.
  ///
  /// - Parameter answer: The animator that it answered.
  /// - Returns: The animator to use, and whether it may remove screens.
  /// - Throws: `animation_failed` when the screen is placed not exactly once.
  func result(_ answer: Animator?) throws(RouterError) -> (animator: Animator, mayRemove: Bool) {
    switch (calls.count, answer) {
    case (0, let answer?): return (answer, true)
    case (1, nil): return (calls[0], false)
    case (0, nil):
      throw .animationFailed(
        "custom did not place its screen. Push, present, show or set it as root, or answer an"
          + " animator."
      )
    case (let count, let answer):
      let times = count + (answer == nil ? 0 : 1)
      throw .animationFailed("custom placed its screen \(times) times. Place it once.")
    }
  }
}
