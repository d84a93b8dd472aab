#if Command
import ArgumentParser
import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import RuleProof
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct AuditCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Checks links that are in use outside of the application.",
    discussion: """
      Reads lists of links as a stream: text with a link on each line, CSV, the access log of a \
      web server, a sitemap, or an example of each claim of a links file \
      (apple-app-site-association, assetlinks.json); '-' is standard input. Opens each link on an empty stage, with a \
      fresh session, on a virtual clock. Ends with status 1 if a link matches no route, or if a \
      script fails and an error page is shown instead; with --against, if a result differs from \
      the snapshot.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The application (optional in its own folder) and the lists.",
      valueName: "links"
    ),
    completion: .file()
  )
  var names: [String] = []

  @Flag(help: "Only match the links, without running guards or actions.")
  var match = false

  @Option(
    help: ArgumentHelp(
      "The format of the lists: text, csv, log, sitemap or claims. (default: detected)",
      valueName: "format"
    )
  )
  var from: LinkFormat?

  @Option(help: "The CSV column with the links: its name, or its number from 1.")
  var column: String?

  @Option(
    help: ArgumentHelp("The prefix of links that begin with '/', such as https://example.com.")
  )
  var base: String?

  @Option(help: "The persona of personas.lua that opens the links.")
  var persona: String?

  @Option(help: ArgumentHelp("Write the result of each link to a snapshot.", valueName: "file"))
  var save: String?

  @Option(
    help: ArgumentHelp("Compare the result of each link with a snapshot.", valueName: "file")
  )
  var against: String?

  @Flag(help: "Accept a link if a script fails but another screen is shown instead.")
  var allowFallback = false

  @Flag(help: "Show long lists completely.")
  var all = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if match, persona != nil {
      throw ValidationError(
        "--match runs no guards, so --persona has no effect. Leave one of them out."
      )
    }
    try application.validateRehearsal(by: "audit", which: "opens every link")
    if let base, !base.contains("://") {
      throw ValidationError(
        "--base takes a scheme and a host, such as https://example.com, but got '\(base)'."
      )
    }
    if from != nil, from != .csv, column != nil {
      throw ValidationError("--column is for CSV. Leave out --column or --from.")
    }
  }

  func perform() async throws {
    let console = output.console
    let (app, lists) = try Self.places(names)
    var before = try snapshot(against)
    if before?.isMatchOnly == !match {
      let words = match ? "opened" : "only matched"
      throw ValidationError(
        "'\(against ?? "")' is a snapshot of links that were \(words). "
          + (match ? "Leave out --match." : "Add --match.")
      )
    }
    let host = try await application.load(app, console: console)
    let subject = try await subject(host, app)
    let audit = LinkAudit(
      subject,
      file: save.map { SnapshotFile($0) },
      changes: before.map { LinkChanges(since: $0) },
      allowsFallback: allowFallback,
      progress: output.json || !StandardStream.errors.isTerminal
        ? nil : AuditProgress(console.errorStyle)
    )
    before = nil
    for list in lists {
      try await audit.read(list, format: from, column: column, base: base.map(Self.withoutEnd))
    }
    try audit.finish()
    await subject.end()
    let rules = await host.router.perform { $0.router.rules.configuration.locationRules }
    let report = AuditReport(
      audit.tally,
      changes: audit.changes,
      skippedCount: audit.skippedCount,
      index: host.router.directory.index,
      rules: rules,
      showsAll: all
    )
    for line in output.json ? report.json.map(\.line) : report.lines(console.tableStyle) {
      console.print(line)
    }
    console.flush()
    if report.isBad { throw ExitStatus.no }
  }

  /// Splits the arguments; the first is the application if it is a folder or a script.
  private static func places(_ names: [String]) throws -> (app: String?, lists: [String]) {
    let isApp = names.first.map { $0.hasSuffix(".lua") || ApplicationPlace.isFolder($0) } ?? false
    let lists = isApp ? Array(names.dropFirst()) : names
    guard !lists.isEmpty else {
      throw ValidationError(
        "Name a list of links, such as links.txt or access.log; '-' reads standard input."
      )
    }
    if lists.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once, but '-' is given twice.")
    }
    if let folder = lists.first(where: ApplicationPlace.isFolder) {
      throw ValidationError(
        "'\(folder)' is a folder, not a list of links. The application is the first argument."
      )
    }
    return (isApp ? names[0] : nil, lists)
  }

  /// A base without its trailing slash, because links begin with one.
  private static func withoutEnd(_ base: String) -> String {
    base.hasSuffix("/") && !base.hasSuffix("://") ? String(base.dropLast()) : base
  }

  private func snapshot(_ path: String?) throws -> LinkSnapshot? {
    guard let path else { return nil }
    let bytes = try SnapshotFile(path).bytes()
    do throws(LinkListError) {
      return try LinkSnapshot(reading: bytes[...], name: path)
    } catch {
      Console.tell("moonroute: \(error)")
      throw ExitStatus.wrongUsage
    }
  }

  private func subject(_ host: ScriptHost, _ app: String?) async throws -> LinkSubject {
    if match {
      let rules = await host.router.perform { $0.router.rules.configuration.locationRules }
      return .table(host.router.directory.index, rules)
    }
    let persona = persona
    do throws(RouterError) {
      try await host.router.perform { application throws(RouterError) in
        try host.take(persona, in: application)
      }
    } catch {
      throw ValidationError(error.message)
    }
    let scripts = try await application.rehearsalScripts(of: host, at: app)
    return .opener(try await LinkOpener(scripts, as: persona))
  }
}

extension LinkFormat: ExpressibleByArgument {}
#endif
