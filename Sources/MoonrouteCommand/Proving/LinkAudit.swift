#if Command
import Moonroute
import Rehearsal
import RoutePatterns
import RuleProof
import ScriptHost
import ScriptReports

/// The means with which links are tried.
enum LinkSubject {
  /// The table alone.
  case table(RouteIndex, LocationRules)
  /// The whole application.
  case opener(LinkOpener)

  func endings(of links: [String]) async -> [Ending] {
    switch self {
    case .table(let index, let rules): links.map { Ending($0, in: index, rules: rules) }
    case .opener(let opener): await opener.open(links).map(\.ending)
    }
  }

  /// Ends what was begun for them.
  func end() async {
    if case .opener(let opener) = self { await opener.end() }
  }

  /// Whether no guard is asked.
  var isMatchOnly: Bool {
    if case .table = self { true } else { false }
  }
}

/// Reads lists of links, and counts what becomes of them.
@MainActor
final class LinkAudit {
  /// The endings of the links, counted.
  private(set) var tally: LinkTally

  /// The difference from an earlier audit; `nil` where none is compared.
  private(set) var changes: LinkChanges?

  /// The lines that held no link.
  private(set) var skippedCount = 0

  private let subject: LinkSubject
  private let file: String?
  private var snapshot: LinkSnapshot
  private var written: [UInt8]
  private var progress: AuditProgress?

  /// Begins with no list read.
  ///
  /// - Parameters:
  ///   - subject: What links are tried with.
  ///   - file: The path for a snapshot, if one is wanted; nothing is written before the end.
  ///   - changes: The comparison with an earlier audit, if one is wanted.
  ///   - allowsFallback: Whether a link that a script broke is a good one if something else is shown
  ///     instead.
  ///   - progress: The line on the terminal that tells how far it is, if there is one.
  init(
    _ subject: LinkSubject,
    file: String?,
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
  /// - Throws: ``ExitStatus/wrongUsage`` when it cannot be read, or is none; that is printed then.
  func read(_ path: String, format: LinkFormat?, column: String?, base: String?) async throws {
    defer { progress?.wipe() }
    var input = try InputFile(path)
    var reader = LinkReader(name: input.name, format: format, column: column)
    do {
      while true {
        let block = try input.next()
        let links = try block.isEmpty ? reader.finish() : reader.read(block)
        await count(
          base.map { base in links.map { $0.hasPrefix("/") ? base + $0 : $0 } } ?? links
        )
        if block.isEmpty { break }
      }
    } catch let error as LinkListError {
      progress?.wipe()
      Console.tell("moonroute: \(error)")
      throw ExitStatus.wrongUsage
    }
    skippedCount += reader.skippedCount
  }

  private func count(_ links: [String]) async {
    for (link, ending) in zip(links, await subject.endings(of: links)) {
      let kind = ending.kind
      tally.add(link, kind)
      changes?.add(link, kind)
      if file != nil, let line = snapshot.add(link, kind) { written += line.utf8 }
    }
    progress?.show(tally.count)
  }

  /// Writes the snapshot, if one is wanted.
  ///
  /// - Throws: ``ExitStatus/internalError`` when it cannot be written; that is printed then.
  func finish() throws {
    guard let file else { return }
    written += snapshot.foot.utf8
    try OutputFile(file).close(with: written)
  }
}

/// A line on a terminal that tells how far an audit is.
struct AuditProgress {
  private static let interval = Duration.milliseconds(200)

  private let style: ReportStyle
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isShown = false

  /// Shows nothing yet.
  init(_ style: ReportStyle) { self.style = style }

  /// Shows how many links are done, if some time has gone by.
  mutating func show(_ count: Int) {
    let now = ContinuousClock.now
    guard now - last >= Self.interval else { return }
    (last, isShown) = (now, true)
    let rate = Int(Double(count) / max((now - start) / .seconds(1), 0.001))
    let line = style.paint("\(count.grouped) links, \(rate.grouped) a second", .soft)
    _ = StandardStream.errors.write(Array("\r\(line)\u{1B}[K".utf8))
  }

  /// Wipes the line.
  mutating func wipe() {
    guard isShown else { return }
    isShown = false
    _ = StandardStream.errors.write(Array("\r\u{1B}[K".utf8))
  }
}
#endif
