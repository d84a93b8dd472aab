import LuaSyntax
import Moonroute
import RoutePatterns
import TextTools

/// Rules about literal targets, which are locations or names, and about the patterns of routes.
struct LinkRules {
  let application: LoadedApplication
  let names: NameRules

  static let opening: Set<String> = [
    "router.open", "router.push", "router.present", "router.replace", "router.go", "router.ask",
    "router.fetch", "router.build",
  ]

  /// The calls that query a location, where a location without a route is not a mistake.
  private static let asking: Set<String> = ["router.match", "router.can_open"]

  /// Whether a proxy handles every location and may redirect it.
  private let hasCatchAll: Bool

  init(application: LoadedApplication, names: NameRules) {
    (self.application, self.names) = (application, names)
    hasCatchAll = application.scripts.contains { script in
      script.all(.call)
        .contains { call in
          guard script.callee(of: call)?.hasSuffix(".proxy") == true else { return false }
          let pattern = script.string(of: script.arguments(of: call).first)
          return pattern.map { ["/**", "**", "/*", "*"].contains($0) } ?? true
        }
    }
  }

  func run(_ script: AnalysedScript) {
    guard !script.isSpec else { return }
    for call in script.all(.call) {
      guard let name = script.callee(of: call), let first = script.arguments(of: call).first,
        !script.isTried(call)
      else { continue }
      if Self.opening.contains(name) {
        check(first, script)
      } else if Self.asking.contains(name) {
        names.checkTarget(first, script)
      } else if name == "router.rewrite" {
        target(ofRewrite: first, script).map { check($0, script) }
      }
    }
    for target in script.linkTargets { check(target, script) }
    for use in script.roleUses where [.unmatched, .onError].contains(use.role) {
      for answer in script.returns(of: use.function) {
        script.tree.firstChild(of: answer).map { check($0, script) }
      }
    }
  }

  /// The target in the table of `router.rewrite`: its field, or its first item.
  private func target(ofRewrite node: LuaNode, _ script: AnalysedScript) -> LuaNode? {
    let table = script.value(of: node)
    guard script.tree.kind(of: table) == .table else { return nil }
    if let field = script.field("location", of: table) { return field }
    let item = script.tree.children(of: table).first { script.tree.kind(of: $0) == .item }
    return item.flatMap { script.tree.firstChild(of: $0) }
  }

  private func check(_ node: LuaNode, _ script: AnalysedScript) {
    names.checkTarget(node, script)
    guard !hasCatchAll, let text = script.string(of: node), let location = try? location(text),
      isDead(location), !application.late.hasOpenRoutes
    else { return }
    let schemes = Set(application.routes.compactMap(\.scheme))
    if let scheme = location.scheme, !["http", "https"].contains(scheme),
      !schemes.contains(scheme), !schemes.isEmpty
    {
      let hint = NearestNames.hint(for: scheme, among: schemes.sorted())
      application.report(
        .unknownScheme,
        "No route has the scheme '\(scheme)'.\(hint)",
        at: node,
        in: script
      )
      return
    }
    let nearest = application.index.nearest(to: location).first
    let hint = nearest.map { " The nearest is '\($0)'." } ?? ""
    application.report(.deadLink, "No route matches '\(text)'.\(hint)", at: node, in: script)
  }

  /// Whether no route matches a location; one that needs too many steps does not count.
  private func isDead(_ location: Location) -> Bool {
    var matches = application.index.matches(location)
    return matches.next() == nil && !matches.isCutShort && !application.rules.isProxied(location)
  }

  /// The location in a text, unless it is relative.
  private func location(_ text: String) throws -> Location? {
    guard text.hasPrefix("/") || text.contains("://") else { return nil }
    return try Location(parsing: text, rules: application.rules.configuration.locationRules)
  }

  // MARK: Patterns

  func runOnRoutes() {
    findCaseTwins()
    findSelfRedirects()
    findKeptQuery()
    for script in application.scripts where !script.isSpec {
      for table in script.routeTables {
        guard let path = script.field("path", of: table), let text = script.string(of: path),
          text.utf8.contains(UInt8(ascii: "(")), let range = text.firstRange(of: "(\\d+)")
        else { continue }
        let name = text[..<range.lowerBound].split(separator: ":").last ?? "id"
        application.report(
          .plainConstraint,
          "Write ':\(name)<int>' to get a number.",
          at: path,
          in: script
        )
      }
    }
  }

  private func findSelfRedirects() {
    for route in application.routes {
      let isOwn = application.rules.redirects(of: route)
        .contains { redirect in
          if case .fixed(let target) = redirect { target == route.pattern.text } else { false }
        }
      guard isOwn else { continue }
      application.report(
        .selfRedirect,
        "'\(route.pattern.text)' redirects to itself, which has no effect.",
        about: route
      )
    }
  }

  private func findKeptQuery() {
    let dropped = application.rules.configuration.droppedQuery
    guard !dropped.isEmpty else { return }
    for route in application.routes {
      let kept = route.query.map(\.name).filter(dropped.contains)
      guard !kept.isEmpty else { continue }
      let names = kept.map { "'\($0)'" }.joined(separator: ", ")
      application.report(
        .keptQuery,
        "'\(route.label)' declares \(names), so its links keep what 'drop_query' drops elsewhere.",
        about: route
      )
    }
  }

  private func findCaseTwins() {
    var seen: [String: RouteInfo] = [:]
    for route in application.routes where !route.parts.isEmpty && route.isCaseSensitive {
      let key =
        "\(route.scheme ?? "")|\(route.host?.description ?? "")|\(route.pattern.text.lowercased())"
      guard let first = seen[key] else {
        seen[key] = route
        continue
      }
      guard first.pattern.text != route.pattern.text else { continue }
      application.report(
        .caseTwins,
        "'\(route.pattern.text)' and '\(first.pattern.text)' differ only in case.",
        about: route
      )
    }
  }
}

extension AnalysedScript {
  /// The targets of the links in the bodies of screens: a location or the name of a route.
  var linkTargets: [LuaNode] {
    all(.table)
      .compactMap { table in
        guard let first = tree.firstChild(of: table), tree.kind(of: first) == .item,
          string(of: tree.firstChild(of: first)) == "link"
        else { return nil }
        return field("to", of: table)
      }
  }
}
