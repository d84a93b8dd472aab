#if Inspector
import Foundation
import Inspector
import MessageStream
@_spi(Tooling) import Moonroute
import ScriptHost
import TestSupport
import Testing

/// A program like `examples/embed`, with a user interface and an attached inspector.
@Suite struct EmbeddedProgramTests {
  /// A user interface, used only on the application's executor.
  private final class Interface: StageHost, @unchecked Sendable {
    private let host = HeadlessStage()
    var picture: StagePicture? { host.picture }
    func apply(_ change: StageChange) { host.apply(change) }
    func update(_ screen: Screen) { host.update(screen) }
  }

  private static let rules = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "examples/embed/Rules").path

  private static func makeHost() throws -> ScriptHost {
    try ScriptHost(.folder(rules)) { offers in
      offers.view("Home") { _ in Screen("Home", ["title": "Welcome"]) }
      offers.view("Profile") { state in
        Screen("Profile", ["title": .text("Profile of \(state.match[text: "name"] ?? "?")")])
      }
      offers.value("version", "1.4.0")
      offers.function("is_member") { arguments in
        .bool(["mei", "jonas"].contains(arguments.first?.text))
      }
      offers.function("balance") { arguments in
        await Task.yield()
        return arguments.first?.text == "mei" ? 120 : 0
      }
    }
  }

  private struct Program {
    let host: ScriptHost
    let interface: Interface

    /// Whether the user interface matches the stage.
    var isMirrored: Bool {
      get async {
        await host.router.perform { [interface] in
          interface.picture == $0.stage.tree.root.map(StagePicture.init(of:))
        }
      }
    }

    var stage: String {
      get async { await host.router.perform { $0.stage.tree.description } }
    }
  }

  /// Runs the program with its user interface and its page.
  private func attached(
    _ body: (Program, WireClient) async throws -> Void
  ) async throws {
    let host = try Self.makeHost()
    let interface = Interface()
    let program = Program(host: host, interface: interface)
    await host.router.perform { $0.show(on: interface) }
    try await host.load()
    _ = await host.router.open("/")
    let inspector = try await Inspector.attach(to: host)
    try await body(program, WireClient(port: inspector.port, key: inspector.key))
    await inspector.close()
    _ = await host.router.open("/profile/jonas")
    #expect(await program.isMirrored)
    withExtendedLifetime(interface) {}
  }

  @Test func `the page mirrors and controls the program in parallel to its user interface`()
    async throws
  {
    try await attached { program, page in
      let stream = try await page.stream(upTo: "Welcome")
      let opened = try await page.post("open", #"{"location":"/profile/mei"}"#)
      #expect(opened.json["outcome"]["status"].text == "opened")
      _ = try await stream.text(upTo: "Profile of mei")
      #expect(await program.isMirrored)
      let text = try await page.get("stage").json["stage_text"].text
      #expect(await program.stage == text)
      #expect(text?.contains("Profile of mei") == true)
      let refused = try await page.post("open", #"{"location":"/profile/eve"}"#)
      #expect(refused.json["outcome"]["reason"].text == "eve is not a member")
      let back = try await page.post("act", #"{"kind":"back"}"#)
      #expect(back.json["ok"].bool == true)
      #expect(await program.stage.contains("Welcome  /  ◀ top"))
      #expect(await program.isMirrored)
      _ = await program.host.router.open("bank://balance/mei")
      _ = try await stream.text(upTo: "bank://balance/mei")
    }
  }

  @Test func `without a twin, the page says so`() async throws {
    try await attached { program, page in
      let hello = try await page.get("hello").json
      #expect(hello["attached"].bool == true)
      #expect(
        hello["features"].items.compactMap(\.text) == [
          "act", "check", "counts", "graph", "journal", "match", "open", "personas", "review",
          "routes", "session", "source", "stage", "steps", "stores", "timeline", "travel",
        ]
      )
      let tree = await program.stage
      let dry = try await page.post("open", #"{"location":"/profile/mei","dry":true}"#)
      #expect(dry.status == 404)
      #expect(
        dry.json["error"]["message"].text == """
          This application has no twin, so dry runs and returns are not available: the program's \
          functions have no replacements and would take effect. Pass 'twin:' to \
          'Inspector.attach'. 'moonroute serve' makes twins, except with '--unsafe'.
          """
      )
      for (path, body) in [
        ("travel", #"{"mode":"return"}"#), ("links", #"{"locations":["/"]}"#),
        ("matrix", "{}"),
      ] {
        let refused = try await page.post(path, body)
        #expect(refused.status == 404, "\(path)")
        #expect(refused.json["error"]["message"].text?.contains("no twin") == true, "\(path)")
      }
      #expect(await program.stage == tree)
    }
  }
}
#endif
