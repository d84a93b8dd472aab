package import RoutePatterns

/// Routes that are registered when a location or a name first needs them.
///
/// They have a part for each value of the pattern's parameters.
package final class LateRoutes {
  /// The routes for one value of each parameter.
  package final class Part {
    package enum State {
      case waiting, loading, loaded
    }

    /// The values of the pattern's parameters.
    package let values: [String: String]

    /// The name of the module that returns the routes.
    package let module: String

    /// The prefix of all names of its routes, which may be empty.
    package let names: String

    package var state = State.waiting

    package init(values: [String: String], module: String, names: String) {
      self.values = values
      self.module = module
      self.names = names
    }
  }

  /// The pattern before the paths of the routes.
  package let pattern: RoutePattern

  package let parts: [Part]

  package let site: SourceSite?

  /// The registration of all routes of all parts.
  package let registration: Registration

  /// The place among the routes in registration order.
  let order: RouteOrder

  fileprivate let load: (LateRoutes, Part) throws(RouterError) -> Void

  /// The parts by the lowercase values of the parameters.
  private let byValues: [[String]: [Part]]

  private let names: [String]

  init(
    _ pattern: RoutePattern,
    parts: [Part],
    site: SourceSite?,
    registration: Registration,
    order: RouteOrder,
    load: @escaping (LateRoutes, Part) throws(RouterError) -> Void
  ) {
    self.pattern = pattern
    self.parts = parts
    self.site = site
    self.registration = registration
    self.order = order
    self.load = load
    let names = pattern.parameterNames
    self.names = names
    byValues = Dictionary(grouping: parts) { part in
      names.map { (part.values[$0] ?? "").lowercased() }
    }
  }

  /// The pattern of a part's routes.
  package func pattern(of part: Part) -> RoutePattern { pattern.fixing(part.values) }

  /// The parts that may have a route for a match of the pattern, in any case of the letters.
  fileprivate func parts(for match: RouteMatch) -> [Part] {
    byValues[names.map { (match.value(of: $0)?.text ?? "").lowercased() }] ?? []
  }
}

/// The late routes of rules.
struct LateTable {
  private(set) var all: [LateRoutes] = []
  private var compiled: RouteTable?

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ late: LateRoutes) {
    all.append(late)
    compiled = nil
  }

  /// The parts that may have a route for a location; throws `match_limit` if some may be missing.
  mutating func parts(
    for location: Location
  ) throws(RouterError) -> [(late: LateRoutes, part: LateRoutes.Part)] {
    let table = compiled ?? Self.table(of: all)
    compiled = table
    var matches = table.matches(location)
    var found: [(late: LateRoutes, part: LateRoutes.Part)] = []
    while let match = matches.next() {
      let late = all[match.entry]
      guard late.registration.isActive else { continue }
      found += late.parts(for: match).map { (late, $0) }
    }
    if matches.isCutShort { throw .matchLimit(location) }
    return found
  }

  /// A table that ignores case, schemes and hosts: a part that is loaded without need does no harm.
  private static func table(of all: [LateRoutes]) -> RouteTable {
    let entries = all.map { late in
      let start = late.pattern.untyped
      let pattern = (try? start.appending("**")) ?? start
      return RouteTable.Entry(pattern: pattern, isCaseSensitive: false)
    }
    return RouteTable(entries, order: .first, separatesSchemes: false)
  }

  mutating func tidyUp() {
    guard all.contains(where: { !$0.registration.isActive }) else { return }
    all.removeAll { !$0.registration.isActive }
    compiled = nil
  }
}

extension RouterRules {
  /// Adds routes that are registered when a location or a name first needs them.
  ///
  /// - Parameters:
  ///   - pattern: The pattern before the paths of the routes.
  ///   - parts: A part for each value of the pattern's parameters.
  ///   - site: The source position of the call.
  ///   - owner: An object, held weakly, that ends the routes when it is deallocated.
  ///   - load: Adds the routes of a part, either all or none, and sets its state.
  /// - Returns: The registration of all routes.
  package func addLate(
    _ pattern: RoutePattern,
    parts: [LateRoutes.Part],
    site: SourceSite?,
    owner: AnyObject?,
    load: @escaping (LateRoutes, LateRoutes.Part) throws(RouterError) -> Void
  ) -> Registration {
    let late = LateRoutes(
      pattern,
      parts: parts,
      site: site,
      registration: Registration(owner: owner, changeCounter: changeCounter),
      order: nextLateOrder(),
      load: load
    )
    lateRoutes.add(late)
    noteRegistered()
    return late.registration
  }

  /// The active late routes, in registration order.
  package var late: [LateRoutes] { lateRoutes.all.filter(\.registration.isActive) }

  /// The patterns of the parts that are loaded.
  package var loadedParts: Set<String> {
    Set(
      late.flatMap { late in
        late.parts.filter { $0.state == .loaded }.map { late.pattern(of: $0).text }
      }
    )
  }

  /// Registers the late routes that may match a location.
  ///
  /// - Throws: The error of a part that cannot be loaded, or `match_limit`.
  package func prepare(for location: Location) throws(RouterError) {
    guard !lateRoutes.isEmpty else { return }
    for (late, part) in try lateRoutes.parts(for: location) { try load(part, of: late) }
  }

  /// Registers the late routes that may have a name, unless a route already has it.
  ///
  /// - Throws: The error of a part that cannot be loaded.
  package func prepare(named name: String) throws(RouterError) {
    guard !lateRoutes.isEmpty, route(named: name) == nil else { return }
    for late in late {
      for part in late.parts where name.hasPrefix(part.names) { try load(part, of: late) }
    }
  }

  /// Registers the routes of a part, unless they are registered already.
  ///
  /// - Throws: The error of its module; a later call tries again.
  package func load(_ part: LateRoutes.Part, of late: LateRoutes) throws(RouterError) {
    if part.state == .waiting { try late.load(late, part) }
  }
}
