#if Command
import ArgumentParser
import MessageStream
import RuleProof
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

struct RenameCommand: LoadingCommand {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case route, event, resource, view, tag, param, type, path

    /// The kind of symbol, or `nil` for a path.
    var symbol: ScriptSymbol.Kind? {
      switch self {
      case .route: .route
      case .event: .event
      case .resource: .resource
      case .view: .view
      case .tag: .tag
      case .param: .parameter
      case .type: .type
      case .path: nil
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Renames something in all scripts and specs, or moves routes to another path.",
    discussion: """
      Changes each text that must be this name, as in router.to "stop" and assert.top("stop"). \
      An equal text that may be something else stays as it is, and is listed for review. First loads, \
      checks and compares the changed scripts in memory: with a new finding of 'check', or if a \
      link or a door would be different, nothing is written and the status is 1. A new name \
      changes no link: links have paths, not names. A new path changes the literal locations of \
      the routes, but not links.txt; --keep-links adds a redirect for each old path.
      """
  )

  /// The most lines of a kind that are printed.
  private static let shownCount = 20

  @Argument(help: "The kind: route, event, resource, view, tag, param, type or path.")
  var kind: Kind

  @Argument(help: ArgumentHelp("The old name, or the beginning of paths.", valueName: "old"))
  var old: String

  @Argument(help: ArgumentHelp("The new name or path.", valueName: "new"))
  var new: String

  @Argument(help: .application, completion: .file())
  var app: String?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("A route with the parameter, for param.", valueName: "route")
  )
  var route: String?

  @Flag(help: "Show the places without writing.")
  var dryRun = false

  @Flag(help: "Redirect the old path of each route to the new one, for path.")
  var keepLinks = false

  @Flag(help: "Write even if a link or a door is different afterwards.")
  var force = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard route == nil || kind == .param else {
      throw ValidationError("--in belongs to param. Leave it out for a \(kind.rawValue).")
    }
    guard !keepLinks || kind == .path else {
      throw ValidationError("--keep-links belongs to path: links do not contain names.")
    }
    try application.validateRehearsal(by: "rename", which: "loads the scripts in memory")
  }

  func perform() async throws {
    let console = output.console
    let reader = SideReader(app ?? ".")
    let (side, snapshots) = (try reader.current().side, reader.snapshots())
    let change: NameChange
    do {
      change = try await self.change(of: side, snapshots, in: reader.folder)
    } catch NameChangeError.fails(let reason) {
      Console.tell("moonroute: \(NameChangeError.fails(reason)). Nothing was written.".printable)
      throw ExitStatus.no
    } catch let error as NameChangeError {
      throw ValidationError("\(error)".printable)
    } catch let error as ScriptProblems {
      console.reportLoading(error.problems)
      throw ExitStatus.notLoaded
    }
    let others = reader.otherUses(of: old).filter { change.files[$0.file] == nil }
    let report = RenameReport(change, others: others)
    let isWritten = !dryRun && (force || change.effects.isEmpty)
    if isWritten {
      let known = side.files.merging(snapshots) { first, _ in first }
      try write(change.files, over: known, in: reader.folder)
    }
    if output.json {
      console.print(report.json(kind.rawValue, old, new, isWritten: isWritten).line)
    } else {
      print(report, isWritten: isWritten, on: console)
    }
    console.flush()
    if !change.effects.isEmpty, !isWritten { throw ExitStatus.no }
  }

  private func change(
    of side: DiffSide,
    _ snapshots: [String: [UInt8]],
    in folder: String
  ) async throws -> NameChange {
    let makeHosts: RuleDiff.MakeHosts = { [application] in application.rehearsalHosts(of: $0) }
    guard let symbol = kind.symbol else {
      return try await NameChange(
        ofPath: old,
        to: new,
        keepingLinks: keepLinks,
        of: side,
        snapshots: snapshots,
        makingHosts: makeHosts
      )
    }
    return try await NameChange(
      of: symbol,
      from: old,
      to: new,
      in: route,
      of: side,
      snapshots: snapshots,
      offers: try OfferOptions.list(nil, in: folder),
      makingHosts: makeHosts
    )
  }

  private func print(_ report: RenameReport, isWritten: Bool, on console: Console) {
    let count = report.changed.count
    let files = Set(report.changed.map(\.file)).count
    let places = ["\(counted(count, "place")) in \(counted(files, "file"))"] + report.snapshots
    let verb = isWritten ? "renamed" : "would rename"
    console.print(
      "\(verb) \(kind.rawValue) \(old) → \(new): \(places.joined(separator: ", "))".printable
    )
    print(report.effects, as: "different", on: console)
    if !report.effects.isEmpty, !isWritten, !dryRun {
      console.print("Nothing was written. Change these places first, or add --force.")
    }
    print(report.redirects, as: "redirect", on: console)
    if dryRun { for place in report.changed { console.print("  \(place.words)".printable) } }
    print(report.review.map(\.words), as: "review", on: console)
  }

  private func print(_ lines: [String], as word: String, on console: Console) {
    for line in lines.prefix(Self.shownCount) { console.print("\(word): \(line)".printable) }
    let rest = lines.count - Self.shownCount
    if rest > 0 { console.print("\(word): \(rest) more, which --json lists") }
  }

  /// Writes all files or none.
  private func write(
    _ texts: [String: [UInt8]],
    over known: [String: [UInt8]],
    in folder: String
  ) throws {
    let reader = FileReader(limit: SideReader.byteLimit, below: [folder])
    let writer = FileWriter(below: [folder], limit: SideReader.byteLimit)
    let inFolder = { (texts: [String: [UInt8]]) in
      Dictionary(uniqueKeysWithValues: texts.map { ("\(folder)/\($0)", $1) })
    }
    do throws(FileChanges.Failure) {
      try FileChanges(inFolder(texts), over: inFolder(known))
        .write(
          reading: { path throws(FileError) in try reader.bytes(of: path) },
          writing: { bytes, path throws(FileError) in try writer.write(bytes, to: path) }
        )
    } catch {
      throw ValidationError("\(error)".printable)
    }
  }
}

/// The places of a renamed name.
private struct RenameReport {
  let changed: [TextPlace]
  let review: [TextPlace]
  /// The added redirects, each with its file.
  let redirects: [String]
  /// The changed snapshots.
  let snapshots: [String]
  /// The other differences for links and people.
  let effects: [String]

  init(_ change: NameChange, others: [TextPlace]) {
    let place = { (file: String, range: Range<Int>) -> TextPlace? in
      change.scripts[file]
        .map { script in
          TextPlace(file, at: range.lowerBound, in: script.text, script.lines)
        }
    }
    changed = change.renaming.edits.compactMap { place($0.file, $0.range) }.sorted()
    review = change.renaming.untouched.compactMap { place($0.file, $0.range) }.sorted() + others
    redirects = change.redirects.flatMap { edit in
      edit.text.split(separator: "\n").map { "\(edit.file)  \($0)" }
    }
    snapshots = change.files.keys.filter { change.scripts[$0] == nil }.sorted()
    effects = change.effects.map(\.text.plain)
  }

  func json(_ kind: String, _ old: String, _ new: String, isWritten: Bool) -> JSON {
    .fields(
      ("kind", .text(kind)),
      ("old", .text(old)),
      ("new", .text(new)),
      ("written", .bool(isWritten)),
      ("changed", .list(changed.map(\.json))),
      ("redirects", .texts(redirects)),
      ("snapshots", .texts(snapshots)),
      ("different", .texts(effects)),
      ("review", .list(review.map(\.json)))
    )
  }
}
#endif
