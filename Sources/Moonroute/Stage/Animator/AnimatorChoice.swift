/// A route's animator, fixed or chosen for each open.
///
/// Every way to make an ``Animator`` also makes a choice, such as `.push(hidesBottomBar: true)` or
/// `.custom { … }`.
package enum AnimatorChoice: Sendable {
  /// A fixed animator.
  case fixed(Animator)
  /// A function that chooses before leave guards run and before anything is built.
  case chosen(Handler<RouteState, Animator?>)

  /// The name in tables of routes: the animator's, or `function`.
  package var name: String {
    switch self {
    case .fixed(let animator): animator.name
    case .chosen: "function"
    }
  }

  /// Replaces the content of the window.
  package static var root: AnimatorChoice { .fixed(.root) }
  /// Pushes on the stack of the source.
  package static var push: AnimatorChoice { .fixed(.push) }
  /// Presents over the top.
  package static var present: AnimatorChoice { .fixed(.present) }
  /// Shows as root without a source, pushes from a source in a stack, and otherwise presents.
  package static var automatic: AnimatorChoice { .fixed(.automatic) }
  /// Presents over the top as a sheet.
  package static var sheet: AnimatorChoice { .fixed(.sheet) }
  /// Shows in the primary place of a split, and otherwise pushes.
  package static var show: AnimatorChoice { .fixed(.show) }
  /// Shows in the detail place of a split, and otherwise presents.
  package static var showDetail: AnimatorChoice { .fixed(.showDetail) }
  /// Replaces the top screen.
  package static var replace: AnimatorChoice { .fixed(.replace) }
}

extension AnimatorChoice {
  /// Chooses for each open, before leave guards run and before anything is built.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - choose: Returns the animator, or `nil` for the configured one.
  /// - Returns: The choice.
  package static func chosen(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext by choose:
      @escaping @Sendable @isolated(any) (RouteState) throws -> Animator?
  ) -> Self { .chosen(.immediate(fileID: fileID, line: line, choose)) }

  /// Chooses ``Animator/root(wrap:)``.
  package static func root(wrap: Animator.Wrap?) -> Self { .fixed(.root(wrap: wrap)) }

  /// Chooses ``Animator/push(underModal:clearTo:hidesBottomBar:)``.
  package static func push(
    underModal: Animator.UnderModal = .dismiss,
    clearTo: String? = nil,
    hidesBottomBar: Bool? = nil
  ) -> Self {
    .fixed(.push(underModal: underModal, clearTo: clearTo, hidesBottomBar: hidesBottomBar))
  }

  /// Chooses ``Animator/customPush(transition:)``.
  package static func customPush(transition: String) -> Self {
    .fixed(.customPush(transition: transition))
  }

  /// Chooses ``Animator/present(fullScreen:wrap:)``.
  package static func present(fullScreen: Bool? = nil, wrap: Animator.Wrap? = nil) -> Self {
    .fixed(.present(fullScreen: fullScreen, wrap: wrap))
  }

  /// Chooses ``Animator/automatic(wrap:)``.
  package static func automatic(wrap: Animator.Wrap?) -> Self { .fixed(.automatic(wrap: wrap)) }

  /// Chooses ``Animator/show(wrap:)``.
  package static func show(wrap: Animator.Wrap?) -> Self { .fixed(.show(wrap: wrap)) }

  /// Chooses ``Animator/showDetail(wrap:)``.
  package static func showDetail(wrap: Animator.Wrap?) -> Self { .fixed(.showDetail(wrap: wrap)) }

  /// Chooses ``Animator/fullScreen(transition:wrap:)``.
  package static func fullScreen(transition: String? = nil, wrap: Animator.Wrap? = nil) -> Self {
    .fixed(.fullScreen(transition: transition, wrap: wrap))
  }

  /// Chooses ``Animator/pushStylePresent(edgeSwipe:wrap:)``.
  package static func pushStylePresent(edgeSwipe: Bool? = nil, wrap: Animator.Wrap? = nil) -> Self {
    .fixed(.pushStylePresent(edgeSwipe: edgeSwipe, wrap: wrap))
  }

  /// Chooses ``Animator/sheet(position:size:cover:tapOutside:cornerRadius:duration:wrap:)``.
  package static func sheet(
    position: Animator.SheetPosition? = nil,
    size: (width: Double, height: Double)? = nil,
    cover: Animator.SheetCover? = nil,
    tapOutside: Animator.TapOutside? = nil,
    cornerRadius: Double? = nil,
    duration: Duration? = nil,
    wrap: Animator.Wrap? = nil
  ) -> Self {
    .fixed(
      .sheet(
        position: position,
        size: size,
        cover: cover,
        tapOutside: tapOutside,
        cornerRadius: cornerRadius,
        duration: duration,
        wrap: wrap
      )
    )
  }

  /// Chooses ``Animator/custom(fileID:line:_:)``.
  package static func custom(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ place:
      @escaping @Sendable @isolated(any) (CustomPlacing) throws -> Animator?
  ) -> Self { .fixed(.custom(fileID: fileID, line: line, place)) }

  /// Chooses ``Animator/refresh(otherwise:fileID:line:apply:)``.
  package static func refresh(
    otherwise: Animator = .push,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    apply: @escaping @Sendable @isolated(any) (Screen, RouteState) throws -> Screen
  ) -> Self {
    .fixed(.refresh(otherwise: otherwise, fileID: fileID, line: line, apply: apply))
  }
}
