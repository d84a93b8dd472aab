import LuaSyntax
import Moonroute
import ScriptHost

/// Rules about fields of the session that no script declares.
struct SessionRules {
  let application: LoadedApplication

  /// Returns `nil` if the session has no declared fields.
  init?(application: LoadedApplication) {
    guard !application.session.isEmpty else { return nil }
    self.application = application
  }

  func run(_ script: AnalysedScript) {
    for node in script.all(.field) where !script.isTried(node) {
      guard let words = script.path(of: node)?.split(separator: ".").map(String.init),
        words[0] == "session", words != ["session", "declare"],
        let problem = application.session.problem(at: Array(words.dropFirst())),
        application.session.problem(at: Array(words.dropFirst().dropLast())) == nil
      else { continue }
      let name = words[words.count - 1]
      let end = script.tree.range(of: node).upperBound
      application.report(
        .unknownField,
        problem.message,
        at: node,
        in: script,
        fix: problem.nearest.first.map {
          let range = end - name.utf8.count..<end
          return ScriptFinding.Fix(title: "Write '\($0)'", range: range, text: $0)
        }
      )
    }
  }
}
