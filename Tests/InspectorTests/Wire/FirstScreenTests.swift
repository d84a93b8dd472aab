#if Inspector
import Inspector
import MessageStream
import ScriptHost
import Testing

/// The first screen, which the page opens.
@Suite struct FirstScreenTests {
  private static func settings(
    _ change: (inout InspectorService.Settings) -> Void = { _ in }
  ) -> InspectorService.Settings {
    var settings = InspectorService.Settings()
    settings.opensStart = true
    change(&settings)
    return settings
  }

  private static let tabs = """
    router.shell { name = "tabs", initial = "second", tabs = {
      { name = "first", path = "/", view = "First" },
      { name = "second", path = "/second", view = "Second", routes = {
        { name = "inner", path = "inner", view = "Inner" } } } } }
    """

  @Test(
    arguments: [
      (#"router.route { name = "home", path = "/", view = "Home" }"#, "/"),
      (#"router.route { name = "home", path = "/home", view = "Home" }"#, nil),
      (#"router.route { name = "all", path = "/**rest", view = "All" }"#, "/"),
      (#"router.route { name = "home", path = "/", redirect = "/login" }"#, nil),
      (tabs, "/second"),
      (tabs.replacing(#"path = "/second""#, with: #"path = "/second/:id""#), "/"),
    ]
  )
  func `the first screen is the initial tab, or the view at the root`(
    _ main: String,
    _ start: String?
  ) async throws {
    let inspected = try await Inspected(["main.lua": main], settings: Self.settings())
    #expect(await inspected.get("hello").json["start"].text == start)
  }

  @Test func `it is opened once, as the first act`() async throws {
    let inspected = try await Inspected(Samples.small, settings: Self.settings())
    let body = #"{"location":"/","first":true}"#
    #expect(await inspected.post("open", body).json["outcome"]["name"] == .text("home"))
    #expect(await inspected.get("hello").json["start"] == .null)
    let second = await inspected.post("open", body)
    #expect((second.status, second.code) == (409, "already_there"))
    #expect(second.message == "This is not the first act. Leave out 'first'.")
    #expect(await inspected.texts("act").count == 1)
  }

  @Test func `after another act, it is not opened`() async throws {
    let inspected = try await Inspected(Samples.small, settings: Self.settings())
    _ = await inspected.post("open", #"{"location":"/item/7"}"#)
    #expect(await inspected.get("hello").json["start"] == .null)
    #expect(await inspected.post("open", #"{"location":"/","first":true}"#).status == 409)
  }

  @Test func `a program, a read-only page and a server without it have no first screen`()
    async throws
  {
    for settings in [
      Self.settings { $0.isAttached = true }, Self.settings { $0.isReadOnly = true },
      InspectorService.Settings(),
    ] {
      let inspected = try await Inspected(Samples.small, settings: settings)
      #expect(await inspected.get("hello").json["start"] == .null)
    }
  }
}
#endif
