import Moonroute
import ScriptHost

// Values that are stored in constants and sent between tasks.
let card = Animator.sheet(cornerRadius: 12)
let commonRoutes = [
  LinkRoute("/about", name: "about")
    .view("About")
    .guarded { _ in .proceed }
    .animator(card)
]
let quiet: OpenOptions = {
  var options = OpenOptions(animator: card)
  options.animated = false
  return options
}()

/// A part of a user interface, isolated to the main actor.
///
/// Its handlers need no annotations.
@MainActor final class Cart {
  private var items: [String] = []
  private var heard: [String] = []
  private var isOpen = false

  func makeApplication() throws -> LinkRouter {
    let options = RouterOptions(onFailure: { error, _ in self.heard.append(error.code.rawValue) })
    return try LinkRouter(options: options) {
      LinkRoute("/cart", name: "cart")
        .view { _ in Screen("Cart", ["count": .int(self.items.count)]) }
        .onExit { _ in self.items.isEmpty ? .proceed : .stop() }
      LinkRoute("/add/:name")
        .action { state in
          self.items.append(try state.text("name"))
          return .int(Int64(self.items.count))
        }
      LinkRoute.shell("main", path: "/tabs") {
        LinkRoute("feed", name: "feed").view("Feed")
      }
      .guarded { _ in self.isOpen ? .proceed : .go(to: "cart") }
      LinkRoute.group("/late") {
        LinkRoute("a").view("A")
      }
      .guarded { _ in
        await self.rest()
        return .stop("late")
      }
      commonRoutes
    }
  }

  private func rest() async { await Task.yield() }

  /// Returns the recorded events.
  func use() async throws -> String {
    let application = try makeApplication()
    try await application.addGuard(for: "cart") { _ in self.items.isEmpty ? .stop() : .proceed }
    await application.addView("About") { _ in
      self.heard.append("view")
      return Screen("About")
    }
    try await application.on("/paid") { _ in self.heard.append("paid") }
    let refused = await application.open("/cart").status
    _ = await application.open("/add/lamp")
    var options = quiet
    options.on("closed") { _ in self.heard.append("closed") }
    let opened = await application.open("/tabs/feed", options: options)
    _ = opened.handle?.on("changed") { _ in self.heard.append("changed") }
    let about = await Task.detached { await application.open("/about", options: quiet).status }
      .value
    let script = """
      router.route { path = "/note", action = function()
        host.note(host.is_empty() and "empty" or "full", 2)
      end }
      """
    let host = try ScriptHost(.texts(["main.lua": script])) { offers in
      offers.function("items") { self.items.count }
      offers.function("clear") { (reason: String) async in self.clear(reason) }
      offers.function("note") { (reason: String, count: Int?) in
        for _ in 0..<(count ?? 1) { self.clear(reason) }
      }
      offers.function("is_empty") { self.items.isEmpty }
    }
    try await host.load()
    _ = await host.router.open("/note")
    return [refused.rawValue, opened.name ?? "", about.rawValue, heard.joined(separator: "+")]
      .joined(separator: " ")
  }

  private func clear(_ reason: String) { heard.append(reason) }
}
