import Foundation
import Moonroute
import ScriptDebugging
import ScriptHost
import Testing

/// The code of `DebuggingScripts.md`, which a test compares with it.
struct DebuggingScriptsGuide {
  private static let rules = """
    router.route { path = "/one", action = function() return 1 end }
    """

  @Test func `a program offers its scripts to a debugger on a socket`() async throws {
    let host = try ScriptHost(.texts(["main.lua": Self.rules]))
    try await host.load()
    let socket = URL(filePath: "/tmp/moonroute-\(UUID().uuidString.prefix(8)).sock")
    let server = try DebugServer(for: host, at: .socket(socket))
    #expect(server.address == socket.path)
    #expect(FileManager.default.fileExists(atPath: socket.path))
    #expect(await host.router.open("/one").values == [.int(1)])
    server.close()
    #expect(!FileManager.default.fileExists(atPath: socket.path))
  }

  @Test func `a port requires a token`() async throws {
    let host = try ScriptHost(.texts(["main.lua": Self.rules]))
    let log = GuideLines()
    let server = try DebugServer(for: host, at: .port(0))
    log.add("attach to \(server.address) with \(server.token ?? "")")
    #expect(server.token?.count == 32)
    #expect(log.all == ["attach to 127.0.0.1:\(server.port ?? 0) with \(server.token ?? "")"])
    server.close()
  }
}
