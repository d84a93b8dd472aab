import Moonroute
import Testing

/// An initial stage for tests.
struct StageShape: CustomTestStringConvertible, Sendable {
  let name: String
  /// The locations to open, one after the other.
  let locations: [String]

  var testDescription: String { name }

  /// All stage shapes.
  static let all = [
    StageShape(name: "empty", locations: []),
    StageShape(name: "single", locations: ["/single"]),
    StageShape(name: "stack", locations: ["/home", "/page"]),
    StageShape(name: "modal over stack", locations: ["/home", "/page", "/modal"]),
    StageShape(name: "modal with stack", locations: ["/home", "/page", "/flow", "/page"]),
    StageShape(name: "tabs", locations: ["/feed", "/feed/post"]),
    StageShape(name: "split", locations: ["/mail", "/letter"]),
  ]

  /// The routes for the shapes.
  @RouteBuilder static var routes: [Route] {
    Route("/single", name: "single", view: "Single", animator: .root)
    Route("/home", name: "home", view: "Home", animator: .fixed(.root(wrap: .stack)))
    Route("/page", name: "page", view: "Page", animator: .push)
    Route("/modal", name: "modal", view: "Modal", animator: .present)
    Route("/flow", name: "flow", view: "Flow", animator: .fixed(.present(wrap: .stack)))
    Route("/mail", name: "mail", view: "Mail", animator: .fixed(.root(wrap: .split)))
    Route("/letter", name: "letter", view: "Letter", animator: .showDetail)
    Route.shell("main") {
      Route("/feed", name: "feed", view: "Feed") { Route("post", name: "post", view: "Post") }
      Route("/search", name: "search", view: "Search")
    }
  }

  /// A router with a stage of this shape.
  @MainActor static func router(
    _ shape: StageShape,
    @RouteBuilder routes: () -> [Route] = { [] }
  ) async throws -> Router {
    let router = try Router.make({ _ in }) {
      Self.routes
      routes()
    }
    for location in shape.locations { _ = await router.open(location) }
    return router
  }
}
