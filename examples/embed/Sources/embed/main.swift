import Foundation
import Moonroute
import ScriptHost

// A program with scripts for rules: it offers views, functions and a value, loads the scripts of
// a folder, and opens links. `swift run embed Rules` runs it.
let folder = CommandLine.arguments.dropFirst().first ?? "Rules"

let host = try ScriptHost(scripts: .folder(folder)) { offers in
  offers.log = { entry in print("  log: \(entry.message)") }

  // Views: what a route may name. A real program would answer with what its screens need.
  offers.view("Home") { _ in Screen("Home", ["title": "Welcome"]) }
  offers.view("Profile") { state in
    Screen("Profile", ["title": .text("Profile of \(state.match[text: "name"] ?? "?")")])
  }

  // Values and functions: what scripts find in `host`.
  offers.value("version", "1.4.0")
  offers.function("is_member") { arguments in
    .bool(["mei", "jonas"].contains(arguments.first?.text))
  }
  // A function that waits: scripts call it as if it answered at once.
  offers.function("balance") { arguments in
    await Task.yield()
    return arguments.first?.text == "mei" ? 120 : 0
  }
}

do {
  try await host.load()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}

for link in ["/", "/profile/mei", "/profile/eve", "bank://balance/mei", "/nowhere"] {
  let outcome = await host.application.open(link)
  print("\(link): \(outcome.status.rawValue)", terminator: "")
  if let screen = outcome.screen { print(" \(screen.caption)", terminator: "") }
  if let value = outcome.values.first { print(" \(value.text ?? "")", terminator: "") }
  if let reason = outcome.reason { print(" (\(reason))", terminator: "") }
  if let error = outcome.error { print(" (\(error))", terminator: "") }
  print()
}
print(await host.application.perform { application in application.stage.tree.description })
