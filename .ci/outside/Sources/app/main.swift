import Moonroute
import ScriptHost
import SwiftUIStage

// Code runs on the main actor by default, as in targets that Xcode 26 creates.

struct Item: Codable {
  var id: Int
  var name: String
}

nonisolated struct Price: Codable {
  var cents: Int
}

/// The model of a user interface.
///
/// Routes use it directly.
final class Shop {
  /// An initial value has no actor; `onMainActor` has one.
  let alone = try? LinkRouter()
  let help = try? LinkRouter.onMainActor {
    LinkRoute("/help").view("Help")
  }

  var items = [Item(id: 1, name: "Lamp")]
  var user: String?

  func makeApplication() throws -> LinkRouter {
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
}

let shop = Shop()
let application = try shop.makeApplication()
print("Home:", await application.open("/").screen?["count"] ?? .null)

let location = try Location(parsing: "/item/1?from=mail")
let outcome = await application.open(location)
print(
  "Payload:",
  outcome.screen?.payload(Item.self)?.name ?? "",
  location.query.last("from") ?? ""
)

let login = await application.open("/orders")
print("Guard:", login.name ?? "", login.location?.query.last("back") ?? "")

try await application.on("/sold/:id<int>") { event in
  shop.items.removeAll { $0.id == event.match[int: "id"] }
}
try await application.emit("/sold/1")
for _ in 0..<1000 where !shop.items.isEmpty { await Task.yield() }
print("Events:", shop.items.count)

let script = """
  router.route { path = "/new/:name", action = function(state)
    host.add { id = host.count() + 1, name = state.params.name }
    return host.named(1).name, host.price(1).cents
  end }
  """
let host = try ScriptHost(.texts(["main.lua": script]), in: application) { offers in
  offers.function("add") { (item: Item) in shop.items.append(item) }
  offers.function("named") { (id: Int) in shop.items.first { $0.id == id } }
  offers.function("count") { shop.items.count }
  offers.function("price") { (id: Int) async in
    await Task.yield()
    return Price(cents: shop.items.count * 100 + id)
  }
}
try await host.load()
print("Offers:", await application.open("/new/Chair").values)

let model = try StageModel(application)
print(
  "Initial values:",
  shop.alone.map { (try? StageModel($0)) == nil } ?? false,
  shop.help.map { (try? StageModel($0)) != nil } ?? false
)
print("StageModel:", model.root?.children.compactMap(\.screen?.view) ?? [])
