import LuaSyntax
import Moonroute
import ScriptHost

/// Rules about undeclared fields of the session, and about stored secrets.
struct SessionRules {
  private static let secrets: Set<String> = ["password", "pin", "secret", "token"]

  let application: LoadedApplication

  /// Returns `nil` if the session has no declared fields.
  init?(application: LoadedApplication) {
    guard !application.session.isEmpty else { return nil }
    self.application = application
  }

  func findSecrets() {
    for (name, declaration) in application.session.declarations.sorted(by: { $0.key < $1.key })
    where declaration.isStored {
      let field = SessionShape.Field(kind: .table([name: declaration.field]), isOptional: false)
      for path in secrets(in: field, at: "session") {
        application.report(
          .storedSecret,
          "'\(path)' is written to a file. Do not store it: the program keeps secrets in a keychain.",
          at: declaration.site
        )
      }
    }
  }

  /// The paths of fields whose name has the word of a secret.
  private func secrets(in field: SessionShape.Field, at path: String) -> [String] {
    switch field.kind {
    case .any, .value: []
    case .list(let item), .map(let item): secrets(in: item, at: path)
    case .table(let fields):
      fields.sorted { $0.key < $1.key }
        .flatMap { name, field in
          let isSecret = name.lowercased().split(separator: "_")
            .contains { Self.secrets.contains(String($0)) }
          let own = path + "." + name
          return isSecret ? [own] : secrets(in: field, at: own)
        }
    }
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
