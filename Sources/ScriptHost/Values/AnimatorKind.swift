import Moonroute

/// One of the animators that scripts can name, and its options.
struct AnimatorKind {
  enum Effect {
    case root
    case push
    case automatic
    case show
    case showDetail
    case custom
    case presentation
    case refresh
  }

  /// The name after `animator.`.
  let name: String
  let effect: Effect
  let options: [AnimatorOption]

  static let all: [String: AnimatorKind] = Dictionary(
    uniqueKeysWithValues: kinds.map { ($0.name, $0) }
  )

  var plain: Animator {
    switch effect {
    case .root: .root
    case .push: Animator(name, .push(underModal: .dismiss))
    case .automatic: .automatic
    case .show: .show
    case .showDetail: .showDetail
    case .custom: Animator(name, .custom(Handler(.immediate { _ in nil })))
    case .presentation: Animator(name, .present(PresentationStyle(name), wrap: nil))
    case .refresh: Animator(name, .refresh(apply: nil, otherwise: .push))
    }
  }

  private static let wrap = AnimatorOption("wrap", .router)

  private static let kinds = [
    AnimatorKind(name: "root", effect: .root, options: [wrap]),
    AnimatorKind(
      name: "push",
      effect: .push,
      options: [
        AnimatorOption("under_modal", .router), AnimatorOption("clear_to", .router),
        AnimatorOption("hides_bottom_bar", .flag),
      ]
    ),
    AnimatorKind(
      name: "custom_push",
      effect: .push,
      options: [
        AnimatorOption("transition", .text), AnimatorOption("under_modal", .router),
        AnimatorOption("clear_to", .router), AnimatorOption("hides_bottom_bar", .flag),
      ]
    ),
    AnimatorKind(name: "show", effect: .show, options: [wrap]),
    AnimatorKind(name: "show_detail", effect: .showDetail, options: [wrap]),
    AnimatorKind(name: "custom", effect: .custom, options: []),
    AnimatorKind(name: "automatic", effect: .automatic, options: [wrap]),
    AnimatorKind(
      name: "present",
      effect: .presentation,
      options: [AnimatorOption("full_screen", .flag), wrap]
    ),
    AnimatorKind(
      name: "sheet",
      effect: .presentation,
      options: [
        AnimatorOption("position", .word(["center", "centre", "top", "bottom", "left", "right"])),
        AnimatorOption("size", .any),
        AnimatorOption("cover", .word(["dim", "clear", "blur"])),
        AnimatorOption("tap_outside", .word(["dismiss", "ignore"])),
        AnimatorOption("corner_radius", .number(upTo: 100_000)),
        AnimatorOption("duration", .number(upTo: 3_600)),
        wrap,
      ]
    ),
    AnimatorKind(
      name: "full_screen",
      effect: .presentation,
      options: [AnimatorOption("transition", .text), wrap]
    ),
    AnimatorKind(
      name: "push_style_present",
      effect: .presentation,
      options: [AnimatorOption("edge_swipe", .flag), wrap]
    ),
    AnimatorKind(
      name: "refresh",
      effect: .refresh,
      options: [AnimatorOption("apply", .router), AnimatorOption("otherwise", .router)]
    ),
  ]
}
