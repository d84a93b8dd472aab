import LuaSyntax
import Moonroute
import RoutePatterns
import TextTools

/// Locations that are written in scripts, and the patterns of routes.
struct LinkRules {
  let application: LoadedApplication

  private static let opening: Set<String> = [
    "router.open", "router.push", "router.present", "router.replace", "router.go", "router.ask",
    "router.fetch", "router.build",
  ]

  /// Whether a proxy looks at every location, and may lead any of them elsewhere.
  private let hasCatchAll: Bool

  init(application: LoadedApplication) {
    self.application = application
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
    guard !script.isSpec, !hasCatchAll else { return }
    for call in script.all(.call) {
      guard let name = script.callee(of: call), Self.opening.contains(name),
        let first = script.arguments(of: call).first
      else { continue }
      check(first, script)
    }
    for table in script.all(.table) {
      guard let first = script.tree.firstChild(of: table), script.tree.kind(of: first) == .item,
        script.string(of: script.tree.firstChild(of: first)) == "link",
        let target = script.field("to", of: table)
      else { continue }
      check(target, script)
    }
  }

  private func check(_ node: LuaNode, _ script: AnalysedScript) {
    guard let text = script.string(of: node), let location = try? location(text),
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
    application.report(.deadLink, "No route fits '\(text)'.\(hint)", at: node, in: script)
  }

  /// Whether nothing fits a location; one that takes too many steps to look up is another matter.
  private func isDead(_ location: Location) -> Bool {
    var matches = application.index.matches(location)
    return matches.next() == nil && !matches.isCutShort && !application.rules.isProxied(location)
  }

  /// The location that a text is by itself: one that does not depend on where one is.
  private func location(_ text: String) throws -> Location? {
    guard text.hasPrefix("/") || text.contains("://") else { return nil }
    return try Location(parsing: text, rules: application.rules.configuration.locationRules)
  }

  // MARK: Patterns

  func runOnRoutes() {
    findCaseTwins()
    findSelfRedirects()
    for script in application.scripts where !script.isSpec {
      for table in script.routeTables {
        guard let path = script.field("path", of: table), let text = script.string(of: path),
          text.utf8.contains(UInt8(ascii: "(")), let range = text.firstRange(of: "(\\d+)")
        else { continue }
        let name = text[..<range.lowerBound].split(separator: ":").last ?? "id"
        application.report(
          .plainConstraint,
          "Write ':\(name)<int>': the value is a number then.",
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
        "'\(route.pattern.text)' redirects to itself, which means: go on.",
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
        "'\(route.pattern.text)' and '\(first.pattern.text)' differ in the case of letters only.",
        about: route
      )
    }
  }
}
