#if Inspector
import Inspector
import ScriptHost
import Testing

/// The code of `Inspector.md`, which a test compares with it.
struct InspectorGuide {
  @Test func `a program can be inspected in the browser`() async throws {
    let host = try ScriptHost(
      .texts(["main.lua": #"router.route { path = "/one", view = "One" }"#])
    )
    try await host.load()
    let log = GuideLines()
    let inspector = try await Inspector.attach(to: host)
    log.add("the application is at \(inspector.url)")
    let address = #/the application is at http://127\.0\.0\.1:\d+/\#key=[0-9a-f]{32}/#
    #expect(log.all.count == 1 && log.all[0].wholeMatch(of: address) != nil)
    await inspector.close()
    #expect(!host.isClosed)
  }

  @Test func `looks are read without mistakes`() {
    let text = #"""
      return {
        accent = { light = "#0b6e4f", dark = "#4cc79a" },
        pictures = { folder = "pictures", ["https://museum.example.org/images/"] = "pictures/" },
        views = {
          Object = {
            { "image", "$number.jpg", ratio = 1.4, alt = "$title" },
            { "row", { "badge", "Room $room" }, { "text", "Oil on canvas", soft = true } },
            { "body", without = { "image" } },
          },
          Collection = {
            { "list", "$items", { "row", { "image", "$text.jpg", width = 48 }, { "text", "$text" } } },
          },
          Ticket = {
            { "price", "$price", currency = "EUR", zero = "free" },
            { "button", "Choose a day", style = "tinted" },
            { "button", "Buy", when = "$day" },
          },
        },
      }
      """#
    let looks = Looks(reading: Array(text.utf8))
    #expect(looks.problems.isEmpty)
    #expect(looks.views.keys.sorted() == ["Collection", "Object", "Ticket"])
  }
}
#endif
