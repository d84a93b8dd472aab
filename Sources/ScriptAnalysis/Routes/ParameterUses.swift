import LuaSyntax
import Moonroute
import RoutePatterns

/// A rule about route parameters that nothing reads.
///
/// A name counts as read if any script has a field with this name. The rule skips a route
/// if its functions use the whole state or all parameters, or if the program makes its view.
final class ParameterUses {
  private let application: LoadedApplication
  private let fieldNames: Set<String>
  /// Whether some script uses `params` or `all` as a whole.
  private let givesAwayAll: Bool
  private lazy var words = wordsOfTexts()

  init(application: LoadedApplication) {
    self.application = application
    fieldNames = application.scripts.reduce(into: []) { names, script in
      for field in script.all(.field) { names.insert(script.tree.name(of: field)) }
    }
    givesAwayAll = application.scripts.contains { script in
      !script.isSpec
        && script.all(.field)
          .contains { field in
            ["params", "all"].contains(script.tree.name(of: field))
              && Self.isWhole(field, script)
          }
    }
  }

  func run(_ script: AnalysedScript) {
    guard !givesAwayAll, !script.isSpec else { return }
    for table in script.routeTables {
      guard let path = script.field("path", of: table), let text = script.string(of: path),
        text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "*") }),
        isServed(table, script)
      else { continue }
      let routes =
        application.routes(at: script.line(of: table), of: script.file)
        + application.routes(at: script.line(of: path), of: script.file)
      guard let route = routes.first(where: { $0.pattern.text.hasSuffix(text) }) else { continue }
      for parameter in route.pattern.parameters {
        let name = parameter.name
        guard !fieldNames.contains(name), !name.hasPrefix("_"),
          Self.names(in: text).contains(name), !words.contains(name)
        else { continue }
        application.report(
          .unusedParameter,
          "Nothing reads '\(name)' of '\(route.pattern.text)'.",
          at: path,
          in: script
        )
      }
    }
  }

  private static func names(in path: String) -> Set<String> {
    Set(path.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
  }

  /// Whether the script's own functions build the screens of a route and its children.
  private func isServed(_ table: LuaNode, _ script: AnalysedScript) -> Bool {
    let tree = script.tree
    let fields = script.fields(of: table)
    guard fields.contains(where: { $0.name == "view" || $0.name == "action" }) else { return false }
    for (name, _, value) in fields {
      switch name {
      case "view", "action", "animator", "on_exit":
        let function = script.value(of: value)
        guard tree.kind(of: function) == .function else {
          if name == "view" || name == "action" { return false }
          continue
        }
        if givesAway(function, script) { return false }
      case "routes":
        let list = script.value(of: value)
        guard tree.kind(of: list) == .table else { return false }
        for item in tree.children(of: list) {
          guard let inner = tree.firstChild(of: item).map(script.value),
            tree.kind(of: inner) == .table, isServed(inner, script)
          else { return false }
        }
      default: break
      }
    }
    return true
  }

  /// Whether a function uses its state as a whole, for example passes it on.
  private func givesAway(_ function: LuaNode, _ script: AnalysedScript) -> Bool {
    guard let state = script.parameter(0, of: function) else { return false }
    return script.references(to: state).contains { Self.isWhole($0.node, script) }
  }

  /// Whether a value is used other than through one of its fields.
  private static func isWhole(_ node: LuaNode, _ script: AnalysedScript) -> Bool {
    let tree = script.tree
    guard let parent = tree.parent(of: node) else { return false }
    switch tree.kind(of: parent) {
    case .field: return tree.firstChild(of: parent) != node
    case .indexed:
      return tree.firstChild(of: parent) != node
        || tree.child(1, of: parent).map { tree.kind(of: $0) != .string } ?? true
    case .call, .methodCall: return tree.firstChild(of: parent) != node
    default: return true
    }
  }

  /// The words of all texts except the paths of routes, because templates may name a parameter
  /// there.
  private func wordsOfTexts() -> Set<String> {
    var words: Set<String> = []
    for script in application.scripts {
      for node in script.all(.string) {
        if let item = script.tree.parent(of: node), script.tree.kind(of: item) == .namedItem,
          script.tree.name(of: item) == "path"
        {
          continue
        }
        words.formUnion(Self.names(in: script.tree.string(of: node) ?? ""))
      }
    }
    return words
  }
}
