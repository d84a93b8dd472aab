import Foundation
import Moonroute
import ScriptHost

#if Inspector
import Inspector
#endif

// A program with scripts for rules: it offers views, functions and a value, loads the scripts of a
// folder, and opens links. `swift run embed Rules` runs it.
//
// This file belongs to the main actor, so the router lives there, and the functions below are
// called directly and may use its state.
let arguments = CommandLine.arguments.dropFirst()
let folder = arguments.first { !$0.hasPrefix("-") } ?? "Rules"

var visits: [String: Int] = [:]

let options = ScriptOptions { entry in print("  log: \(entry.message)") }
let host = try ScriptHost(.folder(URL(filePath: folder)), options: options) { offers in
  // Views for routes. In a real program, they return the data of screens.
  offers.view("Home") { _ in Screen("Home", ["title": "Welcome"]) }
  offers.view("Profile") { state in
    let name = try state.text("name")
    visits[name, default: 0] += 1
    return Screen("Profile", ["title": .text("Profile of \(name)")])
  }

  // Values and functions that scripts find in `host`.
  offers.value("version", "1.4.0")
  offers.function("is_member") { (name: String) in ["mei", "jonas"].contains(name) }
  // A function that waits. Scripts call it like any other function.
  offers.function("balance") { (name: String) in
    await Task.yield()
    return name == "mei" ? 120 : 0
  }
}

do {
  try await host.load()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}

#if Inspector
// A page in the browser that mirrors the program and drives it. It has no twin, so no dry run,
// because `is_member` and `balance` have no substitute here.
let inspector = arguments.contains("--inspect") ? try await Inspector.attach(to: host) : nil
#endif

for link in ["/", "/profile/mei", "/profile/eve", "bank://balance/mei", "/nowhere"] {
  let outcome = await host.router.open(link)
  print("\(link): \(outcome.status.rawValue)", terminator: "")
  if let screen = outcome.screen { print(" \(screen.caption)", terminator: "") }
  if let value = outcome.values.first { print(" \(value.text ?? "")", terminator: "") }
  if let reason = outcome.reason { print(" (\(reason))", terminator: "") }
  if let error = outcome.error { print(" (\(error))", terminator: "") }
  print()
}
print(await host.router.tree.description)
print("visits: \(visits)")

#if Inspector
if let inspector {
  print("inspector: \(inspector.url)")
  fflush(nil)
  // The page runs until Ctrl-C.
  while true { try await Task.sleep(for: .seconds(60)) }
}
#endif
