import LuaSyntax
import ScriptHost

/// Rules about specs, which are read but never run.
struct SpecRules {
  let application: LoadedApplication

  private static let blocks: Set<String> = [
    "it", "describe", "test", "spec", "context", "insulate", "expose",
  ]

  func run(_ script: AnalysedScript) {
    guard script.isSpec else { return }
    for call in script.all(.call) {
      checkRows(call, script)
      guard let name = script.callee(of: call) else { continue }
      checkRequests(call, name, script)
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

  private func checkRows(_ call: LuaNode, _ script: AnalysedScript) {
    for row in script.tree.unevenRows(of: call) {
      application.report(
        .wrongArguments,
        "This row has \(Self.entries(row.count)), and the other rows have \(row.usualCount).",
        at: row.node,
        in: script
      )
    }
  }

  private static func entries(_ count: Int) -> String {
    count == 1 ? "1 entry" : "\(count) entries"
  }

  /// Checks the keys of requests; loading checks the keys of `headless.lua`.
  private func checkRequests(_ call: LuaNode, _ name: String, _ script: AnalysedScript) {
    guard let first = script.arguments(of: call).first, !script.isTried(call) else { return }
    var keys: [LuaNode] = []
    switch name {
    case "host.replies":
      keys = script.tree.children(of: script.value(of: first))
        .filter { script.tree.kind(of: $0) == .keyedItem }
        .compactMap { script.tree.firstChild(of: $0) }
    case "assert.requested", "assert.not_requested": keys = [first]
    default: break
    }
    for node in keys {
      guard let text = script.string(of: node), RequestKey(text) == nil else { continue }
      application.report(.badArgument, RequestKey.problem(with: text), at: node, in: script)
    }
  }
}
