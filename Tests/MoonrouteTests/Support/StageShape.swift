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
  @RouteBuilder static var routes: [LinkRoute] {
    LinkRoute("/single", name: "single")
      .view("Single")
      .animator(.root)
    LinkRoute("/home", name: "home")
      .view("Home")
      .animator(.root(wrap: .stack))
    LinkRoute("/page", name: "page")
      .view("Page")
      .animator(.push)
    LinkRoute("/modal", name: "modal")
      .view("Modal")
      .animator(.present)
    LinkRoute("/flow", name: "flow")
      .view("Flow")
      .animator(.present(wrap: .stack))
    LinkRoute("/mail", name: "mail")
      .view("Mail")
      .animator(.root(wrap: .split))
    LinkRoute("/letter", name: "letter")
      .view("Letter")
      .animator(.showDetail)
    LinkRoute.shell("main") {
      LinkRoute("/feed", name: "feed")
        .view("Feed")
        .children {
          LinkRoute("post", name: "post").view("Post")
        }
      LinkRoute("/search", name: "search").view("Search")
    }
  }

  /// A router with a stage of this shape.
  @MainActor static func router(
    _ shape: StageShape,
    @RouteBuilder routes: () -> [LinkRoute] = { [] }
  ) async throws -> Router {
    let router = try Router.make({ _ in }) {
      Self.routes
      routes()
    }
    for location in shape.locations { _ = await router.open(location) }
    return router
  }
}
