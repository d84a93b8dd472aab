import Moonroute
import RoutePatterns
import Testing

/// Semantics section 5: which animator is used and when it is chosen, and custom animators.
@MainActor @Suite struct AnimatorTests {
  /// The places that name an animator, and the winning one.
  struct Precedence: CustomTestStringConvertible, Sendable {
    let route: Bool
    let call: Bool
    let expected: String

    var testDescription: String { "route \(route), call \(call)" }
  }

  @Test(arguments: [
    Precedence(route: false, call: false, expected: "sheet"),
    Precedence(route: true, call: false, expected: "full_screen"),
    Precedence(route: false, call: true, expected: "present"),
    Precedence(route: true, call: true, expected: "present"),
  ])
  func `precedence: the router's animator < the route's < the call's`(row: Precedence) async throws
  {
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/new")
        .view("New")
        .animator(row.route ? .fullScreen() : nil)
    }
    router.rules.configuration.animator = .sheet
    let outcome = await (row.call ? router.present("/new") : router.open("/new"))
    #expect(outcome.animator == row.expected)
  }

  @Test func `the animator is chosen before any leave guard and any build`()
    async throws
  {
    let log = Log()
    let router = try await StageShape.router(StageShape.all[0]) {
      LinkRoute("/first")
        .view("First")
        .animator(.root)
        .with {
          $0.onExit = .immediate { _ in
            log.add("leave")
            return .proceed
          }
        }
      LinkRoute("/new", name: "new")
        .with {
          $0.animator = .chosen(
            .immediate { state in
              log.add("choose from \(state.source == nil ? "nothing" : "a screen")")
              return .root
            }
          )
          $0.view = .made(
            .immediate { _ in
              log.add("build")
              return Screen("New")
            }
          )
        }
    }
    _ = await router.open("/first")
    #expect(await router.open("/new").status == .opened)
    #expect(log.lines == ["choose from a screen", "leave", "build"])
  }

  @Test func `an animator that cannot do its work builds nothing`() async throws {
    let log = Log()
    let router = try await StageShape.router(StageShape.all[1]) {
      LinkRoute("/new")
        .view { _ in
          log.add("build")
          return Screen("New")
        }
        .animator(.push)
    }
    #expect(await router.open("/new").error?.code == .animationFailed)
    #expect(log.lines.isEmpty)
  }

  /// The effect of a custom animator on a stack, and its result.
  struct Custom: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The effect, or the reason for a refusal.
    let expected: String
    let place: @Sendable (CustomPlacing) throws -> Animator?

    init(
      _ name: String,
      _ expected: String,
      _ place: @escaping @Sendable (CustomPlacing) throws -> Animator?
    ) {
      (testDescription, self.expected, self.place) = (name, expected, place)
    }
  }

  @Test(arguments: [
    Custom("pushes", "push") {
      $0.push()
      return nil
    },
    Custom("presents", "bubble") {
      $0.present(PresentationStyle("bubble"), wrap: .stack)
      return nil
    },
    Custom("shows", "push") {
      $0.show()
      return nil
    },
    Custom("shows a detail", "present") {
      $0.showDetail()
      return nil
    },
    Custom("returns an animator", "root") { _ in .root },
    Custom("returns a custom animator", "sheet") { _ in .custom { _ in .sheet } },
    Custom("looks at the stage", "push") { placing in
      placing.tree.top?.view == "Page" && placing.source?.view == "Page" ? .push : .root
    },
    Custom(
      "does nothing",
      "custom did not place its screen. Push, present, show or set it as root, or return an animator."
    ) { _ in nil },
    Custom("places twice", "custom placed its screen 2 times. Place it once.") {
      $0.push()
      $0.present()
      return nil
    },
    Custom(
      "places the screen and returns an animator",
      "custom placed its screen 2 times. Place it once."
    ) {
      $0.push()
      return .push
    },
    Custom(
      "would remove",
      "custom cannot remove 'Page' by root. Return the animator instead, so that the leave guard of"
        + " the screen is called."
    ) {
      $0.setRoot()
      return nil
    },
    Custom("throws", "'/new' failed: broken") { _ in throw Broken.broken },
  ])
  func `a custom animator places its screen exactly once, or reports the reason`(
    row: Custom
  ) async throws {
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/new")
        .view("New")
        .animator(
          .custom { try row.place($0) }
        )
    }
    let drawing = router.stage.tree.description
    let outcome = await router.open("/new")
    #expect(outcome.error?.message ?? outcome.animator == row.expected)
    if !outcome.isSuccess { #expect(router.stage.tree.description == drawing) }
  }

  enum Broken: Error { case broken }

  @Test func `screens that leave because of a custom animator's result are asked`() async throws {
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/form")
        .view("Form")
        .animator(.push)
        .onExit { _ in .stop() }
      LinkRoute("/new")
        .view("New")
        .animator(.custom { _ in .root })
    }
    _ = await router.open("/form")
    #expect(await router.open("/new").summary == "intercepted ''/form' refused to leave'")
    #expect(router.stage.top?.view == "Form")
  }

  @Test func `a custom animator in an unentered branch does not bypass leave guards`()
    async throws
  {
    let router = try Router.make({ _ in }) {
      LinkRoute.shell("main") {
        LinkRoute("/feed", name: "feed")
          .view("Feed")
          .children {
            LinkRoute("answers")
              .view("Answers")
              .animator(.custom { _ in .root })
            LinkRoute("places")
              .view("Places")
              .animator(
                .custom {
                  $0.setRoot()
                  return nil
                }
              )
          }
        LinkRoute("/form", name: "form").view("Form")
          .onExit { _ in .stop() }
      }
    }
    _ = await router.open("/form")
    let drawing = router.stage.tree.description
    #expect(
      await router.open("/feed/answers").summary == "intercepted ''form' refused to leave'"
    )
    #expect(
      await router.open("/feed/places").error?.message
        == "custom cannot remove 'Form' by root. Return the animator instead, so that the leave"
        + " guard of the screen is called."
    )
    #expect(router.stage.tree.description == drawing)
  }

  @Test func `go does not call a custom animator, whose result it would ignore`() async throws {
    let log = Log()
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/new")
        .view("New")
        .animator(
          .custom { _ in
            log.add("asked")
            return .push
          }
        )
    }
    #expect(await router.go("/new").animator == "go")
    #expect(router.stage.screens.map(\.view) == ["New"])
    #expect(log.lines.isEmpty)
  }

  @Test func `a custom animator fills an empty window`() async throws {
    let router = try await StageShape.router(StageShape.all[0]) {
      LinkRoute("/new")
        .view("New")
        .animator(
          .custom {
            $0.setRoot(wrap: .stack)
            return nil
          }
        )
    }
    #expect(await router.open("/new").animator == "root")
    #expect(router.stage.tree.root?.kind == .stack)
  }

  @Test func `clear_to asks the screens that it pops, and the animator's data reaches the host`()
    async throws
  {
    let log = Log()
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/form")
        .view("Form")
        .animator(.push)
        .with {
          $0.onExit = .immediate { _ in
            log.add("asked")
            return .proceed
          }
        }
      LinkRoute("/clear")
        .view("Clear")
        .animator(.push(clearTo: "home", hidesBottomBar: true))
      LinkRoute("/fade")
        .view("Fade")
        .animator(.customPush(transition: "fade"))
    }
    _ = await router.open("/form")
    #expect(await router.open("/clear").animator == "push")
    #expect(log.lines == ["asked"])
    #expect(router.stage.screens.map(\.view) == ["Home", "Clear"])
    #expect(router.stage.tree.root?.children.last?.options["hides_bottom_bar"] == true)
    #expect(await router.open("/fade").animator == "custom_push")
    #expect(router.stage.transitions.last?.options["transition"] == "fade")
  }

  @Test func `a refresh of refreshes is as deep as one`() async throws {
    var animator = Animator.sheet
    for _ in 0..<100_000 { animator = .refresh(otherwise: animator) { page, _ in page } }
    guard case .refresh(_, let otherwise) = animator.effect else { return }
    #expect(otherwise.name == "sheet")
  }

  @Test func `refresh builds nothing if the page exists, otherwise it uses its alternative`()
    async throws
  {
    let log = Log()
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/item/:id", name: "item")
        .view { state in
          log.add("build \(state.location)")
          return Screen("Item")
        }
        .animator(
          .refresh { page, state in
            var page = page
            page["id"] = .text(state.match.params["id"]?.text ?? "")
            return page
          }
        )
    }
    #expect(await router.open("/item/1").animator == "push")
    let first = router.stage.top?.id
    #expect(await router.open("/item/2").animator == "refresh")
    #expect(router.stage.top?.id == first)
    #expect(router.stage.top?["id"] == "2")
    #expect(router.stage.top?.location == "/item/2")
    _ = await router.open("/page")
    #expect(await router.open("/item/3").animator == "push")
    #expect(log.lines == ["build /item/1", "build /item/3"])
  }
}
