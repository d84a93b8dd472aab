import LuaSyntax
package import Moonroute
package import RoutePatterns
package import ScriptHost

/// The names of a loaded application and their meanings, for tools that read its scripts.
///
/// It is a value, so it stays valid while the next load fails, and any thread may read it.
package struct ApplicationModel: Sendable {
  package let index: RouteIndex
  package let types: ParameterTypes
  package let locationRules: LocationRules
  package let globals: ScriptGlobals
  package let eventNames: [String]
  package let resourceNames: [String]
  /// The loaded texts by path.
  package let texts: [String: [UInt8]]
  /// The routes that each function serves, by the function's first line.
  private let served: [SourceSite: [RouteInfo]]
  /// The routes that each function decides about, by the function's first line.
  private let decided: [SourceSite: [RouteInfo]]
  private let routesByPlace: [SourceSite: [RouteInfo]]

  /// Reads the application that a host has loaded; without offers, the stubs of `headless.lua`
  /// supply the names.
  package init(
    of host: ScriptHost,
    offers: OfferList? = nil,
    in application: isolated LinkRouter
  ) {
    let rules = application.router.rules
    index = rules.directory.index
    types = rules.types
    locationRules = rules.configuration.locationRules
    globals = host.globals(offering: offers, in: application)
    eventNames = application.events.names.sorted()
    resourceNames = application.resources.list.compactMap(\.name).sorted()
    texts = host.scriptFiles(in: application)
    offeredViews = Set(host.offeredViews).union(offers?.views ?? [])
    viewNames = Set(index.routes.compactMap(rules.viewName)).union(offeredViews).sorted()
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
    (served, decided, routesByPlace, viewNames, offeredViews) = ([:], [:], [:], [], [])
  }

  /// The model of an application that has not loaded yet.
  package static let empty = ApplicationModel()

  /// The names of the views that the program offers or the routes use, sorted.
  package let viewNames: [String]

  /// The names of the views that the program offers.
  package let offeredViews: Set<String>

  package var tags: [String] { Set(index.routes.flatMap(\.tags)).sorted() }

  package var animators: [String] { (globals["animator"] ?? []).sorted() }

  /// The names of the application's modules for `require`, sorted.
  package var modules: [String] {
    texts.keys.filter { !ScriptSource.startFiles.contains($0) && $0.hasSuffix(".lua") }
      .map { path in
        let name = String(path.dropLast(".lua".count)).replacing("/", with: ".")
        return name.hasSuffix(".init") ? String(name.dropLast(".init".count)) : name
      }
      .sorted()
  }

  package static func files(ofModule name: String) -> [String] {
    let path = name.replacing(".", with: "/")
    return [path + ".lua", path + "/init.lua"]
  }

  /// The route that matches the location in a text, or `nil`.
  package func route(at text: String) -> RouteInfo? {
    guard let location = location(text) else { return nil }
    return index.match(location)?.route
  }

  /// The location in a text, unless it is relative.
  func location(_ text: String) -> Location? {
    guard text.hasPrefix("/") || text.contains("://") else { return nil }
    return try? Location(parsing: text, rules: locationRules)
  }

  package func sample(of route: RouteInfo) -> Location? {
    let pairs = route.pattern.requiredParameters.map { ($0.name, $0.type.sample()) }
    return route.location(parameters: Dictionary(pairs) { $1 }, rules: locationRules)
  }

  // MARK: Places

  /// The routes defined on a line of the current text of a script.
  func routes(atLine line: Int, of script: AnalysedScript) -> [RouteInfo] {
    guard let loaded = lines(of: script).loaded(line) else { return [] }
    return routesByPlace[SourceSite(file: script.file, line: loaded)] ?? []
  }

  /// The routes served by the function that begins on a line of the current text.
  func routes(servedAtLine line: Int, of script: AnalysedScript) -> [RouteInfo] {
    guard let loaded = lines(of: script).loaded(line) else { return [] }
    return served[SourceSite(file: script.file, line: loaded)] ?? []
  }

  /// The routes decided by the function that begins on a line of the current text.
  func routes(decidedAtLine line: Int, of script: AnalysedScript) -> [RouteInfo] {
    guard let loaded = lines(of: script).loaded(line) else { return [] }
    return decided[SourceSite(file: script.file, line: loaded)] ?? []
  }

  /// The mapping between the lines of the loaded text and those of the current text.
  func lines(of script: AnalysedScript) -> LoadedLines {
    LoadedLines(loaded: texts[script.file], now: script.tree.text)
  }

  /// The current line of a loaded place; in the changed region, the line at the region's edge.
  package func line(of site: SourceSite, in script: AnalysedScript) -> Int {
    lines(of: script).now(site.line)
  }
}
