import LuaSyntax
import Moonroute
import RoutePatterns

/// The routes to which guards lead.
struct GuardTargets {
  let application: LoadedApplication

  /// Finds a guard that is called for the very route to which it leads, such as the login, whatever the
  /// location is: each redirect calls it again.
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
        "This guard is called for '\(route.label)', too, and leads there again. Let it return true for"
          + " '\(route.label)', or guard the other routes only.",
        at: node,
        in: script
      )
    }
  }

  /// The part of an answer that may be a location: of `a or b` the last one.
  private func target(of answer: LuaNode, _ tree: LuaTree) -> LuaNode {
    var node = answer
    while tree.kind(of: node) == .binary, tree.token(of: node).kind == .or,
      let last = tree.lastChild(of: node)
    {
      node = last
    }
    return node
  }

  /// Whether the function looks at more than whether somebody may go on, or sets anything: it may
  /// answer otherwise at the next call.
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

  /// The route at a location, if that is written out.
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
