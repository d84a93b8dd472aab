import Moonroute
import ScriptHost
import SwiftUIStage

struct Item: Codable {
  var id: Int
  var name: String
}

nonisolated struct Price: Codable {
  var cents: Int
}

/// The model of a user interface.
///
/// Routes and scripts use it directly.
final class Shop {
  // In an initial value, Swift does not know the actor. Only `onMainActor` names it.
  private let elsewhere = try? LinkRouter()
  private let help = try? LinkRouter.onMainActor {
    LinkRoute("/help").view("Help")
  }

  private var items = [Item(id: 1, name: "Lamp")]
  private var user: String?

  private func makeRouter() throws -> LinkRouter {
    try LinkRouter {
      LinkRoute("/", name: "home")
        .meta(["owner": "shop"])
        .view { _ in Screen("Home", ["count": .int(self.items.count)]) }
        .animator(.root(wrap: .stack))
      LinkRoute("/item/:id<int>", name: "item")
        .view { state in
          let id = try state.int("id")
          return self.items.first { $0.id == id }.map { Screen("Item", $0) }
        }
      LinkRoute("/login", name: "login").view("Login")
      LinkRoute("/orders", name: "orders")
        .view("Orders")
        .guarded { state in
          guard self.user == nil else { return .proceed }
          return .go(to: "login", query: ["back": state.location.description])
        }
    }
  }

  /// Opens links, and returns a line for each result.
  func use() async throws -> [String] {
    let router = try makeRouter()
    var lines = ["items: \(await router.open("/").screen?["count"] ?? .null)"]

    // The payload of a screen is a value of any type.
    let location = try Location(parsing: "/item/1?from=mail")
    let item = await router.open(location).screen?.payload(Item.self)
    lines.append("payload: \(item?.name ?? "") \(location.query.last("from") ?? "")")

    let login = await router.open("/orders")
    lines.append("guard: \(login.name ?? ""), back=\(login.location?.query.last("back") ?? "")")

    try await router.on("/sold/:id<int>") { event in
      self.items.removeAll { $0.id == event.params["id"]?.int }
    }
    try await router.emit("/sold/1")
    while !items.isEmpty { await Task.yield() }
    lines.append("items after the event: \(items.count)")

    let host = try makeHost(in: router)
    try await host.load()
    lines.append("script: \(await router.open("/new/Chair").values)")

    let model = try StageModel(router)
    lines.append("stage: \(model.root?.children.compactMap(\.screen?.view) ?? [])")
    if let elsewhere { lines.append("initial value: \(canShow(elsewhere))") }
    if let help { lines.append("onMainActor: \(canShow(help))") }
    return lines
  }

  private func makeHost(in router: LinkRouter) throws -> ScriptHost {
    let script = """
      router.route { path = "/new/:name", action = function(state)
        host.add { id = host.count() + 1, name = state.params.name }
        return host.named(1).name, host.price(1).cents
      end }
      """
    return try ScriptHost(.texts(["main.lua": script]), in: router) { offers in
      offers.function("add") { (item: Item) in self.items.append(item) }
      offers.function("named") { (id: Int) in self.items.first { $0.id == id } }
      offers.function("count") { self.items.count }
      offers.function("price") { (id: Int) async in
        await Task.yield()
        return Price(cents: self.items.count * 100 + id)
      }
    }
  }

  /// Whether a stage can show the router: whether the router lives on the main actor.
  private func canShow(_ router: LinkRouter) -> Bool { (try? StageModel(router)) != nil }
}
