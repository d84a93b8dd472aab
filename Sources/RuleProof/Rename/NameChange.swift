import Moonroute
import Rehearsal
import RoutePatterns
package import ScriptAnalysis
package import ScriptHost
import ScriptReports
import TextTools

/// A new name for something in all scripts and specs of an application.
///
/// The changed files are loaded, checked and compared before they are written.
package struct NameChange: Sendable {
  package let renaming: Renaming
  /// The added definitions that keep the links to an old path alive.
  package let redirects: [Renaming.Edit]
  /// The changed files, by path.
  package let files: [String: [UInt8]]
  /// The other effects on links and people, because a script composes the name or keeps it in data.
  package let effects: [DiffChange]
  /// The scripts before the change, by path.
  package let scripts: [String: AnalysedScript]

  init(
    _ renaming: Renaming,
    redirects: [Renaming.Edit],
    files: [String: [UInt8]],
    effects: [DiffChange],
    scripts: [String: AnalysedScript]
  ) {
    (self.renaming, self.redirects, self.files) = (renaming, redirects, files)
    (self.effects, self.scripts) = (effects, scripts)
  }

  /// Finds the places of a name, changes them in memory, and checks the result.
  ///
  /// - Parameters:
  ///   - kind: The kind of the name.
  ///   - old: The old name.
  ///   - new: The new name.
  ///   - route: The name of a route with the parameter, if several routes have one.
  ///   - side: The files of the application.
  ///   - snapshots: Its snapshots of `access`, by path; other files in it are not changed.
  ///   - offers: The program's offers, whose views keep their names.
  ///   - makeHost: Makes the hosts that load them.
  /// - Throws: ``NameChangeError``, or `ScriptProblems` if the scripts do not load as they are.
  package init(
    of kind: ScriptSymbol.Kind,
    from old: String,
    to new: String,
    in route: String? = nil,
    of side: DiffSide,
    snapshots: [String: [UInt8]] = [:],
    offers: OfferList? = nil,
    makingHosts makeHost: @escaping RuleDiff.MakeHosts
  ) async throws {
    let before = try await CheckedSide(side, offers: offers, makingHosts: makeHost)
    let symbols = before.symbols
    let symbol = try Self.symbol(kind, old, in: route, symbols)
    redirects = []
    do throws(RenameRefusal) {
      renaming = try symbols.renaming(symbol, to: new)
    } catch {
      throw NameChangeError.refused(error)
    }
    let changedScripts = Self.changed(side.files, by: renaming.edits)
    let changedSnapshots = Self.renamed(snapshots, kind, old, new)
    files = changedScripts.merging(changedSnapshots) { first, _ in first }
    scripts = symbols.scripts
    let changed = DiffSide(
      side.name,
      files: side.files.merging(changedScripts) { $1 },
      entry: side.entry
    )
    let after: CheckedSide
    do {
      after = try await CheckedSide(changed, makingHosts: makeHost)
    } catch let problems as ScriptProblems {
      throw NameChangeError.fails(problems.firstError.checkLine)
    }
    try Self.expect(after, toBe: before, except: symbol, new)
    effects = try await RuleDiff(from: side, to: changed, makingHosts: makeHost).changes
      .filter {
        $0.kind.severity == .breaks || $0.kind.severity == .opens || $0.kind == .doorCloses
      }
  }

  private static func renamed(
    _ snapshots: [String: [UInt8]],
    _ kind: ScriptSymbol.Kind,
    _ old: String,
    _ new: String
  ) -> [String: [UInt8]] {
    guard kind == .route || kind == .type else { return [:] }
    return snapshots.mappingAccess { table in
      table.mapping { label in
        if kind == .type { return label.replacing("<\(old)>", with: "<\(new)>") }
        return label == old ? new : label
      }
    }
  }

  private static func symbol(
    _ kind: ScriptSymbol.Kind,
    _ name: String,
    in routeName: String?,
    _ symbols: ScriptSymbols
  ) throws(NameChangeError) -> ScriptSymbol {
    let model = symbols.model
    guard kind == .parameter else {
      let known =
        switch kind {
        case .event: model.eventNames
        case .resource: model.resourceNames
        case .tag: model.tags
        case .view: model.viewNames
        case .type: model.types.names
        default: model.index.allNames
        }
      let symbol = ScriptSymbol(kind: kind, name: name)
      guard known.contains(name) || !symbols.uses(of: symbol).isEmpty else {
        throw .unknownName(kind, name, known: known.sorted())
      }
      return symbol
    }
    var routes = model.index.routes.filter { $0.pattern.parameterNames.contains(name) }
    guard !routes.isEmpty else {
      let known = Set(model.index.routes.flatMap(\.pattern.parameterNames)).sorted()
      throw .unknownName(kind, name, known: known)
    }
    if let routeName {
      guard let route = model.index.route(named: routeName) else {
        throw .unknownName(.route, routeName, known: model.index.allNames.sorted())
      }
      routes = routes.filter { $0.id == route.id }
      guard !routes.isEmpty else { throw .missingParameter(name, route: routeName) }
    }
    let found = Set(routes.compactMap { symbols.parameter(name, of: $0) })
    guard let symbol = found.first else { throw .unwrittenParameter(name) }
    guard found.count == 1 else {
      throw .severalParameters(name, routes: routes.map(\.label).sorted())
    }
    return symbol
  }

  static func changed(
    _ files: [String: [UInt8]],
    by edits: [Renaming.Edit]
  ) -> [String: [UInt8]] {
    Dictionary(grouping: edits, by: \.file)
      .reduce(into: [:]) { changed, entry in
        var text = files[entry.key] ?? []
        for edit in entry.value.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
          text.replaceSubrange(edit.range, with: edit.text.utf8)
        }
        changed[entry.key] = text
      }
  }

  static func expectNoNewFinding(
    in after: CheckedSide,
    than before: CheckedSide
  ) throws(NameChangeError) {
    let known = before.places
    if let finding = after.findings.first(where: { !known.contains($0.placeAndRule) }) {
      throw .fails(finding.problem.checkLine)
    }
  }

  /// Checks that two versions differ in a name alone.
  private static func expect(
    _ after: CheckedSide,
    toBe before: CheckedSide,
    except symbol: ScriptSymbol,
    _ new: String
  ) throws(NameChangeError) {
    try expectNoNewFinding(in: after, than: before)
    let routes = zip(before.model.index.routes, after.model.index.routes)
    let different = routes.first { old, found in
      let name = symbol.kind == .route && old.name == symbol.name ? new : old.name
      let text =
        symbol.kind == .type
        ? old.pattern.text.replacing("<\(symbol.name)>", with: "<\(new)>") : old.pattern.text
      let hasPattern = symbol.kind == .parameter || text == found.pattern.text
      return found.name != name || !hasPattern
    }
    guard different == nil, before.model.index.routes.count == after.model.index.routes.count else {
      let words = different.map { "'\($0.label)' would become '\($1.label)'" }
      throw .fails(words ?? "the number of routes would change")
    }
  }
}

/// The reason why a name cannot be changed.
package enum NameChangeError: Error, CustomStringConvertible {
  case unknownName(ScriptSymbol.Kind, String, known: [String])
  case missingParameter(String, route: String)
  case severalParameters(String, routes: [String])
  /// No path contains the parameter literally.
  case unwrittenParameter(String)
  case refused(RenameRefusal)
  /// The changed scripts do not load, have a new finding, or differ in more than the name.
  case fails(String)

  package var description: String {
    switch self {
    case .unknownName(let kind, let name, let known):
      "No \(kind.rawValue) is named '\(name)'.\(NearestNames.hintOrList(for: name, among: known))"
    case .missingParameter(let name, let route):
      "The route '\(route)' has no parameter '\(name)'."
    case .severalParameters(let name, let routes):
      "Several routes have their own parameter '\(name)': \(routes.joined(separator: ", "))."
        + " Choose one with --in."
    case .unwrittenParameter(let name):
      "The paths with the parameter '\(name)' are built from parts. Change it there."
    case .refused(let refusal): refusal.description
    case .fails(let reason): "The new name would change more than the name: \(reason)"
    }
  }
}

/// A version of an application with the findings of `check`.
struct CheckedSide: Sendable {
  let analysed: [AnalysedScript]
  let model: ApplicationModel
  let findings: [ScriptFinding]

  var places: Set<ScriptFinding.PlaceAndRule> { Set(findings.map(\.placeAndRule)) }

  var symbols: ScriptSymbols { ScriptSymbols(of: analysed, model: model) }

  init(
    _ side: DiffSide,
    offers: OfferList? = nil,
    makingHosts makeHost: RuleDiff.MakeHosts
  ) async throws {
    let analysed = side.analysed
    let trial = try await side.rehearsalScripts(makingHosts: makeHost).rehearsal()
    let host = trial.host
    (model, findings) = await trial.application.perform { application in
      let review = ScriptReview(
        of: host,
        beside: [],
        scripts: analysed,
        reportsSpecs: true,
        in: application
      )
      return (ApplicationModel(of: host, offers: offers, in: application), review.findings)
    }
    self.analysed = analysed
    await trial.end()
  }
}

extension [String: [UInt8]] {
  /// The snapshots of `access` that a change alters.
  func mappingAccess(_ change: (AccessSnapshot) -> AccessSnapshot) -> Self {
    compactMapValues { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let table = try? AccessSnapshot(parsing: text), table.text == text else { return nil }
      let changed = change(table)
      return changed == table ? nil : Array(changed.text.utf8)
    }
  }
}

extension ScriptFinding {
  /// A rename changes neither the line of a finding nor its rule.
  struct PlaceAndRule: Hashable {
    let site: SourceSite?
    let rule: String
  }

  var placeAndRule: PlaceAndRule {
    PlaceAndRule(site: problem.site, rule: problem.code.rawValue)
  }
}
