extension LinkRouter {
  /// The router, for a user interface on the main actor.
  ///
  /// - Throws: `wrong_actor` if it lives on another actor.
  @MainActor package func mainRouter() throws(RouterError) -> Router {
    guard owner === MainActor.shared else {
      let name = HandlerPlace.name(of: owner)
      throw RouterError(
        .wrongActor,
        "The user interface lives on MainActor, but the router runs on \(name). "
          + HandlerPlace.remedy(for: MainActor.shared) + "."
      )
    }
    return assumeIsolated { MainRouter(router: $0.router) }.router
  }
}

/// Transfers the core of a router to the main actor.
// Invariant: the main actor owns the router, so its core is used only there.
private struct MainRouter: @unchecked Sendable {
  let router: Router
}
