import Foundation
import Moonroute
import ScriptHost
import Testing

/// The code of `Server.md`, which a test compares with it.
struct ServerGuide {
  /// The visitor of a request.
  enum Visitor {
    @TaskLocal static var name: String?
  }

  func makeRouter(_ stock: Stock) throws(RouteProblems) -> LinkRouter {
    try LinkRouter(isolation: nil) {
      LinkRoute("/product/:id<int>", name: "product")
        .view { state in
          let pieces = try await stock.pieces(of: state.int("id"))
          return Screen("Product", ["pieces": .int(pieces)])
        }
      LinkRoute("/item/:id<int>").redirect(to: "/product/:id")
      LinkRoute("/account", name: "account")
        .view("Account")
        .guarded { _ in Visitor.name == nil ? .stop("signed out") : .proceed }
      LinkRoute("/sum/:a<int>/:b<int>")
        .action { state in
          try state.int("a") + state.int("b")
        }
    }
  }

  func answer(_ link: String, by router: LinkRouter) async -> (status: Int, text: String) {
    do throws(RouterError) {
      let screen = try await router.build(link)
      return (200, "\(screen.view) \(screen.props)")
    } catch {
      switch error.code {
      case .notFound: return (404, error.message)
      case .intercepted: return (403, error.message)
      case .timeout, .cancelled, .closed: return (503, error.message)
      default: return (400, error.message)
      }
    }
  }

  @Test func `a request is answered without a stage`() async throws {
    let router = try makeRouter(Stock())
    #expect(await answer("/item/7", by: router).status == 200)
    #expect(try await router.build("/item/7")["pieces"] == 3)
    #expect(await answer("/nowhere", by: router).status == 404)
    #expect(await answer("/account", by: router).status == 403)
    let sum = try await router.fetch("/sum/40/2", as: Int.self)
    #expect(sum == 42)
    #expect(await router.top == nil)
  }

  @Test func `many requests do not replace each other`() async throws {
    let router = try makeRouter(Stock())
    await withTaskGroup(of: Int.self) { group in
      for id in 1...64 { group.addTask { await answer("/product/\(id)", by: router).status } }
      for await status in group { #expect(status == 200) }
    }
  }

  @Test func `the visitor of a request is a value of its task`() async throws {
    let router = try makeRouter(Stock())
    let page = await Visitor.$name.withValue("Ada") { await answer("/account", by: router) }
    #expect(page.status == 200)
    #expect(await answer("/account", by: router).status == 403)
  }

  @Test func `a cancelled request ends, and a closed router refuses`() async throws {
    let router = try makeRouter(Stock())
    let request = Task { await answer("/product/0", by: router) }
    request.cancel()
    let late = await request.value
    #expect(late.status == 503)
    await router.close()
    #expect(await answer("/item/7", by: router).status == 503)
  }

  struct LinkService: Sendable {
    let host: ScriptHost
    let watcher: ScriptWatcher

    func run() async {
      await host.reload(on: watcher.changes)
      await host.close()
      await host.router.close()
    }
  }

  @Test func `a service runs until its task is cancelled`() async throws {
    let scripts = try GuideFolder(["main.lua": "router.route { path = '/one', view = 'One' }"])
    defer { scripts.remove() }
    let host = try ScriptHost(.folder(URL(filePath: scripts.path)), isolation: nil)
    try await host.load()
    let service = LinkService(
      host: host,
      watcher: ScriptWatcher(.folder(URL(filePath: scripts.path)))
    )
    let running = Task { await service.run() }
    #expect(await answer("/one", by: host.router).status == 200)
    running.cancel()
    await running.value
    #expect(host.isClosed)
    #expect(await host.router.isClosed)
  }
}

extension ServerGuide {
  /// A slow stock that the routes of the guide read.
  struct Stock: Sendable {
    func pieces(of id: Int) async throws -> Int {
      if id == 0 { try await Task.sleep(for: .seconds(3_600)) }
      await Task.yield()
      return 3
    }
  }
}
