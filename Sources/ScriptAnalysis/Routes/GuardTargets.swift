import LuaSyntax
import Moonroute
import RoutePatterns

/// A rule about the routes that guards redirect to.
struct GuardTargets {
  let application: LoadedApplication

  /// Reports a guard that also guards its own redirect target, such as the login: each redirect
  /// would call it again.
  func check(_ use: AnalysedScript.RoleUse, _ script: AnalysedScript) {
    let targets = script.returns(of: use.function)
      .compactMap { script.tree.firstChild(of: $0).map { target(of: $0, script.tree) } }
    guard !looksAround(use.function, except: targets, script) else { return }
    for node in targets {
      guard let route = route(at: node, script),
        let sample = SampleLocations(of: route, rules: application.rules).chosen.first,
        isCalled(use.function, for: route, at: sample, script)
      else { continue }
      application.report(
        .redirectLoop,
        "This guard also runs for '\(route.label)' and redirects there again. Return true for"
          + " '\(route.label)', or guard only the other routes.",
        at: node,
        in: script
      )
    }
  }

  /// The part of a result that can be a location: `b` in `a or b`.
  private func target(of answer: LuaNode, _ tree: LuaTree) -> LuaNode {
    var node = answer
    while tree.kind(of: node) == .binary, tree.token(of: node).kind == .or,
      let last = tree.lastChild(of: node)
    {
      node = last
    }
    return node
  }

  /// Whether the function reads other state or sets anything, so that its next call may return
  /// another result.
  private func looksAround(
    _ function: LuaNode,
    except targets: [LuaNode],
    _ script: AnalysedScript
  ) -> Bool {
    let tree = script.tree
    let ranges = targets.map { tree.range(of: $0) }
    func isInTarget(_ node: LuaNode) -> Bool {
      let place = tree.range(of: node).lowerBound
      return ranges.contains { $0.contains(place) }
    }
    if let state = script.parameter(0, of: function),
      script.references(to: state).contains(where: { !isInTarget($0.node) })
    {
      return true
    }
    return tree.nodes(from: function)
      .contains { node in
        switch tree.kind(of: node) {
        case .targets: true
        case .name: ["stage", "router"].contains(tree.name(of: node)) && !isInTarget(node)
        default: false
        }
      }
  }

  /// The route at a literal location.
  private func route(at node: LuaNode, _ script: AnalysedScript) -> RouteInfo? {
    if let text = script.string(of: node) {
      let rules = application.rules.configuration.locationRules
      guard text.hasPrefix("/"), let location = try? Location(parsing: text, rules: rules) else {
        return nil
      }
      return application.index.match(location)?.route
    }
    guard script.tree.kind(of: node) == .call, script.callee(of: node) == "router.to",
      let name = script.string(of: script.arguments(of: node).first)
    else { return nil }
    return application.index.route(named: name)
  }

  private func isCalled(
    _ function: LuaNode,
    for route: RouteInfo,
    at location: Location,
    _ script: AnalysedScript
  ) -> Bool {
    let site = SourceSite(file: script.file, line: script.line(of: function))
    return application.rules.decisionsAsked(of: route, at: location)
      .contains { $0.kind == .guard && $0.site == site }
  }
}
