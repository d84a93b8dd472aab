import MessageStream
import Moonroute
import ScriptHost
import ScriptReports
import Testing

struct StageReportTests {
  @Test func `tabs, splits and modals are printed as by the command`() async throws {
    let main = """
      router.shell { name = "main", tabs = {
        { name = "feed", path = "/feed", view = "Feed" },
        { name = "search", path = "/search", view = "Search" } } }
      router.route { path = "/mail", view = "Mail", animator = animator.present { wrap = "split" } }
      """
    let host = try ScriptHost(.texts(["main.lua": main]), in: try LinkRouter())
    try await host.load()
    for location in ["/search", "/mail"] { _ = await host.router.open(location) }
    let json = await host.router.perform { $0.stage.tree.json.line }
    for part in [
      #""kind":"tabs","id":2,"name":"main""#, #""selected":1"#,
      #""kind":"stack","id":3,"name":"feed","view":null,"location":null,"children":[]"#,
      #""presented":{"animator":"present","node":{"kind":"split""#,
    ] { #expect(json.contains(part), "\(json)") }
  }
}
