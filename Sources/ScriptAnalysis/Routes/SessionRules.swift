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

  /// Notes reads of `session.user.name` in routes that everybody may open.
  ///
  /// A function with a condition before the read counts as a test, and so does any use of
  /// `session.user` itself.
  func findEmpty(_ script: AnalysedScript) {
    for use in script.findRoleUses() where use.role == .view || use.role == .action {
      let routes = application.routes(servedBy: use, in: script)
      guard let route = routes.first, routes.allSatisfy(isOpen) else { continue }
      findEmpty(in: use.function, of: route, script)
    }
  }

  private func isOpen(_ route: RouteInfo) -> Bool {
    guard let sample = application.rules.sample(of: route) else { return false }
    return application.rules.decisionsAsked(of: route, at: sample).isEmpty
  }

  private func findEmpty(in function: LuaNode, of route: RouteInfo, _ script: AnalysedScript) {
    let tree = script.tree
    let nodes = tree.nodes(from: function)
    let tests = nodes.filter {
      [.ifStatement, .whileStatement, .binary].contains(tree.kind(of: $0))
    }
    for node in nodes where tree.kind(of: node) == .field && !script.isTried(node) {
      let words = script.path(of: node)?.split(separator: ".").map(String.init) ?? []
      guard words.count == 3, words[0] == "session",
        case .table? = application.session.declarations[words[1]]?.field.kind
      else { continue }
      let start = tree.range(of: node).lowerBound
      let isTested =
        tests.contains { tree.range(of: $0).lowerBound <= start }
        || nodes.contains { script.isWhole("session.\(words[1])", $0) }
      guard !isTested else { continue }
      application.report(
        .maybeEmpty,
        "'session.\(words[1])' may be empty, because everybody may open '\(route.pattern.text)'. Test it"
          + " first, or guard the route.",
        at: node,
        in: script
      )
    }
  }

  func run(_ script: AnalysedScript) {
    findEmpty(script)
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

extension AnalysedScript {
  /// Whether a node is a value by this path, and not the start of a longer path.
  fileprivate func isWhole(_ path: String, _ node: LuaNode) -> Bool {
    guard tree.kind(of: node) == .field, self.path(of: node) == path else { return false }
    guard let parent = tree.parent(of: node), tree.kind(of: parent) == .field else { return true }
    return tree.firstChild(of: parent) != node
  }
}
