import RoutePatterns

extension Router {
  /// Changes the stage to a planned tree, after calling the leave guards.
  ///
  /// `result` belongs to one of the leaving screens; the others leave with `reason`. `plan` returns
  /// the new tree for the current one, or `nil` if the change is no longer possible.
  func move(
    _ effect: String,
    isAnimated: Bool,
    reason: ScreenResult.Reason = .removed,
    result: (id: Screen.ID, result: ScreenResult)? = nil,
    plan: @escaping (StageTree) -> StageTree?
  ) async -> MoveResult {
    let refusal = await askLeavers { tree in plan(tree).map(tree.screens(missingIn:)) ?? [] }
    if let refusal { return .refused(refusal) }
    guard let planned = plan(stage.tree) else {
      return .refused(
        .animationFailed("\(effect) is no longer possible: the stage has changed.")
      )
    }
    if let result { links.results[result.id] = result.result }
    links.reason = reason
    return .done(stage.change(to: planned, effect: effect, isAnimated: isAnimated))
  }

  /// Calls the leave guards, top first; returns why the screens stay, or `nil` if they leave.
  private func askLeavers(
    _ planned: @escaping (StageTree) -> [Screen]
  ) async -> RouterError? {
    let leavers = planned(stage.tree)
    let isAsked = leavers.contains { $0.state.map { rules.onExit(of: $0.route) != nil } ?? false }
    guard isAsked else { return nil }
    let text = leavers.first?.location?.description ?? "/"
    let failure: OpenFailure?
    do throws(OpenFailure) {
      let open = try await runDetached(text, extra: .null, purpose: .check) {
        open throws(OpenFailure) in
        open.progress.exits = { planned(self.stage.tree) }
        return try open.beginLeave(nil)
      }
      switch open.ending {
      case .done?: failure = nil
      case .failed(let refusal)?: failure = refusal
      case .led?, nil: failure = .cancelled
      }
    } catch {
      failure = error
    }
    switch failure {
    case nil: return nil
    case .intercepted(let reason):
      return RouterError(.intercepted, reason ?? "A screen refused to leave.")
    case .failed(let error), .notFound(let error): return error
    case .cancelled: return RouterError(.cancelled, "The move was cancelled.")
    }
  }
}
