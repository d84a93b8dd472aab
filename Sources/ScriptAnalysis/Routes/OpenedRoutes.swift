import LuaSyntax
import Moonroute
import RoutePatterns

/// A rule about routes that no spec names; a spec with a computed location may still open one.
struct OpenedRoutes {
  let application: LoadedApplication

  /// Checks all routes if the application has specs.
  func run() {
    let specs = application.scripts.filter(\.isSpec)
    guard specs.contains(where: { $0.file.hasSuffix("_spec.lua") }) else { return }
    var opened: Set<Int> = []
    var starts: [String] = []
    for script in specs {
      for node in script.all(.string) {
        guard let text = script.tree.string(of: node), !text.isEmpty else { continue }
        if let route = application.index.route(named: text) { opened.insert(route.id) }
        guard text.hasPrefix("/") || text.contains("://") else { continue }
        if isPart(node, script.tree) {
          starts.append(text)
        } else {
          noteLocation(text, &opened)
        }
      }
    }
    for route in application.routes where !opened.contains(route.id) {
      let parts = route.parts
      guard parts.contains(.view) || parts.contains(.action),
        route.site.flatMap({ application.script(of: $0.file) })?.isSpec != true,
        !starts.contains(where: { route.pattern.text.hasPrefix($0) })
      else { continue }
      application.report(.unopenedRoute, "No spec names '\(route.label)'.", about: route)
    }
  }

  /// Whether a text is the beginning of a longer one.
  private func isPart(_ node: LuaNode, _ tree: LuaTree) -> Bool {
    guard let parent = tree.parent(of: node), tree.kind(of: parent) == .binary else { return false }
    return tree.token(of: parent).kind == .concat
  }

  private func noteLocation(_ text: String, _ opened: inout Set<Int>) {
    // A number or a word takes the place of a format directive.
    for sample in text.contains("%") ? ["1", "x"] : [""] {
      let filled =
        sample.isEmpty
        ? text : ["%d", "%s", "%i", "%q"].reduce(text) { $0.replacing($1, with: sample) }
      let rules = application.rules.configuration.locationRules
      guard let location = try? Location(parsing: filled, rules: rules),
        let route = application.index.match(location)?.route
      else { continue }
      opened.insert(route.id)
    }
  }
}
