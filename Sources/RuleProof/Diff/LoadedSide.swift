import LuaSyntax
import Moonroute
import Rehearsal
import RoutePatterns
import ScriptAnalysis
import ScriptHost
import ScriptReports

/// A version of an application after its scripts have been loaded.
struct LoadedSide: Sendable {
  /// A named thing that scripts share: its description, and its place if it is known.
  struct Shared: Sendable {
    let words: String
    let site: SourceSite?
  }

  let scripts: RehearsalScripts
  let analysed: [AnalysedScript]
  let model: ApplicationModel
  /// The routes that can be opened, in the order of registration.
  let routes: [RouteFacts]
  let places: [AccessPlace]
  /// A location of each pattern of a proxy or a guard without a wildcard.
  let decisionLocations: [String]
  let personas: [String]
  let events: [String: Shared]
  let resources: [String: Shared]
  /// The fields of the session after loading.
  let session: [String: Value]
  let samples: [ParameterType: [String]]
  /// The findings of `check`, without rules that the version turns off.
  let findings: [ScriptFinding]
}

extension LoadedSide {
  /// Loads a version.
  ///
  /// - Throws: `ScriptProblems` if the scripts do not load.
  init(_ side: DiffSide, makingHosts makeHost: RuleDiff.MakeHosts) async throws {
    let scripts = side.rehearsalScripts(makingHosts: makeHost)
    let trial = try await scripts.rehearsal()
    let (host, analysed) = (trial.host, side.analysed)
    let (texts, settings) = (FunctionTexts(of: analysed), side.checkSettings)
    let loaded = await trial.application.perform { application in
      let rules = application.router.rules
      let decisions = RouteDecisions(of: rules)
      let places = AccessPlace.all(of: rules)
      let known = Set(places.compactMap(\.location))
      let others = decisions.locations.filter { !known.contains($0.description) }
        .compactMap { location in
          rules.directory.index.match(location)
            .map { AccessPlace(of: $0.route, at: location.description) }
        }
      return LoadedSide(
        scripts: scripts,
        analysed: analysed,
        model: ApplicationModel(of: host, in: application),
        routes: rules.directory.index.winningRoutes.sorted { $0.id < $1.id }
          .map { RouteFacts(of: $0, rules: rules, decisions: decisions, texts: texts) },
        places: places + others,
        decisionLocations: decisions.locations.map(\.description),
        personas: host.personas(in: application).map(\.name),
        events: Dictionary(
          application.events.named.map { ($0.name, Shared(words: $0.pattern.text, site: nil)) }
        ) { first, _ in first },
        resources: Dictionary(
          application.resources.list.map { ($0.name ?? $0.pattern.text, Shared(of: $0)) }
        ) { first, _ in first },
        session: host.session(in: application).value.table?.fields ?? [:],
        samples: rules.sampleTexts,
        findings: ScriptReview(
          of: host,
          beside: RouteReview(of: rules).problems,
          scripts: analysed,
          reportsSpecs: false,
          in: application
        )
        .findings.judged(by: settings)
      )
    }
    await trial.end()
    self = loaded
  }

  /// Whether a route matches a location.
  func has(_ location: String) -> Bool { model.route(at: location) != nil }
}

extension LoadedSide.Shared {
  fileprivate init(of resource: ResourceInfo) {
    let parts = [
      resource.pattern.text, resource.typeOfValue.map { "a \($0)" } ?? "made at each use",
      resource.isPersistent ? "persistent" : "in memory",
    ]
    (words, site) = (parts.joined(separator: ", "), resource.site)
  }
}

extension RouterRules {
  /// The samples of the parameters' types.
  fileprivate var sampleTexts: [ParameterType: [String]] {
    let all = directory.index.winningRoutes
      .flatMap { $0.pattern.parameters.map(\.type) + $0.query.map(\.type) }
    return Dictionary(Set(all).map { ($0, types.samples(of: $0)) }) { first, _ in first }
  }
}

/// The declaration of a route, without its lines.
struct RouteFacts: Sendable {
  let route: RouteInfo
  let view: String?
  /// The texts of its functions by role, such as `view`; a named view is not among them.
  let functions: [String: String]
  /// The decisions before the route, in calling order.
  let rules: [String]
  /// The decisions of the route itself.
  let ownRules: [String]
  /// The places of these decisions.
  let ruleSites: [SourceSite]

  fileprivate init(
    of route: RouteInfo,
    rules: RouterRules,
    decisions: RouteDecisions,
    texts: FunctionTexts
  ) {
    self.route = route
    view = rules.viewName(of: route)
    var functions: [String: String] = [:]
    for (role, site) in rules.handlerSites(of: route) where !["guard", "redirect"].contains(role) {
      functions[role] = texts[site]
    }
    self.functions = functions
    let asked = decisions.asked(before: route)
    self.rules = asked.map { Self.words(of: $0, texts) }
    ownRules = decisions.attached(to: route).map { Self.words(of: $0, texts) }
    ruleSites = asked.compactMap(\.site)
  }

  private static func words(of decision: AskedDecision, _ texts: FunctionTexts) -> String {
    let text = decision.target ?? decision.site.flatMap { texts[$0] } ?? ""
    let limits = "\(decision.priority) \(decision.tags) \(decision.scheme ?? "")"
    return "\(decision.kind.rawValue) \(limits) \(text)"
  }
}

/// The texts of the functions of scripts by their first line, without comments and white space.
struct FunctionTexts {
  private var texts: [SourceSite: String] = [:]

  init(of scripts: [AnalysedScript]) {
    for script in scripts where !script.isSpec {
      for node in script.nodes(.function) {
        let tokens = script.tree.tokens[script.tree.tokenRange(of: node)]
        guard let line = tokens.first?.line else { continue }
        let text = tokens.map { script.tree.text(of: $0) }.joined(separator: " ")
        let site = SourceSite(file: script.file, line: line)
        texts[site] = texts[site].map { $0 + "\n" + text } ?? text
      }
    }
  }

  subscript(site: SourceSite) -> String? { texts[site] }
}
