import MessageStream
import Moonroute
import Rehearsal
import ScriptReports
import TextTools

/// The findings of one severity.
struct DiffSection {
  let severity: DiffKind.Severity
  let kinds: [(kind: DiffKind, findings: [DiffFinding])]

  var title: String {
    switch severity {
    case .breaks: "BREAKS"
    case .opens: "OPENS"
    case .look: "LOOK AT"
    case .tells: "ALSO CHANGED"
    }
  }

  var tone: ReportStyle.Tone {
    switch severity {
    case .breaks, .opens: .bad
    case .look: .notable
    case .tells: .strong
    }
  }

  /// Whether each finding is a line with the word of its kind, not a sentence.
  var isList: Bool { severity == .tells }
}

extension DiffReport {
  /// The findings by severity; allowed findings have the lowest severity.
  var sections: [DiffSection] {
    DiffKind.Severity.allCases.compactMap { severity in
      let changes = diff.changes.filter { ($0.isAllowed ? .tells : $0.kind.severity) == severity }
      guard !changes.isEmpty else { return nil }
      return DiffSection(
        severity: severity,
        kinds: changes.grouped(by: \.kind).map { ($0, DiffFinding.all(of: $1, in: severity)) }
      )
    }
  }
}

/// The words of a report for one difference, or for several with the same cause.
struct DiffFinding {
  /// The subjects of a line, or the only sentence.
  private let subjects: [DiffText]
  private let predicate: DiffText?
  private let note: DiffText?
  let sites: [SourceSite]
  let remedy: String?
  /// The locations, with the earlier answers, if people's access differs.
  private let places: [AccessDifferenceReport.Place]

  static func all(of changes: [DiffChange], in severity: DiffKind.Severity) -> [DiffFinding] {
    let doors = changes.filter { $0.door != nil }.grouped(by: \.isAllowed)
      .flatMap { isAllowed, changes in
        AccessDifferenceReport.groups(of: changes.compactMap(\.door))
          .map { DiffFinding($0, isAllowed: isAllowed) }
      }
    let others = changes.filter { $0.door == nil }
    // Sentences about links can have the same end, and lines the same note.
    return others.enumerated()
      .grouped { place, change in
        let isAlone = severity != .tells && change.predicate == nil
        return Key(change, place: isAlone ? place : nil, severity)
      }
      .map { DiffFinding($0.elements.map(\.element)) } + doors
  }

  private struct Key: Hashable {
    let place: Int?
    let predicate: DiffText?
    let note: DiffText?
    let site: SourceSite?
    let isAllowed: Bool

    init(_ change: DiffChange, place: Int?, _ severity: DiffKind.Severity) {
      (self.place, predicate, note) = (place, change.predicate, change.note)
      (site, isAllowed) = (severity == .tells ? nil : change.site, change.isAllowed)
    }
  }

  private init(_ changes: [DiffChange]) {
    let isAllowed = changes.first?.isAllowed == true
    subjects = changes.map(\.subject)
    predicate = changes.first?.predicate
    note = isAllowed ? "allowed by a comment" : changes.first?.note
    sites = changes.compactMap(\.site)
    remedy = changes.first?.remedy
    places = []
  }

  private init(_ group: AccessDifferenceReport.Group, isAllowed: Bool) {
    let (head, tail) = group.words
    let place: DiffText =
      group.places.count == 1
      ? "\(code: group.places[0].location)" : Self.common(group.places.map(\.location))
    subjects = ["\(head) \(place)\(tail)"]
    note = isAllowed ? "allowed by a comment" : nil
    (predicate, sites, remedy, places) = (nil, [], nil, group.places)
  }

  /// Words for several locations, such as `5 locations under /inspect`.
  private static func common(_ locations: [String]) -> DiffText {
    let paths = locations.map { $0.prefix { $0 != "?" }.split(separator: "/") }
    var shared = paths.first ?? []
    for path in paths { shared = Array(zip(shared, path).prefix { $0 == $1 }.map(\.0)) }
    let start = locations.first?.hasPrefix("/") == true ? "/" : ""
    guard !shared.isEmpty, !start.isEmpty else { return "\(locations.count) locations" }
    return "\(locations.count) locations under \(code: start + shared.joined(separator: "/"))"
  }

  // MARK: Text

  /// The maximum number of further links after a sentence.
  private static let linkCount = 5

  var sentence: String {
    let marks = [note?.plain].compactMap(\.self) + sites.prefix(1).map(\.description)
    let text = [subjects.first, predicate].compactMap { $0?.plain }.joined(separator: " ")
    guard !marks.isEmpty else { return text.hasSuffix(".") ? text : text + "." }
    return "\(text.hasSuffix(".") ? String(text.dropLast()) : text)"
      + " (\(marks.joined(separator: ", ")))."
  }

  /// The subjects up to a number, and the note.
  func line(limit: Int) -> String {
    let shown = subjects.prefix(limit)
    let rest = subjects.count > limit ? " and \(subjects.count - limit) more" : ""
    let words = predicate.map { " " + $0.plain } ?? ""
    let end = note.map { " (\($0.plain))" } ?? ""
    return DiffText(list: Array(shown)).plain + rest + words + end
  }

  /// Further links, the earlier answers, and all locations on demand.
  func remarks(showsAll: Bool) -> [String] {
    guard !places.isEmpty else {
      return moreLinks(limit: showsAll ? .max : Self.linkCount).map { [$0.plain] } ?? []
    }
    if showsAll, places.count > 1 {
      return places.map { "\($0.location): before: \($0.before)" }
    }
    let before = places.map(\.before).grouped { $0 }.map(\.key)
    let more = before.count > 1 ? " and \(counted(before.count - 1, "other answer"))" : ""
    return ["before: \(before[0])\(more)"]
  }

  /// The links for which the sentence is also true.
  private func moreLinks(limit: Int) -> DiffText? {
    let rest = subjects.dropFirst()
    guard !rest.isEmpty else { return nil }
    let more = rest.count > limit ? " and \(rest.count - limit) more" : ""
    let verb = rest.count == 1 ? "does" : "do"
    return "so \(verb) \(DiffText(list: Array(rest.prefix(limit))))\(more)"
  }

  /// The finding for a page.
  func json(of kind: DiffKind, isLine: Bool) -> JSON {
    .fields(
      ("kind", .text(kind.rawValue)),
      ("text", .text(isLine ? "\(kind.label): \(line(limit: .max))" : sentence)),
      ("remarks", .texts(remarks(showsAll: true))),
      ("remedy", .optional(remedy)),
      ("file", .optional(sites.first?.file)),
      ("line", .optional(sites.first?.line))
    )
  }

  // MARK: Markdown

  var markdown: String {
    let sites = sites.prefix(predicate == nil ? 3 : 1)
    let marks =
      [note?.markdown].compactMap(\.self)
      + sites.map { DiffText.markdownCode("\($0.file)#L\($0.line)") }
    let end = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
    guard let predicate else {
      let before = remarks(showsAll: false)
      let shown = places.isEmpty ? "" : before.map { "; " + $0.printed(as: .markdown) }.joined()
      return subjects.prefix(20).map(\.markdown).joined(separator: ", ")
        + (subjects.count > 20 ? " and \(subjects.count - 20) more" : "") + end + shown
    }
    let more = moreLinks(limit: 20).map { "; " + $0.markdown } ?? ""
    let remedy = remedy.map { "; keep it with " + DiffText.markdownCode($0) } ?? ""
    return (subjects.first?.markdown ?? "") + " " + predicate.markdown + end + more + remedy
  }
}
