import Moonroute
import ScriptHost

// Constants that tasks share.
let card = Animator.sheet(cornerRadius: 12)
let commonRoutes = [
  LinkRoute("/about", name: "about")
    .view("About")
    .guarded { _ in .proceed }
    .animator(card)
]
let still: OpenOptions = {
  var options = OpenOptions(animator: card)
  options.animated = false
  return options
}()

/// A part of a user interface on the main actor, with its router.
///
/// The functions of routes, guards, events and scripts need no annotations to use its state.
@MainActor final class Cart {
  private var items: [String] = []
  private var notes: [String] = []
  private var isOpen = false

  private func makeRouter() throws -> LinkRouter {
    let options = RouterOptions(onFailure: { error, _ in self.note(error.code.rawValue) })
    return try LinkRouter(options: options) {
      LinkRoute("/cart", name: "cart")
        .view { _ in Screen("Cart", ["count": .int(self.items.count)]) }
        .onExit { _ in self.items.isEmpty ? .proceed : .stop() }
      LinkRoute("/add/:name")
        .action { state in
          self.items.append(try state.text("name"))
          return .int(self.items.count)
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

  /// Opens links, and returns a line for each result.
  func use() async throws -> [String] {
    let router = try makeRouter()
    try await router.addGuard(for: "cart") { _ in self.items.isEmpty ? .stop() : .proceed }
    await router.addView("About") { _ in
      self.note("about")
      return Screen("About")
    }
    try await router.on("/paid") { _ in self.note("paid") }

    var lines = ["empty cart: \(await router.open("/cart").status)"]
    lines.append("items: \(await router.open("/add/lamp").values)")
    var options = still
    options.on("closed") { _ in self.note("closed") }
    let opened = await router.open("/tabs/feed", options: options)
    _ = opened.handle?.on("changed") { _ in self.note("changed") }
    lines.append("closed tabs: \(opened.name ?? "")")
    lines.append("late: \(await router.open("/late/a").reason ?? "")")
    let about = Task.detached { await router.open("/about", options: still).status }
    lines.append("from another task: \(await about.value)")

    let host = try makeHost()
    try await host.load()
    _ = await host.router.open("/note")
    return lines + ["notes: \(notes)"]
  }

  private func makeHost() throws -> ScriptHost {
    let script = """
      router.route { path = "/note", action = function()
        host.note(host.is_empty() and "empty" or "full", 2)
        host.note_later("later")
      end }
      """
    return try ScriptHost(.texts(["main.lua": script])) { offers in
      offers.function("is_empty") { self.items.isEmpty }
      offers.function("note") { (text: String, count: Int?) in
        for _ in 0..<(count ?? 1) { self.note(text) }
      }
      offers.function("note_later") { (text: String) async in
        await self.rest()
        self.note(text)
      }
    }
  }

  private func note(_ text: String) { notes.append(text) }

  private func rest() async { await Task.yield() }
}
