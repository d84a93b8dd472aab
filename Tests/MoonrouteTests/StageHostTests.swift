import Moonroute
import RoutePatterns
import Testing

/// The user interface that mirrors the stage: the reference, and the suite for others.
@MainActor @Suite struct StageHostTests {
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `the headless host shows what the stage says`(seed: UInt64) async throws {
    let problems = await StageHostConformance.problems(seed: seed, count: 400) { _ in
      HeadlessHost()
    }
    #expect(problems.isEmpty)
  }

  /// A host that does not do some of the steps.
  private final class LazyHost: PicturedHost {
    private let inner = HeadlessHost()
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
  func `the suite finds a host that leaves something out`(effect: String) async throws {
    let problems = await StageHostConformance.problems(count: 400) { _ in
      LazyHost { $0 == effect }
    }
    #expect(!problems.isEmpty)
  }

  @Test func `a problem names the scenario, the act and both pictures`() async throws {
    let problems = await StageHostConformance.problems(count: 0) { _ in
      LazyHost { $0 == "replace" }
    }
    #expect(
      problems == [
        "replacing the top, act 3 (replace(\"/page\")): the stage is stack 2 (screen 1, screen 4);"
          + " the host shows stack 2 (screen 1, screen 3)"
      ]
    )
  }

  @Test func `a host holds nothing that has left`() async throws {
    let router = try await StageShape.router(StageShape.all[4])
    let host = HeadlessHost()
    router.mirror(on: host)
    #expect(host.placeCount == 6)
    await router.dismiss()
    #expect(host.placeCount == 3)
    _ = await router.open("/single")
    #expect(host.placeCount == 1)
    #expect(host.picture?.description == "screen \(router.stage.top?.id ?? .unplaced)")
  }

  @Test func `a host is told of new descriptions, and no more once it is gone`() async throws {
    let router = try await StageShape.router(StageShape.all[2])
    var host: HeadlessHost? = HeadlessHost()
    router.mirror(on: host)
    let top = try #require(router.stage.top?.id)
    router.stage.update(top) { $0["title"] = "T" }
    #expect(host?.screen(top)?["title"] == "T")
    weak let gone = host
    host = nil
    #expect(gone == nil)
    router.stage.update(top) { $0["title"] = "U" }
    #expect(await router.back().isDone)
  }

  @Test func `a person's tab is followed, one that nobody has entered is opened`() async throws {
    let router = try await StageShape.router(StageShape.all[5])
    #expect(await router.personSelected(2).isDone)
    #expect(router.stage.top?.view == "Search")
    #expect(await router.personSelected("feed").isDone)
    #expect(router.stage.top?.view == "Post")
  }
}
