import LuaSyntax
package import Moonroute
package import RoutePatterns
package import ScriptHost

/// The names of a loaded application and the meaning of each, for tools that look at its texts.
///
/// A value: it holds while the next load fails, and may be read from any thread.
package struct ApplicationModel: Sendable {
  package let index: RouteIndex
  /// The types that patterns may name.
  package let types: ParameterTypes
  package let locationRules: LocationRules
  package let globals: ScriptGlobals
  /// The names of events, sorted.
  package let eventNames: [String]
  /// The names of resources, sorted.
  package let resourceNames: [String]
  /// The texts that were loaded, by path.
  package let texts: [String: [UInt8]]
  /// The routes that each function of a script serves, by its first line.
  private let served: [SourceSite: [RouteInfo]]
  /// The routes that each function decides about, by its first line.
  private let decided: [SourceSite: [RouteInfo]]
  private let routesByPlace: [SourceSite: [RouteInfo]]

  /// Looks at what a host has loaded.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - offers: What the program offers. Default: not known; stubs of `headless.lua` tell names.
  ///   - application: The host's own.
  /// - Complexity: O(*n*) for *n* routes.
  package init(
    of host: ScriptHost,
    offers: OfferList? = nil,
    in application: isolated Application
  ) {
    let rules = application.router.rules
    index = rules.directory.index
    types = rules.types
    locationRules = rules.configuration.locationRules
    globals = host.globals(offering: offers, in: application)
    eventNames = application.events.names.sorted()
    resourceNames = application.resources.list.compactMap(\.name).sorted()
    texts = host.scriptFiles(in: application)
    viewNames = Set(index.routes.compactMap(rules.viewName)).union(host.offeredViews)
      .union(offers?.views ?? []).sorted()
    var served: [SourceSite: [RouteInfo]] = [:]
    var decided = served
    var places = served
    for route in index.routes {
      for site in rules.screenSites(of: route) { served[site, default: []].append(route) }
      for site in rules.decisionSites(of: route) {
        served[site, default: []].append(route)
        decided[site, default: []].append(route)
      }
      if let site = route.site { places[site, default: []].append(route) }
    }
    self.served = served
    self.decided = decided
    routesByPlace = places
  }

  private init() {
    let rules = RouterRules()
    index = rules.directory.index
    types = .builtIn
    locationRules = .standard
    (globals, eventNames, resourceNames, texts) = (ScriptGlobals(), [], [], [:])
    (served, decided, routesByPlace, viewNames) = ([:], [:], [:], [])
  }

  /// The model of an application that has not loaded yet.
  package static let empty = ApplicationModel()

  /// The names of views, sorted: those that the program offers, and those that the routes use.
  package let viewNames: [String]

  package var tags: [String] { Set(index.routes.flatMap(\.tags)).sorted() }

  package var animators: [String] { (globals["animator"] ?? []).sorted() }

  /// The names that modules of the application have for `require`, sorted.
  package var modules: [String] {
    texts.keys.filter { !ScriptSource.startFiles.contains($0) && $0.hasSuffix(".lua") }
      .map { path in
        let name = String(path.dropLast(".lua".count)).replacing("/", with: ".")
        return name.hasSuffix(".init") ? String(name.dropLast(".init".count)) : name
      }
      .sorted()
  }

  /// The files that may hold a module.
  package static func files(ofModule name: String) -> [String] {
    let path = name.replacing(".", with: "/")
    return [path + ".lua", path + "/init.lua"]
  }

  /// The route that a text is a location of, or `nil`.
  package func route(at text: String) -> RouteInfo? {
    guard let location = location(text) else { return nil }
    return index.match(location)?.route
  }

  /// The location that a text is by itself: one that does not depend on where one is.
  func location(_ text: String) -> Location? {
    guard text.hasPrefix("/") || text.contains("://") else { return nil }
    return try? Location(parsing: text, rules: locationRules)
  }

  /// A location of a route, such as a person could open.
  package func sample(of route: RouteInfo) -> Location? {
    let pairs = route.pattern.requiredParameters.map { ($0.name, $0.type.sample()) }
    return route.location(parameters: Dictionary(pairs) { $1 }, rules: locationRules)
  }

  // MARK: Places

  /// The routes that are written in a line of a script as it is now.
  func routes(atLine line: Int, of script: AnalysedScript) -> [RouteInfo] {
    guard let loaded = lines(of: script).loaded(line) else { return [] }
    return routesByPlace[SourceSite(file: script.file, line: loaded)] ?? []
  }

  /// The routes that a function serves which begins in a line of a script as it is now.
  func routes(servedAtLine line: Int, of script: AnalysedScript) -> [RouteInfo] {
    guard let loaded = lines(of: script).loaded(line) else { return [] }
    return served[SourceSite(file: script.file, line: loaded)] ?? []
  }

  /// The routes about which a function decides which begins in a line of a script as it is now.
  func routes(decidedAtLine line: Int, of script: AnalysedScript) -> [RouteInfo] {
    guard let loaded = lines(of: script).loaded(line) else { return [] }
    return decided[SourceSite(file: script.file, line: loaded)] ?? []
  }

  /// How the lines of a script that has changed compare to those that were loaded.
  func lines(of script: AnalysedScript) -> LoadedLines {
    LoadedLines(loaded: texts[script.file], now: script.tree.text)
  }

  /// The place of something that was loaded, in the script as it is now; at the edge of what has
  /// changed, when it lay in it.
  package func line(of site: SourceSite, in script: AnalysedScript) -> Int {
    lines(of: script).now(site.line)
  }
}
