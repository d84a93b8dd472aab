#if LinkService
import Foundation
import LinkService
import Moonroute
import ScriptHost
import Testing

/// The code of `HostService.md`, which a test compares with it.
struct HostServiceGuide {
  func makeService(_ rules: URL) async throws -> LinkService {
    var options = LinkServiceOptions()
    options.port = 0
    options.router.onFailure = { error, occasion in print(occasion, error) }
    return try await LinkService.start(options) { router in
      try ScriptHost(.folder(rules), in: router) { offers in
        offers.function("is_open") { true }
      }
    }
  }

  @Test func `a program serves its rules, with its functions`() async throws {
    let rules = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: rules) }
    let main = """
      router.route { name = "shop", path = "/shop", view = "Shop", redirect = function()
        return host.is_open()
      end }
      """
    try Data(main.utf8).write(to: rules.appending(path: "main.lua"))
    let service = try await makeService(rules)
    #expect(service.port > 0)
    #expect(try await service.reload() == false)
    await service.close()
  }

  @Test func `a link is resolved without its view`() async throws {
    let router = try LinkRouter {
      LinkRoute("/product/:id<int>", name: "product")
        .view { _ in
          Issue.record("built")
          return nil
        }
      LinkRoute("/item/:id<int>").redirect(to: "/product/:id")
    }
    let outcome = await router.resolve("/item/7")
    #expect(outcome.name == "product")
    #expect(outcome.status == .opened)
    #expect(await router.top == nil)
  }
}
#endif
