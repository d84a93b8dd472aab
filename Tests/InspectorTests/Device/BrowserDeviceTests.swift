#if Inspector
import Foundation
@_spi(Tooling) import Moonroute
import Testing

@testable import Inspector

/// The command that starts a browser.
private let browserCommand = ProcessInfo.processInfo.environment["MOONROUTE_BROWSER"]?
  .split(separator: " ").map(String.init)

/// The page's device shows the stage in a browser, which `.ci/test-page` provides.
@MainActor @Suite(.enabled(if: browserCommand != nil)) struct BrowserDeviceTests {
  @Test func `the device in the page matches the stage`() async throws {
    let settings = InspectorService.Settings()
    let inspector = try await Inspector.start(
      InspectedApplication(try LinkRouter()),
      settings: settings
    )
    let browser = try Browser(browserCommand ?? [], showing: inspector)
    let problems = try await StageHostConformance.problems(count: 100) { router in
      BrowserHost(try router.mainRouter(), in: browser)
    }
    browser.close()
    await inspector.close()
    #expect(problems == [])
  }
}
#endif
