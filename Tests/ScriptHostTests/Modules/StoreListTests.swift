import Moonroute
import RoutePatterns
import ScriptHost
import Testing

/// Listing and observing the contents of the stores, for tools.
@Suite struct StoreListTests {
  private let main = """
    router.route { name = "home", path = "/", view = function()
      events.on("/cart/:id<int>", function() end)
      resources.put { path = "/draft", value = "x" }
      return screen { "Home" }
    end, animator = animator.root { wrap = "stack" } }
    events.declare { name = "seek", path = "/seek/:at", sticky = true }
    events.on("/cart/**", function() end)
    events.on({ path = "/cart/1", name = "first" }, function() end, { once = true })
    resources.put { path = "/price/:sku", name = "price", value = function() return 1 end }
    resources.put { path = "/rates", value = { usd = 1 }, persistent = true }
    """

  private func loaded() async throws -> LoadedScripts {
    let scripts = try LoadedScripts(main)
    await scripts.router.perform { $0.resources.storage = MemoryResources() }
    try await scripts.host.load()
    return scripts
  }

  @Test func `subscriptions have a pattern, an owner, a place and a number of events`() async throws
  {
    let scripts = try await loaded()
    final class Cart: Sendable {}
    let cart = Cart()
    let lines = try await scripts.router.perform { application in
      try application.events.on("/cart/:id<int>") { _ in }
      try application.events.on("/own", owner: cart) { _ in }
      _ = await application.open("/")
      try application.events.emit("/cart/7")
      try application.events.emit("/cart/1")
      try application.events.emit("/cart/x")
      return application.events.subscriptions.map { one in
        let words = [one.pattern.text, one.name ?? "-", one.owner, one.site?.description ?? "-"]
        return words.joined(separator: " | ") + " | \(one.isOnce) \(one.deliveryCount)"
      }
    }
    #expect(
      lines == [
        "/cart/:id<int> | - | program | - | false 2",
        "/own | - | Cart | - | false 0",
        "/cart/** | - | scripts | main.lua:7 | false 3",
        "/cart/:id<int> | - | screen 'home' | main.lua:2 | false 2",
      ]
    )
  }

  @Test func `sticky events are listed, the oldest first`() async throws {
    let scripts = try await loaded()
    let kept = try await scripts.router.perform { application in
      try application.events.emit("/seek/1", "a")
      try application.events.emit("/seek/2", "b")
      try application.events.emit("/seek/1", "c")
      return application.events.stickyEvents.map {
        "\($0.location) \($0.extra.summary) \($0.params.keys.sorted())"
      }
    }
    #expect(
      kept == [
        "/seek/2 b [\"at\"]", "/seek/1 c [\"at\"]",
      ]
    )
  }

  @Test func `resources have an owner and a place`() async throws {
    let scripts = try await loaded()
    let lines = try await scripts.router.perform { application in
      try application.resources.put("/version", name: "version", value: "1.4")
      _ = await application.open("/")
      return application.resources.list.map { one in
        let content = if case .constant(let value) = one.content { value.summary } else { "made" }
        let words = [one.pattern.text, one.name ?? "-", one.owner, one.site?.description ?? "-"]
        return words.joined(separator: " | ") + " | \(content) \(one.isPersistent)"
      }
    }
    #expect(
      lines == [
        "/version | version | program | - | 1.4 false",
        "/price/:sku | price | scripts | main.lua:9 | made false",
        "/rates | - | scripts | main.lua:10 | {usd = 1} true",
        "/draft | - | screen 'home' | main.lua:3 | x false",
      ]
    )
  }

  @Test func `several observers are notified of events and uses until each is cancelled`()
    async throws
  {
    let scripts = try await loaded()
    let lines = try await scripts.router.perform { application in
      var lines: [String] = []
      let first = application.events.observe {
        lines.append("first \($0.location) \($0.extra.summary) \($0.receiverCount)")
      }
      application.events.observe { lines.append("second \($0.location)") }
      let uses = application.resources.observe { lines.append("\($0.action) \($0.key)") }
      try application.events.emit("/cart/2", "x")
      first.cancel()
      try application.events.emit("/nothing")
      _ = try await application.resources.value("/price/a")
      try application.resources.update("price", value: 2)
      try application.resources.put("/more", value: 1)
      try application.resources.delete("/more")
      uses.cancel()
      try application.resources.put("/again", value: 1)
      return lines
    }
    #expect(
      lines == [
        "first /cart/2 x 1", "second /cart/2", "second /nothing",
        "get /price/a", "update /price/:sku", "put /more", "delete /more",
      ]
    )
  }

  @Test func `guards and proxies have their tags, priority and scheme`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { name = "staff", path = "/staff", view = "Staff", redirect = "/" }
      router.proxy("/old/:id", "/staff", { priority = 2, tags = { "campaign" } })
      router.guard("/staff", function() return true end, { priority = 5 })
      router.guard("staff", function() return true end, { tags = { "internal" } })
      """
    )
    let lines = await scripts.router.perform { application in
      let decisions = RouteDecisions(of: application.router.rules)
      let attached = application.router.rules.directory.index.routes.flatMap(decisions.attached)
      return (decisions.ofPatterns + attached)
        .map { one in
          "\(one.kind.rawValue) \(one.key) \(one.tags) \(one.priority) \(one.scheme ?? "-")"
            + " \(one.site?.description ?? "-")"
        }
    }
    #expect(
      lines == [
        "proxy /old/:id [\"campaign\"] 2 - main.lua:2",
        "guard /staff [] 5 - main.lua:3",
        "guard staff [\"internal\"] 0 - main.lua:4",
        "redirect staff [] 0 - main.lua:1",
      ]
    )
  }
}
