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
