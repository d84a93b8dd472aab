import Moonroute
import ScriptHost
import TestSupport
import Testing
import TextTools

@Suite struct ReloadSoakTests {
  private static let edits = TestScale.edits
  private static let tasks = 4

  private static func main(_ version: Int) -> String {
    """
    session.n = session.n or 0
    for _, name in ipairs { "a", "b", "c", "d" } do
      router.route { name = name, path = "/" .. name .. "/:id", meta = { v = \(version) },
        view = function(state) return screen { "V\(version)", title = state.params.id } end }
    end
    router.route { name = "inc", path = "/inc", meta = { v = \(version) }, action = function()
      session.n = session.n + 1
      return \(version)
    end }
    """
  }

  private static let broken = [
    "router.route {", "error('x')", "router.route { path = '/' }", "x.y()",
  ]

  @Test(arguments: [1, 20_261])
  func `random edits and opens never see a mixed table, and no kept value is lost`(
    seed: UInt64
  ) async throws {
    let scripts = try await LoadedScripts.load(Self.main(0))
    let (host, application) = (scripts.host, scripts.router)
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<Self.tasks {
        group.addTask {
          var handled = 0
          for step in 0..<Self.edits {
            if step % 3 == 0 { _ = await application.open("/\("abcd".randomElement() ?? "a")/1") }
            if await application.open("/inc").status == .handled { handled += 1 }
            let versions = Set(application.directory.index.routes.map { $0.meta["v"] })
            #expect(versions.count == 1, "seed \(seed), task \(task), step \(step)")
          }
          return handled
        }
      }
      var random = SeededGenerator(seed: seed)
      for version in 1...Self.edits {
        let text =
          Int.random(in: 0..<4, using: &random) == 0
          ? Self.broken.randomElement(using: &random) ?? "" : Self.main(version)
        _ = try? await host.load(from: .texts(["main.lua": text]))
      }
      return try await group.reduce(0, +)
    }
    #expect(counts == Self.tasks * Self.edits, "seed \(seed)")
    #expect(await scripts.evaluate("return session.n") == "\(counts)", "seed \(seed)")
  }

  @Test func `unreferenced generations are released`() async throws {
    let scripts = try await LoadedScripts.load(Self.main(0))
    for version in 1...TestScale.reloads {
      try await scripts.host.load(from: .texts(["main.lua": Self.main(version)]))
    }
    let alive = await scripts.router.perform { scripts.host.liveGenerationCount(in: $0) }
    #expect(alive == 1)
  }

  @Test func `only a few of the generations held by opens are alive`() async throws {
    let gate = Gate()
    func main(_ version: Int) -> String {
      """
      router.configure { wait_limit = 3600 }
      router.route { path = "/w/:n", action = function() host.wait() return \(version) end }
      """
    }
    let scripts = try LoadedScripts(main(0)) { offers in
      offers.function("wait") { _ in
        await gate.wait()
        return .null
      }
    }
    try await scripts.host.load()
    var opens: [Task<String, Never>] = []
    for version in 1...10 {
      opens.append(Task { await scripts.open("/w/\(version)") })
      await gate.reached(version)
      try await scripts.host.load(from: .texts(["main.lua": main(version)]))
    }
    gate.open()
    var ends: [String] = []
    for open in opens { ends.append(await open.value) }
    #expect(ends.prefix(6).allSatisfy { $0.hasPrefix("cancelled") }, "\(ends)")
    #expect(ends.suffix(4) == ["handled 6", "handled 7", "handled 8", "handled 9"], "\(ends)")
  }
}
