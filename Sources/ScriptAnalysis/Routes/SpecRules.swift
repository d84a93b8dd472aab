import LuaSyntax

/// Rules about specs, which are read but never run.
struct SpecRules {
  let application: LoadedApplication

  private static let blocks: Set<String> = [
    "it", "describe", "test", "spec", "context", "insulate", "expose",
  ]

  func run(_ script: AnalysedScript) {
    guard script.isSpec else { return }
    for call in script.all(.call) {
      guard let name = script.callee(of: call) else { continue }
      let parts = name.split(separator: ".")
      if parts.count == 2, parts[1] == "only", Self.blocks.contains(String(parts[0])) {
        application.report(
          .focusedSpec,
          "'\(name)' keeps other specs from running. Write '\(parts[0])'.",
          at: script.tree.firstChild(of: call) ?? call,
          in: script
        )
      }
      guard ["assert.spy", "assert.stub"].contains(name), let parent = script.tree.parent(of: call),
        script.tree.kind(of: parent) == .callStatement
      else { continue }
      application.report(
        .uncalledAssertion,
        "This asserts nothing. Add '.was_called()'.",
        at: call,
        in: script
      )
    }
  }
}
