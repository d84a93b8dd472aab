import Foundation
import Inspector
import Logging
import Moonroute
import RoutePatterns
import RouterObservability
import SQLiteResources
import ScriptHost
import ScriptTesting
import SwiftUIStage
import UIKitStage

// Uses every product of Moonroute as a program would, and prints one line for each.

// RoutePatterns: only patterns.
let pattern = try RoutePattern("/user/:id<int>")
print("RoutePatterns:", pattern.match(try Location(parsing: "/user/7"))?[int: "id"] ?? 0)

// Moonroute: routes in Swift on the main actor, shown by the model of SwiftUI's stage.
let application = try LinkRouter {
  LinkRoute("/", name: "home")
    .view("Home")
    .animator(.root(wrap: .stack))
    .children {
      LinkRoute("product/:id<int>", name: "product").view("Product")
    }
}
print("Moonroute:", await application.open("/").status.rawValue)

let model = try StageModel(application)
_ = await application.open("/product/7")
print("SwiftUIStage:", model.root?.children.compactMap(\.screen?.view) ?? [])

// RouterObservability: each open is a line of the log.
let observed = try LinkRouter(
  options: RouterOptions(instruments: RouterInstruments(logger: Logger(label: "outside")))
) {
  LinkRoute("/").view("Home")
}
print("RouterObservability:", await observed.open("/").steps.allSatisfy { $0.duration != nil })

// SQLiteResources: values that survive the program.
let folder = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let file = try SQLiteResources(file: folder.appending(path: "kept.sqlite"))
try file.save("Mei", for: "name")
print("SQLiteResources:", try file.value(for: "name")?.text ?? "")

// ScriptHost: rules in Lua.
let script = """
  router.route { name = "sum", path = "/sum/:a<int>/:b<int>", action = function(state)
    return state.params.a + state.params.b + host.offset
  end }
  """
let host = try ScriptHost(.texts(["main.lua": script])) { $0.value("offset", 1) }
try await host.load()
print("ScriptHost:", try await host.router.fetchValues("/sum/40/1").first?.int ?? 0)

// Inspector: a page that shows them.
let inspector = try await Inspector.attach(to: host)
print("Inspector:", inspector.url.host() == "127.0.0.1")
await inspector.close()

// ScriptTesting: their specs.
let spec = folder.appending(path: "sum_spec.lua")
try Data(
  """
  describe("sums", function()
    it("are right", function() assert.are.equal(4, 2 + 2) end)
  end)
  """
  .utf8
)
.write(to: spec)
let summary = await SpecRunner().run([spec.path]) { _ in }
print("ScriptTesting:", summary.successes, "passed", summary.failures + summary.errors, "failed")

// Handlers on the main actor, where the application lives.
print("Isolation:", try await Cart().use())
