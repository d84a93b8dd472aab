import Foundation
import Inspector
import Moonroute
import ScriptDebugging
import ScriptHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Tools for development in a running program: the page in the browser, and the debugger.

let rules = """
  router.route { name = "home", path = "/", view = "Home" }
  router.route { path = "/sum/:a<int>/:b<int>", action = function(state)
    return state.params.a + state.params.b
  end }
  """
let host = try ScriptHost(.texts(["main.lua": rules])) { offers in
  offers.view("Home") { _ in Screen("Home", ["title": "Welcome"]) }
}
try await host.load()

/// The status of a page, or `nil` if nobody serves it.
func status(_ url: URL) async -> Int? {
  guard let (_, response) = try? await URLSession.shared.data(from: url) else { return nil }
  return (response as? HTTPURLResponse)?.statusCode
}

// The address has a free port and a key. A program prints the whole address.
let inspector = try await Inspector.attach(to: host)
print("the page:", inspector.url.host() ?? "", await status(inspector.url) ?? 0)
print("an open:", await host.router.open("/").screen?.caption ?? "")
await inspector.close()
print("the closed page is served:", await status(inspector.url) != nil)

// The inspector also works for a router without scripts.
let plain = try LinkRouter { LinkRoute("/", name: "home").view("Home") }
let second = try await Inspector.attach(to: plain)
print("without scripts:", await status(second.url) ?? 0)
await second.close()

// Only this user can open the socket. Every user of the machine can open a port, so it has a token.
let socket = FileManager.default.temporaryDirectory
  .appending(path: "\(UUID().uuidString.prefix(8)).sock")
let local = try DebugServer(for: host, at: .socket(socket))
print("socket exists:", FileManager.default.fileExists(atPath: socket.path))
local.close()
print("socket exists:", FileManager.default.fileExists(atPath: socket.path))

let remote = try DebugServer(for: host, at: .port(0))
print("port:", remote.port != nil, "token:", remote.token != nil)
print("a sum:", try await host.router.fetch("/sum/40/2", as: Int.self))
remote.close()
