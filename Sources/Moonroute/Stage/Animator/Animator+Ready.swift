extension Animator {
  /// Replaces the content of the window.
  public static var root: Animator { root(wrap: nil) }
  /// Pushes on the stack of the source.
  public static var push: Animator { push(underModal: .dismiss) }
  /// Presents over the top.
  public static var present: Animator { present(wrap: nil) }
  /// Shows as root without a source, pushes from a source in a stack, and otherwise presents.
  public static var automatic: Animator { automatic(wrap: nil) }
  /// Shows in the primary place of a split, and otherwise pushes.
  public static var show: Animator { show(wrap: nil) }
  /// Shows in the detail place of a split, and otherwise presents.
  public static var showDetail: Animator { showDetail(wrap: nil) }
  /// Replaces the top screen.
  public static var replace: Animator { Animator("replace", .replace) }
  /// Presents over the top as a sheet.
  public static var sheet: Animator { sheet() }

  /// Replaces the content of the window.
  public static func root(wrap: Wrap? = nil) -> Animator { Animator("root", .root(wrap: wrap)) }

  /// Pushes on the stack of the source.
  ///
  /// - Parameters:
  ///   - underModal: The treatment of a modal without a stack that covers the stack.
  ///   - clearTo: The name of a screen of the stack to pop to before the push.
  ///   - hidesBottomBar: Whether the bar of the tabs is hidden while the screen is shown; `nil` for
  ///     the default of the user interface.
  /// - Returns: The animator.
  public static func push(
    underModal: UnderModal = .dismiss,
    clearTo: String? = nil,
    hidesBottomBar: Bool? = nil
  ) -> Animator {
    Animator(
      "push",
      .push(underModal: underModal, clearTo: clearTo),
      options: ValueTable(optional: ["hides_bottom_bar": hidesBottomBar.map(Value.bool)])
    )
  }

  /// Pushes with a transition that the user interface registered.
  ///
  /// - Parameter transition: The transition's name.
  /// - Returns: The animator.
  public static func customPush(transition: String) -> Animator {
    Animator(
      "custom_push",
      .push(underModal: .dismiss),
      options: ValueTable(fields: ["transition": .text(transition)])
    )
  }

  /// Presents over the top.
  ///
  /// - Parameters:
  ///   - fullScreen: Whether it covers everything; `nil` for the default of the user interface.
  ///   - wrap: The container for the screen, if any.
  /// - Returns: The animator.
  public static func present(fullScreen: Bool? = nil, wrap: Wrap? = nil) -> Animator {
    presenting("present", ["full_screen": fullScreen.map(Value.bool)], wrap: wrap)
  }

  /// Shows as root without a source, pushes from a source in a stack, and otherwise presents.
  public static func automatic(wrap: Wrap? = nil) -> Animator {
    Animator("automatic", .automatic(wrap: wrap))
  }

  /// Shows in the primary place of the source's split, and otherwise pushes.
  ///
  /// - Parameter wrap: The container for the screen if the primary place contains no stack yet.
  /// - Returns: The animator.
  public static func show(wrap: Wrap? = nil) -> Animator { Animator("show", .show(wrap: wrap)) }

  /// Shows in the detail place of the source's split, and otherwise presents.
  public static func showDetail(wrap: Wrap? = nil) -> Animator {
    Animator("show_detail", .showDetail(wrap: wrap))
  }

  /// Presents over the top, full screen, with a transition that the user interface registered.
  ///
  /// - Parameters:
  ///   - transition: The transition's name; `nil` for the default of the user interface.
  ///   - wrap: The container for the screen, if any.
  /// - Returns: The animator.
  public static func fullScreen(transition: String? = nil, wrap: Wrap? = nil) -> Animator {
    presenting("full_screen", ["transition": transition.map(Value.text)], wrap: wrap)
  }

  /// Presents over the top, but slides like a push.
  ///
  /// - Parameters:
  ///   - edgeSwipe: Whether a swipe from the edge dismisses it; `nil` for the default of the user
  ///     interface.
  ///   - wrap: The container for the screen, if any.
  /// - Returns: The animator.
  public static func pushStylePresent(edgeSwipe: Bool? = nil, wrap: Wrap? = nil) -> Animator {
    presenting("push_style_present", ["edge_swipe": edgeSwipe.map(Value.bool)], wrap: wrap)
  }

  /// Calls a function to place the screen, once it is built.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - place: Returns the animator that places the screen.
  /// - Returns: The animator.
  public static func custom(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ place:
      @escaping @Sendable @isolated(any) (CustomPlacing) throws -> Animator?
  ) -> Animator {
    Animator("custom", .custom(.immediate(fileID: fileID, line: line, place)))
  }

  /// Changes the page of the same route that is already on top.
  ///
  /// - Parameters:
  ///   - otherwise: The animator to use if another page is on top.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - apply: Returns the page with the new state.
  /// - Returns: The animator.
  public static func refresh(
    otherwise: Animator = .push,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    apply: @escaping @Sendable @isolated(any) (Screen, RouteState) throws -> Screen
  ) -> Animator {
    // As in `Handler.immediate`, which takes functions of one parameter.
    let plain = unsafeBitCast(apply, to: ((Screen, RouteState) throws -> Screen).self)
    let site = SourceSite(file: fileID, line: line)
    let handler = Handler<Refreshing, Screen>(on: apply.isolation, at: site) { input in
      try plain(input.screen, input.state)
    }
    return Animator("refresh", .refresh(apply: handler, otherwise: otherwise.withoutRefresh))
  }

  /// The animator to use without a page to refresh.
  ///
  /// The page of a nested refresh is the same as that of the outer one, so only the innermost
  /// `otherwise` is relevant.
  package var withoutRefresh: Animator {
    guard case .refresh(_, let otherwise) = effect else { return self }
    return otherwise.withoutRefresh
  }

  static func presenting(_ name: String, _ options: [String: Value?], wrap: Wrap?) -> Animator {
    let options = ValueTable(optional: options)
    return Animator(
      name,
      .present(PresentationStyle(name, options: options), wrap: wrap),
      options: options
    )
  }
}

extension ValueTable {
  fileprivate init(optional fields: [String: Value?]) {
    self.init(fields: fields.compactMapValues { $0 })
  }
}
