import MessageStream
import Moonroute
import ScriptAnalysis
import TextTools

/// The uses of names that only the old version has.
struct LeftoverNames {
  private(set) var changes: [DiffChange] = []

  init(from before: LoadedSide, to after: LoadedSide) {
    let model = after.model
    let symbols = ScriptSymbols(of: after.analysed, model: model)
    let old: [(kind: ScriptSymbol.Kind, names: [String], known: Set<String>)] = [
      (.route, before.model.index.allNames, Set(model.index.allNames)),
      (.event, before.model.eventNames, Set(model.eventNames)),
      (.resource, before.model.resourceNames, Set(model.resourceNames)),
    ]
    let scripts = Dictionary(after.analysed.map { ($0.file, $0) }) { first, _ in first }
    for (kind, names, known) in old {
      for name in names where !known.contains(name) {
        let uses = symbols.uses.filter { $0.symbol.kind == kind && $0.symbol.name == name }
        // A script may define the name later.
        guard !uses.contains(where: \.isDefinition) else { continue }
        let sites = uses.filter { $0.form == .text }
          .compactMap { use in
            scripts[use.file]
              .map {
                SourceSite(file: use.file, line: $0.line(at: use.range.lowerBound))
              }
          }
        add(kind, name, Self.sorted(sites))
      }
    }
  }

  private static func sorted(_ sites: [SourceSite]) -> [SourceSite] {
    Set(sites).sorted { ($0.file, $0.line) < ($1.file, $1.line) }
  }

  private mutating func add(_ kind: ScriptSymbol.Kind, _ name: String, _ sites: [SourceSite]) {
    guard !sites.isEmpty else { return }
    let places = sites.grouped(by: \.file)
      .map { file, sites in
        "\(file):\(sites.map { "\($0.line)" }.joined(separator: ", "))"
      }
    var change = DiffChange(
      .nameLeftOver,
      """
      The old name \(name: name) of \(kind == .event ? "an" : "a") \(kind.rawValue) is still in \
      use: \(places.joined(separator: ", "))
      """,
      fields: [
        JSON.Field("name", .text(name)), JSON.Field("of", .text(kind.rawValue)),
        JSON.Field(
          "places",
          .list(
            sites.map { .fields(("file", .text($0.file)), ("line", .integer(Int64($0.line)))) }
          )
        ),
      ]
    )
    change.rules = sites
    changes.append(change)
  }
}
