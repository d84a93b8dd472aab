import Moonroute
import ScriptHost
import Synchronization
import Testing

/// The code of `HostObjects.md`, which a test compares with it.
struct HostObjectsGuide {
  final class Basket: Sendable {
    private let items = Mutex<[String]>([])

    var all: [String] { items.withLock { $0 } }

    func add(_ item: String) { items.withLock { $0.append(item) } }
  }

  @Test func `an object is passed with a link`() async throws {
    let router = try LinkRouter {
      LinkRoute("/basket", name: "basket")
        .view { state in
          guard let basket = state.extra.object(Basket.self) else { return nil }
          return Screen("Basket", ["count": .int(basket.all.count)])
        }
    }
    let basket = Basket()
    basket.add("cap")
    let options = OpenOptions(extra: Value(object: basket))
    let outcome = await router.open("/basket", options: options)
    #expect(outcome.screen?["count"] == 1)
    #expect(Value(object: basket) == Value(object: basket))
    #expect(Value(object: [1, 2]) == [1, 2])
  }

  @Test func `scripts call the methods of an object`() async throws {
    let rules = """
      router.route { path = "/add/:sku", action = function(state)
        return resources.get("/basket", "Basket"):add(state.params.sku)
      end }
      """
    let host = try ScriptHost(.texts(["main.lua": rules])) { offers in
      offers.type(
        "Basket",
        Basket.self,
        methods: [
          "add": { basket, arguments in
            basket.add(arguments.first?.text ?? "")
            return .int(basket.all.count)
          }
        ]
      )
    }
    try await host.load()
    try await host.router.put("/basket", value: Basket())
    let count = try await host.router.fetch("/add/cap", as: Int.self)
    let basket = try await host.router.get("/basket", as: Basket.self)
    #expect(count == 1)
    #expect(await host.router.open("/add/hat").values == [2])
    #expect(basket.all == ["cap", "hat"])
  }

  @MainActor final class Window {
    private(set) var title = ""

    func show(_ text: String) { title = text }
  }

  @Test @MainActor func `an object of the main actor gets functions`() async throws {
    let rules = #"router.route { path = "/hello", action = function() host.show("hello") end }"#
    let window = Window()
    let host = try ScriptHost(.texts(["main.lua": rules])) { offers in
      offers.function("show") { (text: String) in window.show(text) }
    }
    try await host.load()
    #expect(await host.router.open("/hello").status == .handled)
    #expect(window.title == "hello")
  }
}
