@_spi(Tooling) import Moonroute
import RoutePatterns
import Testing

/// User interfaces that mirror the stage: the reference host, and the conformance suite.
@MainActor @Suite struct StageHostTests {
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `the headless host matches the stage`(seed: UInt64) async throws {
    let problems = try await StageHostConformance.problems(seed: seed, count: 400) { _ in
      HeadlessStage()
    }
    #expect(problems.isEmpty)
  }

  /// A host that skips some of the steps.
  private final class LazyHost: PicturedHost {
    private let inner = HeadlessStage()
    private let ignores: (String) -> Bool
    var picture: StagePicture? { inner.picture }

    init(ignores: @escaping (String) -> Bool) { self.ignores = ignores }

    func apply(_ change: StageChange) {
      guard !ignores(change.transition.effect) else { return }
      inner.apply(change)
    }

    func update(_ screen: Screen) { inner.update(screen) }
  }

  @Test(arguments: [
    "push", "back", "dismiss", "present", "select", "reset", "go", "replace", "show_detail", "show",
  ])
  func `the suite detects an incomplete host`(effect: String) async throws {
    let problems = try await StageHostConformance.problems(count: 400) { _ in
      LazyHost { $0 == effect }
    }
    #expect(!problems.isEmpty)
  }

  @Test func `a problem contains the scenario, the act and both pictures`() async throws {
    let problems = try await StageHostConformance.problems(count: 0) { _ in
      LazyHost { $0 == "replace" }
    }
    #expect(
      problems == [
        "replacing the top, act 3 (replace(\"/page\")): the stage is stack 2 (screen 1, screen 4);"
          + " the host shows stack 2 (screen 1, screen 3)"
      ]
    )
  }

  /// A host that declares its transitions.
  private final class FadingHost: StageHost {
    let transitions: Set<String>?

    init(_ transitions: Set<String>?) { self.transitions = transitions }

    func apply(_ change: StageChange) {}
    func update(_ screen: Screen) {}
  }

  @Test(
    arguments: [
      (["fade"], "fade", "full_screen"),
      (nil, "fad", "full_screen"),
      (["fade", "flip"], "fad", "full_screen has no transition 'fad'. Did you mean 'fade'?"),
      (["fade", "flip"], "xyz", "full_screen has no transition 'xyz'. Available: fade, flip."),
      ([], "x", "full_screen has no transition 'x'. The user interface has registered none."),
    ] as [(Set<String>?, String, String)]
  )
  func `an unsupported transition is reported before anything is built`(
    known: Set<String>?,
    name: String,
    expected: String
  ) async throws {
    let log = Log()
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/new")
        .view { _ in
          log.add("built")
          return Screen("New")
        }
        .animator(.fullScreen(transition: name))
    }
    let host = FadingHost(known)
    router.show(on: host)
    let outcome = await router.open("/new")
    #expect(outcome.error?.message ?? outcome.animator == expected)
    #expect(log.lines.isEmpty == !outcome.isSuccess)
    var options = OpenOptions()
    options.animator = .custom { _ in .customPush(transition: "never") }
    #expect(await router.open("/new", options: options).isSuccess == (known == nil))
  }

  @Test func `a host retains no screen that has left`() async throws {
    let router = try await StageShape.router(StageShape.all[4])
    let host = HeadlessStage()
    router.show(on: host)
    #expect(host.placeCount == 6)
    await router.dismiss()
    #expect(host.placeCount == 3)
    _ = await router.open("/single")
    #expect(host.placeCount == 1)
    #expect(host.picture?.description == "screen \(router.stage.top?.id ?? .unplaced)")
  }

  @Test func `a host is notified of new descriptions until it is detached`() async throws {
    let router = try await StageShape.router(StageShape.all[2])
    var host: HeadlessStage? = HeadlessStage()
    router.show(on: host)
    let top = try #require(router.stage.top?.id)
    router.stage.update(top) { $0["title"] = "T" }
    #expect(host?.screen(top)?["title"] == "T")
    weak let gone = host
    host = nil
    #expect(gone == nil)
    router.stage.update(top) { $0["title"] = "U" }
    #expect(await router.back().isDone)
  }

  @Test func `additional hosts mirror the stage, and stay when the user interface is gone`()
    async throws
  {
    let router = try await StageShape.router(StageShape.all[2])
    let (window, page, second) = (HeadlessStage(), HeadlessStage(), HeadlessStage())
    router.mirror(alsoOn: page)
    router.mirror(alsoOn: page)
    router.show(on: window)
    _ = await router.open("/modal")
    let now = router.stage.tree.root.map(StagePicture.init(of:))
    #expect(window.picture == now)
    #expect(page.picture == now)
    router.show(on: second)
    _ = await router.open("/single")
    #expect(window.picture == now)
    #expect(page.picture == second.picture)
    router.show(on: nil)
    _ = await router.open("/home")
    #expect(page.picture?.kind == .stack)
  }

  @Test func `each released host is reported once`() async throws {
    let router = try await StageShape.router(StageShape.all[2])
    var occasions: [String] = []
    router.onHandlerFailure = { occasions.append("\($1) \($0.code)") }
    let page = HeadlessStage()
    router.mirror(alsoOn: HeadlessStage())
    router.show(on: HeadlessStage())
    router.mirror(alsoOn: page)
    _ = await router.open("/single")
    _ = await router.open("/home")
    #expect(occasions == ["mirror closed", "mirror closed"])
    #expect(page.picture?.kind == .stack)
  }

  @Test func `observers of the stage are notified of changes and descriptions, in order`()
    async throws
  {
    let router = try await StageShape.router(StageShape.all[1])
    var (outer, inner): ([String], [String]) = ([], [])
    func words(_ news: StageNews) -> String {
      switch news {
      case .changed(let change):
        "\(change.transition.effect) \(change.before.screens.count) \(change.after.screens.count)"
      case .updated(let screen): "\(screen.view) \(screen["title"].text ?? "-")"
      }
    }
    let watching = router.observeStage { news in
      outer.append(words(news))
      guard case .changed(let change) = news, change.transition.effect == "root" else { return }
      router.stage.update(change.after.top?.id ?? .unplaced) { $0["title"] = "T" }
    }
    router.observeStage { inner.append(words($0)) }
    _ = await router.open("/home")
    _ = await router.open("/page")
    #expect(outer == ["root 1 1", "Home T", "push 1 2"])
    #expect(inner == outer)
    let top = try #require(router.stage.top?.id)
    router.stage.fill("name", with: "Mei", of: top)
    watching.cancel()
    await router.back()
    #expect(outer.dropFirst(3) == ["Page -"])
    #expect(inner.dropFirst(3) == ["Page -", "back 2 1"])
  }

  @Test func `a person's tab selection is applied, and an unentered tab is opened`() async throws {
    let router = try await StageShape.router(StageShape.all[5])
    #expect(await router.userDidSelect(2).isDone)
    #expect(router.stage.top?.view == "Search")
    #expect(await router.userDidSelect("feed").isDone)
    #expect(router.stage.top?.view == "Post")
  }
}
