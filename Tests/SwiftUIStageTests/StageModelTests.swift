import Foundation
@_spi(Tooling) import Moonroute
import Testing

@testable import SwiftUIStage

@MainActor @Suite struct StageModelTests {
  /// A model that a test uses through the same functions as the views.
  @MainActor private final class UsedModel: PicturedHost {
    let model: StageModel

    init(_ router: LinkRouter) throws {
      model = try StageModel(router)
      // The suite shows the stage on this host.
      try router.mainRouter().show(on: nil)
    }

    nonisolated var picture: StagePicture? { model.picture }
    nonisolated func apply(_ change: StageChange) { model.apply(change) }
    nonisolated func update(_ screen: Screen) { model.update(screen) }

    @MainActor func swipeBack() async -> Bool {
      var (outer, presented) = (model.root, StagePlace?.none)
      while let place = outer {
        guard let over = place.shownPresentation else { break }
        (outer, presented) = (over, over)
      }
      var inner = outer
      while let tabs = inner, tabs.kind == .tabs { inner = tabs.children[tabs.selected] }
      if let stack = inner, stack.kind == .stack, stack.children.count > 1 {
        model.setPath(Array(stack.children.dropFirst().dropLast()), of: stack)
        return true
      }
      guard let presented else { return false }
      model.dismiss(presented)
      return true
    }
  }

  private func makeRouter(_ asked: Log = Log()) throws -> Router {
    Router(rules: try makeRules(asked))
  }

  private func makeRules(_ asked: Log = Log()) throws -> RouterRules {
    let rules = RouterRules()
    try rules.add(contentsOf: [
      LinkRoute("/home", name: "home")
        .view("Home")
        .animator(.root(wrap: .stack)),
      LinkRoute("/page", name: "page")
        .view("Page")
        .animator(.push),
      LinkRoute("/modal", name: "modal")
        .view("Modal")
        .animator(.present),
      LinkRoute("/form", name: "form")
        .view { _ in Screen("Form") }
        .onExit { _ in
          asked.lines.append("asked")
          return .stop()
        }
        .animator(.push),
      LinkRoute.shell("main") {
        LinkRoute("/feed", name: "feed").view("Feed")
        LinkRoute("/search", name: "search").view("Search")
      },
    ])
    return rules
  }

  private final class Log {
    var lines: [String] = []
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the model matches the stage, whatever a person does`(seed: UInt64) async throws {
    var hosts: [UsedModel] = []
    let problems = try await StageHostConformance.problems(seed: seed, count: 300) { router in
      let host = try UsedModel(router)
      hosts.append(host)
      return host
    }
    #expect(problems.isEmpty, "\(problems)")
    #expect(hosts.count >= 14)
    for host in hosts {
      let shown = host.picture.map { $0.places } ?? 0
      #expect(host.model.placeCount == shown, "places are left over")
    }
  }

  @Test func `a place remains the same object while others appear and disappear`() async throws {
    let router = try makeRouter()
    let model = StageModel(router)
    _ = await router.open("/home")
    let (stack, home) = (model.root, model.root?.children.first)
    _ = await router.open("/page")
    let page = try #require(model.root?.children.last)
    _ = await router.back()
    #expect(model.root === stack)
    #expect(model.root?.children == [home].compactMap { $0 })
    // Its view is still moving out.
    #expect(page.screen?.view == "Page")
  }

  @Test func `a screen with a leave guard is asked, and stays until it has answered`() async throws
  {
    let asked = Log()
    let router = try makeRouter(asked)
    let model = StageModel(router)
    _ = await router.open("/home")
    _ = await router.open("/form")
    let stack = try #require(model.root)
    let form = try #require(stack.children.last)
    #expect(!model.mayLeave(form))
    #expect(model.isAboveAnother(form))
    model.setPath([], of: stack)
    await Task.yield()
    for _ in 0..<100 where asked.lines.isEmpty { await Task.yield() }
    #expect(asked.lines == ["asked"])
    #expect(stack.children.count == 2)
  }

  @Test func `a tab selected by a person is selected by the router`() async throws {
    let router = try makeRouter()
    let model = StageModel(router)
    _ = await router.open("/feed")
    let tabs = try #require(model.root)
    #expect(tabs.children.map(\.name) == ["feed", "search"])
    model.select(1, of: tabs)
    model.select(7, of: tabs)
    for _ in 0..<100 where tabs.selected == 0 { await Task.yield() }
    #expect(tabs.selected == 1)
    #expect(router.stage.top?.name == "search")
  }

  @Test func `each new screen is announced once, with its caption`() async throws {
    let router = try makeRouter()
    let model = StageModel(router)
    let log = Log()
    model.announce = { log.lines.append($0) }
    _ = await router.open("/home")
    _ = await router.open("/modal")
    router.stage.update(router.stage.top?.id ?? .unplaced) { $0["title"] = "Renamed" }
    _ = await router.dismiss()
    #expect(log.lines == ["Home", "Modal", "Home"])
  }

  @Test func `a saved stage is one text that can be restored`() async throws {
    let router = try makeRouter()
    let model = StageModel(router)
    #expect(model.savedText == "")
    _ = await router.open("/home")
    _ = await router.open("/page")
    _ = await router.open("/modal")
    let text = model.savedText
    let other = StageModel(try makeRouter())
    #expect(await !other.restore("no saved stage"))
    #expect(await other.restore(text))
    #expect(other.savedText == text)
    #expect(other.root?.children.map(\.screen?.view) == ["Home", "Page"])
    #expect(other.root?.shownPresentation?.screen?.view == "Modal")
  }

  @Test func `an application of another actor is refused`() throws {
    let application = try LinkRouter(isolation: nil) {
      LinkRoute("/").view("Home")
    }
    let error = #expect(throws: RouterError.self) { try StageModel(application) }
    #expect(error?.code == .wrongActor)
    #expect(
      error?.message == """
        The user interface lives on MainActor, but the router runs on its own actor. Create \
        the router on MainActor (in a function, or with LinkRouter.onMainActor).
        """
    )
  }

  @Test func `a view that a route names and the program lacks is a problem with its line`() throws {
    let router = try makeRouter()
    let model = StageModel(router)
    #expect(model.problems.isEmpty)
    model.screens = ["Home", "Pages", "Modal", "Feed"]
    #expect(model.problems.map(\.code) == [.noView, .noView])
    #expect(
      model.problems.map(\.message) == [
        """
        Route '/page' shows 'Page', but the user interface has no such view. Did you mean 'Pages'?
        """,
        """
        Route '/search' shows 'Search', but the user interface has no such view. Add it with \
        screen("Search").
        """,
      ]
    )
    #expect(model.problems.allSatisfy { $0.site?.file.hasSuffix("StageModelTests.swift") == true })
    model.screens = ["Home", "Page", "Modal", "Feed", "Search"]
    #expect(model.problems.isEmpty)
  }

  @Test func `new rules are checked when they replace the old ones`() throws {
    let router = try makeRouter()
    let model = StageModel(router)
    model.screens = ["Home", "Page", "Modal", "Feed", "Search"]
    let rules = try makeRules()
    try rules.add(LinkRoute("/new").view("New"))
    router.adopt(rules)
    #expect(model.problems.map(\.code) == [.noView])
    router.adopt(try makeRules())
    #expect(model.problems.isEmpty)
  }

  @Test func `new rules start a stage that is still empty`() async throws {
    let router = Router(rules: RouterRules())
    let model = StageModel(router, branch: makeBranch("feed"))
    let log = Log()
    model.start = { [weak model] in
      log.lines.append("start")
      await model?.enterBranch()
    }
    await model.start()
    #expect(model.root == nil)
    router.adopt(try makeRules())
    for _ in 0..<100 where model.root == nil { await Task.yield() }
    #expect(model.branchPlace?.children.map(\.screen?.view) == ["Feed"])
    router.adopt(try makeRules())
    for _ in 0..<10 { await Task.yield() }
    #expect(log.lines == ["start", "start"])
  }

  @Test func `a URL of the program's views is opened if the router recognizes it`() async throws {
    let router = try makeRouter()
    let model = StageModel(router)
    #expect(!model.openURL(try #require(URL(string: "https://elsewhere.example/home"))))
    #expect(!model.openURL(try #require(URL(string: "/nowhere"))))
    #expect(model.openURL(try #require(URL(string: "/home"))))
    for _ in 0..<100 where model.root == nil { await Task.yield() }
    #expect(router.stage.top?.view == "Home")
  }

  @Test func `a link opens a location, or the route with a name`() async throws {
    let router = try LinkRouter {
      LinkRoute("/product/:id<int>", name: "product").view("Product")
    }
    let site = SourceSite(file: "Shop/HomeView.swift", line: 7)
    let opened = [
      await LinkTarget("/product/1", [:], at: site).open(in: router),
      await LinkTarget("product", ["id": 2], at: site).open(in: router),
      await LinkTarget(try router.location(to: "product", ["id": 3])).open(in: router),
    ]
    #expect(opened.map { $0?.location?.path } == ["/product/1", "/product/2", "/product/3"])
    let unknown = LinkTarget("prodct", [:], at: site)
    #expect(await unknown.open(in: router) == nil)
    let error = #expect(throws: RouterError.self) { try router.location(to: "prodct") }
    #expect(
      error.map { unknown.located($0).description }
        == "Shop/HomeView.swift:7: No route is named 'prodct'. Did you mean 'product'?"
    )
  }

  private func makeBranch(_ name: String) -> StageBranch {
    StageBranch(name, at: SourceSite(file: "Shop/Tabs.swift", line: 9))
  }

  @Test func `one branch shows its stack, and only its views are needed`() async throws {
    let router = try makeRouter()
    let model = StageModel(router, branch: makeBranch("feed"))
    model.screens = ["Home", "Page", "Modal", "Feed"]
    #expect(model.problems.isEmpty)
    #expect(model.branchPlace == nil)
    await model.enterBranch()
    #expect(model.branchPlace?.children.map(\.screen?.view) == ["Feed"])
    _ = await router.open("/page")
    _ = await router.open("/modal")
    #expect(model.branchPlace?.children.map(\.screen?.view) == ["Feed", "Page"])
    #expect(model.root?.presented?.screen?.view == "Modal")
    await model.enterBranch()
    #expect(router.stage.screens.count == 3)
  }

  @Test func `a branch that no shell has is a problem with its line`() async throws {
    let model = StageModel(try makeRouter(), branch: makeBranch("fed"))
    #expect(
      model.problems.map(\.description) == [
        "Shop/Tabs.swift:9: No shell has the branch 'fed'. Did you mean 'feed'?"
      ]
    )
    let rules = RouterRules()
    let unloaded = Router(rules: rules)
    let other = StageModel(unloaded, branch: makeBranch("feed"))
    #expect(other.problems.isEmpty)
    let flat = RouterRules()
    try flat.add(LinkRoute("/home").view("Home"))
    unloaded.adopt(flat)
    #expect(
      other.problems.map(\.message) == [
        """
        No shell has the branch 'feed'. Put its routes into a shell, or show the whole stage.
        """
      ]
    )
  }

  @Test func `a persona's values exist before its location is opened`() async throws {
    struct Lost: Error {}
    let application = try LinkRouter {
      LinkRoute("/").view("Home")
      LinkRoute("/orders/:id<int>", name: "orders").view("Orders")
    }
    try await application.addGuard(for: "orders") { _ in
      await application.perform { $0.resources.has("/me") } ? .proceed : .stop("who?")
    }
    let model = try StageModel(application)
    let visitor = PreviewPersona("Visitor", at: "/orders/7")
    #expect(
      await model.show(as: visitor, in: application)
        == "Visitor at /orders/7: '/orders/7' was stopped: who?."
    )
    #expect(model.root == nil)
    let customer = PreviewPersona("Customer", at: "/orders/7") {
      try await $0.put("/me", value: "Mei")
    }
    #expect(await model.show(as: customer, in: application) == nil)
    #expect(model.root?.screen?.view == "Orders")
    let lost = PreviewPersona("Lost") { _ in throw Lost() }
    #expect(await model.show(as: lost, in: application) == "Lost: Lost()")
    #expect("\(lost)" == "Lost")
  }
}

extension StagePlace {
  /// The presented screen over this one, or over a screen inside it.
  fileprivate var shownPresentation: StagePlace? {
    if let presented { return presented }
    let inside: [StagePlace?] =
      switch kind {
      case .screen: []
      case .stack: [children.last]
      case .tabs: [children[selected]]
      case .split: [primary, detail]
      }
    return inside.lazy.compactMap { $0?.shownPresentation }.first
  }
}

extension StagePicture {
  fileprivate var places: Int {
    1 + (children + presented).reduce(0) { $0 + $1.places }
  }
}
