import Foundation
import Moonroute
import SQLiteResources
import ScriptHost

// Resources that survive the program, in one SQLite file.

let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let file = folder.appending(path: "resources.sqlite")

let rules = """
  resources.put { name = "visits", path = "/visits", value = 0, persistent = true }
  resources.put { name = "cart", path = "/cart", value = { items = {} }, persistent = true }
  resources.put { name = "clicks", path = "/clicks", value = 0 }

  router.route { path = "/visit", action = function()
    for _, name in ipairs { "visits", "clicks" } do
      resources.update(name, resources.get(name) + 1)
    end
    return resources.get("visits"), resources.get("clicks")
  end }

  router.route { path = "/buy/:sku", action = function(state)
    local cart = resources.get("cart", "table")
    table.insert(cart.items, state.params.sku)
    resources.update("cart", cart)
    return table.concat(cart.items, ", ")
  end }

  router.route { path = "/function", action = function()
    resources.update("cart", function() end)
  end }
  """

/// One run of the program, from its start to its end.
@MainActor func run(_ number: Int) async throws {
  let storage = try SQLiteResources(file: file)
  let router = try LinkRouter(options: RouterOptions(storage: storage))
  let host = try ScriptHost(.texts(["main.lua": rules]), in: router)
  try await host.load()
  _ = try await router.fetchValues("/visit")
  let counts = try await router.fetchValues("/visit")
  print("run \(number): visits and clicks", counts)
  print("run \(number): cart", try await router.fetch("/buy/sku\(number)", as: String.self))
  // A saved value replaces the value in `put`.
  try await router.put("/first", value: ["run": number], isPersistent: true)
  print("run \(number): first", try await router.get("/first", as: [String: Int].self))
  try storage.checkIntegrity()
  await host.close()
  await router.close()
}

for number in 1...3 { try await run(number) }

// The file without a router.
let storage = try SQLiteResources(file: file)
print("the file:", try storage.value(for: "/visits") ?? .null)

// Only plain data is saved.
let router = try LinkRouter(options: RouterOptions(storage: storage))
let host = try ScriptHost(.texts(["main.lua": rules]), in: router)
try await host.load()
print("a function:", await router.open("/function").error?.code.rawValue ?? "")

let text = folder.appending(path: "text.sqlite")
try Data("This text is long enough, but it is not a database.".utf8).write(to: text)
do throws(SQLiteResourcesError) {
  _ = try SQLiteResources(file: text)
} catch {
  if case .notOurs = error { print("another file: refused") }
}
