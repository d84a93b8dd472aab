import LuaSyntax
import Moonroute
import RoutePatterns
import ScriptHost

/// The input of the rules: the scripts, and the application that they loaded.
final class LoadedApplication {
  let scripts: [AnalysedScript]
  let index: RouteIndex
  let rules: RouterRules
  let eventNames: [String]
  let resourceNames: [String]
  let resourceTypes: [String: String]
  let globals: ScriptGlobals
  let session: SessionShape
  let entry: String
  /// The program's offers, or `nil` if they are unknown.
  let offers: OfferList?
  private(set) var findings: [ScriptFinding] = []
  private let routesByPlace: [SourceSite: [RouteInfo]]
  private let routesByParent: [Int: [RouteInfo]]
  private let scriptsByFile: [String: AnalysedScript]
  /// The routes in the order of registration.
  let routes: [RouteInfo]
  /// The later registrations, as far as the scripts' text shows.
  private(set) lazy var late = LateRegistrations(self)

  init(
    scripts: [AnalysedScript],
    entry: String,
    globals: ScriptGlobals,
    session: SessionShape = SessionShape(),
    offers: OfferList? = nil,
    in application: isolated LinkRouter
  ) {
    self.scripts = scripts
    self.entry = entry
    self.globals = globals
    self.session = session
    self.offers = offers
    rules = application.router.rules
    index = rules.directory.index
    let routes = index.routes
    self.routes = routes
    routesByPlace = Dictionary(grouping: routes.filter { $0.site != nil }) {
      $0.site ?? SourceSite(file: "", line: 0)
    }
    routesByParent = Dictionary(grouping: routes.filter { $0.parent != nil }) { $0.parent?.id ?? 0 }
    eventNames = application.events.names
    let resources = application.resources.list
    resourceNames = resources.compactMap(\.name)
    resourceTypes = resources.reduce(into: [:]) { types, resource in
      guard let type = resource.typeOfValue else { return }
      types[resource.pattern.text] = type
      if let name = resource.name { types[name] = type }
    }
    scriptsByFile = Dictionary(scripts.map { ($0.file, $0) }) { first, _ in first }
  }

  /// Creates the input for one script without an application, so without routes.
  init(only script: AnalysedScript, globals: ScriptGlobals) {
    scripts = [script]
    entry = "main.lua"
    self.globals = globals
    session = SessionShape()
    offers = nil
    rules = RouterRules()
    index = rules.directory.index
    (routes, eventNames, resourceNames, resourceTypes) = ([], [], [], [:])
    (routesByPlace, routesByParent) = ([:], [:])
    scriptsByFile = [script.file: script]
  }

  /// The files of the modules of `router.lazy`.
  var lateFiles: [String] {
    rules.late.flatMap(\.parts).flatMap { ApplicationModel.files(ofModule: $0.module) }
  }

  func script(of file: String) -> AnalysedScript? { scriptsByFile[file] }

  func routes(at line: Int, of file: String) -> [RouteInfo] {
    routesByPlace[SourceSite(file: file, line: line)] ?? []
  }

  /// The routes that a function serves, if they are known.
  func routes(servedBy use: AnalysedScript.RoleUse, in script: AnalysedScript) -> [RouteInfo] {
    if script.tree.kind(of: use.origin) == .table {
      return routes(at: script.line(of: use.origin), of: script.file)
    }
    guard use.role == .guard, let key = script.arguments(of: use.origin).first,
      let name = script.string(of: key), let route = index.route(named: name)
    else { return [] }
    return [route]
  }

  func routes(below route: RouteInfo) -> [RouteInfo] {
    var below: [RouteInfo] = []
    var next = [route]
    while let route = next.popLast() {
      let children = routesByParent[route.id] ?? []
      below += children
      next += children
    }
    return below
  }

  /// Reports a problem at a node.
  func report(
    _ rule: CheckRule,
    _ message: String,
    at node: LuaNode,
    in script: AnalysedScript,
    fix: ScriptFinding.Fix? = nil,
    related: [ScriptFinding.Related] = []
  ) {
    report(rule, message, at: script.tree.range(of: node), in: script, fix: fix, related: related)
  }

  /// Reports an unknown name and offers the nearest known one.
  func report(
    unknownName message: String,
    nearest: String?,
    at node: LuaNode,
    in script: AnalysedScript
  ) {
    let fix = nearest.flatMap { script.renaming(node, to: $0) }
    report(.unknownName, message, at: node, in: script, fix: fix)
  }

  func report(_ rule: CheckRule, _ message: String, about route: RouteInfo) {
    report(rule, message, at: route.site)
  }

  func report(_ rule: CheckRule, _ message: String, at site: SourceSite?) {
    guard let site, let script = script(of: site.file) else { return }
    let start = script.lines.start(ofLine: site.line)
    report(rule, message, at: start..<start, in: script)
  }

  /// Reports a problem at a range of bytes.
  func report(
    _ rule: CheckRule,
    _ message: String,
    at range: Range<Int>,
    in script: AnalysedScript,
    fix: ScriptFinding.Fix? = nil,
    related: [ScriptFinding.Related] = []
  ) {
    let lines = script.lines
    let line = lines.line(of: range.lowerBound)
    guard !script.suppressions.allows(rule.id, line: line) else { return }
    var finding = ScriptFinding(
      ScriptProblem(
        RouterError.Code(rawValue: rule.id),
        message,
        at: SourceSite(file: script.file, line: line),
        column: lines.column(of: range.lowerBound),
        severity: rule.severity
      )
    )
    finding.endLine = lines.line(of: range.upperBound)
    finding.endColumn = lines.column(of: range.upperBound)
    finding.fix = fix
    if let range = fix?.range {
      finding.fix?.place = ScriptFinding.Fix.Place(
        line: lines.line(of: range.lowerBound),
        column: lines.column(of: range.lowerBound),
        endLine: lines.line(of: range.upperBound),
        endColumn: lines.column(of: range.upperBound)
      )
    }
    finding.related = related
    findings.append(finding)
  }
}
