import LuaSyntax
import MessageStream
import Moonroute
package import Rehearsal
import ScriptAnalysis
package import ScriptHost
import TextTools

/// The differences between two versions of an application, by their effect on links and people.
package struct RuleDiff: Sendable {
  /// Makes the hosts that load scripts from a source.
  package typealias MakeHosts = @Sendable (ScriptSource) -> RehearsalScripts.MakeHost

  package struct Counts: Sendable {
    package var routesBefore = 0
    package var routesAfter = 0
    /// The old routes without a difference.
    package var unchanged = 0
    package var locations = 0
    package var people = 0
    package var links = 0
  }

  /// The differences, the most severe first.
  package private(set) var changes: [DiffChange] = []

  package private(set) var counts = Counts()

  /// The different files, if the scripts of a version do not load.
  package private(set) var files: ScriptReload.Files?

  package private(set) var hasSameFiles = false

  /// Whether the differences are limited to some kinds.
  package private(set) var isPartial = false

  /// The result for two versions with the same files.
  package static let same: RuleDiff = {
    var diff = RuleDiff()
    diff.hasSameFiles = true
    return diff
  }()

  private init() {}

  /// Compares two versions.
  ///
  /// Every location and every link opens on an empty stage, once in each version; a link opens
  /// again only if the answers differ.
  ///
  /// - Parameters:
  ///   - before: The old version.
  ///   - after: The new version.
  ///   - personas: The personas to try; `nil` means every persona of both versions.
  ///   - lists: Further links, with the names of their lists.
  ///   - makeHost: Makes the hosts of a source.
  /// - Throws: `AccessError`, `LinkListError`, or `CancellationError`.
  package init(
    from before: DiffSide,
    to after: DiffSide,
    as personas: [String]? = nil,
    lists: [(name: String, links: [String])] = [],
    makingHosts makeHost: @escaping MakeHosts
  ) async throws {
    guard !before.hasSameFiles(as: after) else {
      self = .same
      return
    }
    async let first = Self.load(before, makeHost)
    async let second = Self.load(after, makeHost)
    guard case (.success(let old), .success(let new)) = (try await first, try await second) else {
      let results = (try await first, try await second)
      noteFailure(results.0, before)
      noteFailure(results.1, after)
      files = ScriptReload.Files(from: before.files, to: after.files)
      return
    }
    let sides = (before: old, after: new)
    let pairs = RoutePairs(from: old.routes, to: new.routes)
    let links = try DiffLinks([(before, old), (after, new)], lists: lists)
    async let doors = Self.doors(sides, pairs, personas)
    async let endings = Self.endings(of: links.all, sides, pairs)
    var routes = RouteChanges(from: old, to: new, pairs)
    let names = LeftoverNames(from: old, to: new)
    let (changes, table) = try await doors
    let ends = try await endings
    let moved = LinkDifferences(
      of: links.all,
      from: ends.before,
      to: ends.after,
      of: sides,
      pairs,
      doors: changes
    )
    routes.addRules(except: changes.routes.union(moved.routes))
    let differing = routes.routes.union(changes.routes)
    counts = Counts(
      routesBefore: old.routes.count,
      routesAfter: new.routes.count,
      unchanged: pairs.pairs.count { !differing.contains($0.after.route.label) },
      locations: table.rows.count,
      people: table.people.count,
      links: links.all.count
    )
    let leftovers = Set(names.changes.flatMap(\.rules))
    let findings = FindingChanges(from: old, to: new, except: leftovers)
    add(moved.allChanges + names.changes + routes.changes + findings.changes, allowedBy: new)
  }

  private mutating func add(_ all: [DiffChange], allowedBy side: LoadedSide) {
    let scripts = Dictionary(side.analysed.map { ($0.file, $0) }) { first, _ in first }
    let order = DiffKind.allCases
    changes = order.flatMap { kind in
      all.filter { $0.kind == kind }
        .map { change in
          var change = change
          change.isAllowed = change.rules.contains { site in
            scripts[site.file]?.suppressions.allows(kind.rawValue, line: site.line) == true
          }
          return change
        }
    }
  }

  /// The differences of some kinds; a failure to load is always included.
  package func only(_ kinds: Set<DiffKind>) -> RuleDiff {
    var diff = self
    diff.isPartial = true
    diff.changes = changes.filter { $0.kind == .scriptsFail || kinds.contains($0.kind) }
    return diff
  }

  /// Whether `--strict` fails.
  package var isBad: Bool { changes.contains(where: \.isBad) }

  // MARK: Loading

  private static func load(
    _ side: DiffSide,
    _ makeHost: @escaping MakeHosts
  ) async throws -> Result<LoadedSide, ScriptProblems> {
    do {
      return .success(try await LoadedSide(side, makingHosts: makeHost))
    } catch let problems as ScriptProblems {
      return .failure(problems)
    }
  }

  private mutating func noteFailure(_ result: Result<LoadedSide, ScriptProblems>, _ side: DiffSide)
  {
    guard case .failure(let problems) = result else { return }
    let first = problems.firstError
    let place: DiffText = if let site = first.site { "\(site): " } else { "" }
    changes.append(
      DiffChange(
        .scriptsFail,
        "The scripts of \(side.name) do not load: \(place)\(first.message)",
        fields: [.init("side", .text(side.name))]
      )
    )
  }

  // MARK: Trying

  private typealias Sides = (before: LoadedSide, after: LoadedSide)

  private static func doors(
    _ sides: Sides,
    _ pairs: RoutePairs,
    _ names: [String]?
  ) async throws -> (DoorChanges, AccessTable) {
    let known = sides.after.personas.filter(sides.before.personas.contains)
    for name in names ?? [] where !known.contains(name) {
      throw AccessError.unknownPersona(name, known: known)
    }
    let people = AccessPerson.all(names ?? known, varying: [])
    let locations = Set(sides.after.places.compactMap(\.location))
    let places =
      sides.after.places.filter { $0.location != nil }
      + sides.before.places.filter { $0.location.map { !locations.contains($0) } ?? false }
    let plan = AccessRun.Plan(people: people, places: places)
    async let before = AccessRun(sides.before.scripts).table(of: plan)
    async let after = AccessRun(sides.after.scripts).table(of: plan)
    let table = try await after
    return (DoorChanges(from: try await before, to: table, of: sides, pairs), table)
  }

  private static func endings(
    of links: [DiffLinks.Link],
    _ sides: Sides,
    _ pairs: RoutePairs
  ) async throws -> (before: [Ending], after: [Ending]) {
    let texts = links.map(\.text)
    async let first = open(texts, sides.before)
    async let second = open(texts, sides.after)
    var (before, after) = (try await first, try await second)
    let different = texts.indices.filter {
      LinkDifferences.differ(before[$0], after[$0], pairs)
    }
    guard !different.isEmpty else { return (before, after) }
    // Values that scripts keep between opens can cause a difference.
    let again = different.map { texts[$0] }
    async let third = open(again, sides.before)
    async let fourth = open(again, sides.after)
    for (place, end) in zip(different, try await third) { before[place] = end }
    for (place, end) in zip(different, try await fourth) { after[place] = end }
    return (before, after)
  }

  static func open(_ links: [String], _ side: LoadedSide) async throws -> [Ending] {
    let opener = try await LinkOpener(side.scripts, as: nil, linkLimit: links.count)
    let endings = await opener.open(links).map(\.ending)
    await opener.end()
    return endings
  }
}
