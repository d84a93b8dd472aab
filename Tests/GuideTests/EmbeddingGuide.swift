import Foundation
import Moonroute
import ScriptHost
import Testing

#if SQLite
import SQLiteResources
#endif

/// The code of `Embedding.md`, which a test compares with it.
struct EmbeddingGuide {
  private static let shop = """
    router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "product", path = "/product/:id<int>", view = "Product" }
    router.guard("product", function(state)
      if host.stock(state.params.id) > 0 then return true end
      return false, "sold out"
    end)
    """

  func report(_ outcome: Outcome) -> String {
    switch outcome.status {
    case .opened: "shows \(outcome.screen?.caption ?? "")"
    case .handled: "answers \(outcome.values.first?.text ?? "nothing")"
    case .intercepted: "stopped: \(outcome.reason ?? "")"
    default: outcome.error?.description ?? outcome.status.rawValue
    }
  }

  @Test func `the program offers views and functions, and the scripts use them`() async throws {
    let scripts = try GuideFolder(["main.lua": Self.shop])
    defer { scripts.remove() }
    let folder = URL(filePath: scripts.path)
    let host = try ScriptHost(.folder(folder)) { offers in
      offers.view("Home") { _ in Screen("Home", ["title": "Welcome"]) }
      offers.view("Product") { state in
        Screen("Product", ["title": .text("Product \(try state.int("id"))")])
      }
      offers.function("stock") { (id: Int) in id == 7 ? 3 : 0 }
    }
    try await host.load()
    let outcome = await host.router.open("/product/7")
    #expect(outcome.status == .opened)
    #expect(report(outcome) == "shows Product 7")
    #expect(report(await host.router.open("/product/8")) == "stopped: sold out")
    #expect(report(await host.router.open("/nowhere")) == "No route matches '/nowhere'.")
    let drawing = await host.router.tree.description
    #expect(drawing.contains("Product 7  /product/7"))
  }

  @Test func `scripts can use values, functions that wait, and the log`() async throws {
    // A busy machine may delay the bank.
    let rules = """
      router.configure { wait_limit = 3600 }
      log.info("rules for", host.version)
      router.route { path = "/balance/:name", action = function(state)
        return host.balance(state.params.name) .. " points"
      end }
      """
    let lines = GuideLines()
    let bank = Bank()
    let options = ScriptOptions { entry in
      lines.add("\(entry.level.rawValue): \(entry.message)")
    }
    let host = try ScriptHost(.texts(["main.lua": rules]), options: options) { offers in
      offers.value("version", "1.4.0")
      offers.function("balance") { (name: String) async throws in
        try await bank.balance(of: name)
      }
    }
    try await host.load()
    #expect(lines.all == ["info: rules for 1.4.0"])
    #expect(report(await host.router.open("/balance/mei")) == "answers 120 points")
    let refused = await host.router.open("/balance/eve")
    #expect(refused.error?.code.rawValue == "host_error")
  }

  @Test func `the offers are written for editors`() throws {
    let scripts = try GuideFolder(["main.lua": ""])
    defer { scripts.remove() }
    let folder = URL(filePath: scripts.path)
    var offers = HostOffers()
    offers.view("Product") { _ in Screen("Product") }
    offers.function("stock", takes: ["id": "integer"], summary: "Pieces left.") { (id: Int) in
      id == 7 ? 3 : 0
    }
    try offers.write(to: folder.appending(path: "offers.json"))
    let text = try String(contentsOf: folder.appending(path: "offers.json"), encoding: .utf8)
    #expect(text.contains(#""takes": [{ "name": "id", "type": "integer" }]"#))
  }

  @Test func `scripts with errors list all of them`() async throws {
    let rules = "router.route { path = '/x' }\nrouter.route { path = '/y/:', view = 'Y' }"
    let host = try ScriptHost(.texts(["main.lua": rules]))
    let lines = GuideLines()
    do throws(ScriptProblems) {
      try await host.load()
    } catch {
      for problem in error.problems { lines.add(problem.description) }
    }
    #expect(lines.all.count == 2)
    #expect(lines.all.allSatisfy { $0.hasPrefix("main.lua:") })
  }

  @Test func `new scripts take over, and the old ones can be restored`() async throws {
    let scripts = try GuideFolder(["main.lua": "router.route { path = '/old', view = 'Old' }"])
    defer { scripts.remove() }
    let folder = URL(filePath: scripts.path)
    let host = try ScriptHost(.folder(folder))
    try await host.load()
    let watcher = ScriptWatcher(.folder(folder))
    let watching = Task { await host.reload(on: watcher.changes) }
    var reloads = host.reloads().makeAsyncIterator()
    try scripts.write("main.lua", "router.route { path = '/saved', view = 'Saved' }")
    guard case .reloaded(let saved) = await reloads.next() else {
      Issue.record("the file does not load")
      return
    }
    #expect(saved.files.changed == ["main.lua"])
    watching.cancel()
    await watching.value

    let newer = "router.route { path = '/newer', view = 'Newer' }"
    try await host.load(from: .texts(["main.lua": newer]))
    #expect(host.router.canOpen("/newer"))
    try await host.rollback()
    #expect(host.router.canOpen("/saved"))
  }

  @Test @MainActor func `a router on the main actor can have scripts`() async throws {
    let rules = "router.route { name = 'home', path = '/', view = 'Home' }"
    let host = try ScriptHost(.texts(["main.lua": rules]))
    try await host.load()
    #expect(host.router.owner === MainActor.shared)
    #expect(await host.router.open("/").name == "home")
  }

  @Test func `a program can set the limits`() async throws {
    let rules = """
      router.route { path = "/long", view = "Long", redirect = function() while true do end end }
      """
    var configuration = RouterConfiguration()
    configuration.waitLimit = .seconds(3)
    let host = try ScriptHost(
      .texts(["main.lua": rules]),
      in: LinkRouter(options: RouterOptions(configuration)),
      options: ScriptOptions(memoryLimit: 16 << 20, computingTime: .milliseconds(100))
    )
    try await host.load()
    #expect(await host.router.open("/long").error?.code == .timeout)
  }

  #if SQLite
  @Test func `a file stores persistent resources`() async throws {
    let scripts = try GuideFolder([:])
    defer { scripts.remove() }
    let file = URL(filePath: scripts.path + "/resources.sqlite")
    let storage = try SQLiteResources(file: file)
    let router = try LinkRouter(options: RouterOptions(storage: storage))
    let rules = "resources.put { path = '/visits', value = 1, persistent = true }"
    try await ScriptHost(.texts(["main.lua": rules]), in: router).load()
    #expect(try storage.value(for: "/visits") == 1)
  }
  #endif
}

/// The bank that the guide's program asks for a balance.
private struct Bank: Sendable {
  func balance(of name: String) async throws -> Value {
    await Task.yield()
    guard name == "mei" else { throw NoAccount() }
    return 120
  }
}

/// The error for a customer without an account.
private struct NoAccount: Error {}
