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
}
#endif
