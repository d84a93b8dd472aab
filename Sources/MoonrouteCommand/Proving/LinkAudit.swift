#if Command
import Moonroute
import Rehearsal
import RoutePatterns
import RuleProof
import ScriptHost
import ScriptReports

enum LinkSubject {
  /// Matches links in the table without running scripts.
  case table(RouteIndex, LocationRules)
  /// Opens links in the application.
  case opener(LinkOpener)

  func endings(of links: [String]) async -> [Ending] {
    switch self {
    case .table(let index, let rules): links.map { Ending($0, in: index, rules: rules) }
    case .opener(let opener): await opener.open(links).map(\.ending)
    }
  }

  func end() async {
    if case .opener(let opener) = self { await opener.end() }
  }

  var isMatchOnly: Bool {
    if case .table = self { true } else { false }
  }
}

/// Reads lists of links and counts their endings.
@MainActor
final class LinkAudit {
  /// The number of links for each ending.
  private(set) var tally: LinkTally

  /// The difference from an earlier audit, or `nil` without a comparison.
  private(set) var changes: LinkChanges?

  /// The number of lines without a link.
  private(set) var skippedCount = 0

  private let subject: LinkSubject
  private let file: SnapshotFile?
  private var snapshot: LinkSnapshot
  private var written: [UInt8]
  private var progress: AuditProgress?

  /// Creates an audit that has not read a list.
  ///
  /// - Parameters:
  ///   - subject: The way to check links.
  ///   - file: The file of a snapshot, if requested. It is written only at the end.
  ///   - changes: The comparison with an earlier audit, if requested.
  ///   - allowsFallback: Whether a link that a script broke counts as good if another screen is
  ///     shown instead.
  ///   - progress: The progress line on the terminal, if any.
  init(
    _ subject: LinkSubject,
    file: SnapshotFile?,
    changes: LinkChanges?,
    allowsFallback: Bool,
    progress: AuditProgress?
  ) {
    tally = LinkTally(allowsFallback: allowsFallback)
    (self.subject, self.file, self.changes) = (subject, file, changes)
    snapshot = LinkSnapshot(isMatchOnly: subject.isMatchOnly)
    written = Array(snapshot.head.utf8)
    self.progress = progress
  }

  /// Reads a list.
  ///
  /// - Throws: ``ExitStatus`` after printing why the list cannot be read, or why the snapshot would
  ///   be too large.
  func read(_ path: String, format: LinkFormat?, column: String?, base: String?) async throws {
    defer { progress?.wipe() }
    var list = try LinkListFile(path, format: format, column: column)
    do {
      while let links = try list.next() {
        try await count(
          base.map { base in links.map { $0.hasPrefix("/") ? base + $0 : $0 } } ?? links
        )
      }
    } catch let error as LinkListError {
      progress?.wipe()
      Console.tell("moonroute: \(error)")
      throw ExitStatus.wrongUsage
    }
    skippedCount += list.skippedCount
  }

  private func count(_ links: [String]) async throws {
    for (link, ending) in zip(links, await subject.endings(of: links)) {
      let kind = ending.kind
      tally.add(link, kind)
      changes?.add(link, kind)
      if file != nil, let line = snapshot.add(link, kind) { written += line.utf8 }
    }
    // The remaining links cannot make the snapshot smaller.
    if let file, !file.allows(written.count) { try finish() }
    progress?.show(tally.count)
  }

  func finish() throws {
    guard let file else { return }
    written += snapshot.foot.utf8
    try file.write(written)
  }
}

struct AuditProgress {
  private static let interval = Duration.milliseconds(200)

  private let style: ReportStyle
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isShown = false

  init(_ style: ReportStyle) { self.style = style }

  /// Shows the number of finished links, if enough time has passed.
  mutating func show(_ count: Int) {
    let now = ContinuousClock.now
    guard now - last >= Self.interval else { return }
    (last, isShown) = (now, true)
    let rate = Int(Double(count) / max((now - start) / .seconds(1), 0.001))
    let line = style.paint("\(count.grouped) links, \(rate.grouped) a second", .soft)
    _ = StandardStream.errors.write(Array("\r\(line)\u{1B}[K".utf8))
  }

  mutating func wipe() {
    guard isShown else { return }
    isShown = false
    _ = StandardStream.errors.write(Array("\r\u{1B}[K".utf8))
  }
}
#endif
