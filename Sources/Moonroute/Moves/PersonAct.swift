package enum PersonAct: Sendable, Hashable {
  /// A tap on the way back.
  case back
  case swipeBack
  /// A swipe that dismisses the last presentation.
  case dismiss
  /// A tap outside the sheet that is presented last.
  case tapOutside
  /// A tap on the close button of a screen; `nil` for the top screen.
  case close(Screen.ID?)
  case select(TabKey)
  /// A tap on the selected tab.
  case reselect(TabKey)
  /// A tap on a button or link of the body, by its text or name, and by its place if there are
  /// several; `nil` for the top screen.
  case tap(String, at: [Int]? = nil, on: Screen.ID?)
  /// Text entered into fields of the body; `nil` for the top screen.
  case fill([Field], on: Screen.ID?)

  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
  }
}

extension Router {
  /// Calls the leave guards; screens leave with the reason `dismissed`, except that a
  /// close button closes its screen without a value, as a script's `close` does.
  ///
  /// If a button's function throws, the move has its error. A tap on a link succeeds even if its
  /// open fails.
  package func perform(_ act: PersonAct) async -> MoveResult {
    switch act {
    case .back: return await goBack(by: "back")
    case .swipeBack: return await swipeFromEdge()
    case .dismiss: return await swipeAway()
    case .tapOutside: return await tapOutside()
    case .close(let screen): return await close(screen, with: ScreenResult(.null, .closed))
    case .select(let tab): return await userDidSelect(tab)
    case .reselect(let tab): return await reset(tab: tab)
    case .tap(let word, let place, let id):
      do throws(PersonRefusal) {
        let screen = try used(id)
        let element = try element(for: word, at: place, on: screen)
        return try await use(element, of: screen)
      } catch {
        return .refused(error.asError)
      }
    case .fill(let fields, let id):
      do {
        let screen = try used(id)
        try enter(fields.sorted { $0.name < $1.name }.map { ($0.name, $0.value) }, into: screen)
        return .done(nil)
      } catch let refusal as PersonRefusal {
        return .refused(refusal.asError)
      } catch {
        return .refused(error as? RouterError ?? RouterError(.scriptError, "\(error)"))
      }
    }
  }

  func goBack(by effect: String) async -> MoveResult {
    guard let cut = stage.tree.backStep else { return await back() }
    return await remove([cut], effect: effect, isAnimated: true, reason: .dismissed)
  }

  private func swipeFromEdge() async -> MoveResult {
    if let (node, style) = stage.tree.lastPresented, node.id == stage.tree.backStep,
      style.options["edge_swipe"].bool == false
    {
      return .refused(
        .animationFailed(
          "'\(node.caption)' cannot be dismissed by a swipe from the edge: edge_swipe is false."
        )
      )
    }
    return await swipeBack()
  }

  private func swipeAway() async -> MoveResult {
    if let (node, style) = stage.tree.lastPresented,
      style.name == "full_screen" || style.options["full_screen"].bool == true
    {
      return .refused(
        .animationFailed("'\(node.caption)' covers the whole screen: it cannot be swiped away.")
      )
    }
    return await dismiss()
  }

  private func tapOutside() async -> MoveResult {
    guard let (node, style) = stage.tree.lastPresented, style.name == "sheet" else {
      return .refused(
        .animationFailed("Nobody can tap outside the top: it is not a sheet.")
      )
    }
    guard style.options["tap_outside"].text != "ignore" else {
      return .refused(
        .animationFailed("A tap outside '\(node.caption)' does nothing: tap_outside is \"ignore\".")
      )
    }
    return await dismiss()
  }

  private func used(_ id: Screen.ID?) throws(PersonRefusal) -> Screen {
    if let id {
      if let screen = stage.screen(id) { return screen }
      throw PersonRefusal(0, "the screen is not on the stage")
    }
    if let top = stage.top { return top }
    throw PersonRefusal(0, "the stage is empty")
  }
}

extension StageTree {
  fileprivate var lastPresented: (node: StageNode, style: PresentationStyle)? {
    guard let place = topPath?.presentationRoot, let below = place.parent,
      let presented = node(at: below)?.presented
    else { return nil }
    return (presented.node, presented.style)
  }
}

extension StageNode {
  /// The text that identifies the presentation for people.
  fileprivate var caption: String { top?.caption ?? name ?? kind.rawValue }
}
