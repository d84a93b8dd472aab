#if Command
import ArgumentParser
import MessageStream
import Moonroute
import Rehearsal
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

struct AccessCommand: LoadingCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, csv, markdown, html
  }

  static let configuration = CommandConfiguration(
    commandName: "access",
    abstract: "Shows who can open each route, as every persona.",
    discussion: """
      Opens each route as each persona of personas.lua, in isolation from all other opens. \
      Parameters come from the samples of routes and types; otherwise they are generated. Ends \
      with status 1 if an open goes wrong, unless a comment at the route allows it (-- moonroute: \
      allow script_error), or if --against finds a difference.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Option(
    help: ArgumentHelp(
      "Also vary a field of the session, a function of the program (host.flag=on,off), or an item"
        + " of each query (query.token=x): beta=on,off sets session.beta to true and false.",
      valueName: "flag=values"
    )
  )
  var vary: [String] = []

  @Option(
    help: ArgumentHelp(
      "Try only this persona. May be repeated. (default: all)",
      valueName: "name"
    )
  )
  var persona: [String] = []

  @Flag(help: "Load the scripts again for each open. Slower, but changed variables have no effect.")
  var fresh = false

  @Option(help: "The format of the table.")
  var format = Format.text

  @Option(
    help: ArgumentHelp("Write the table to a snapshot instead of printing it.", valueName: "file"),
    completion: .file()
  )
  var save: String?

  @Option(
    help: ArgumentHelp(
      "Print the differences from a snapshot; status 1 if there are any.",
      valueName: "file"
    ),
    completion: .file()
  )
  var against: String?

  @OptionGroup var page: PageFileOptions
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    for flag in vary where AccessFlag(flag) == nil {
      throw ValidationError(
        "--vary takes a field of the session, host.NAME or query.NAME with values, such as"
          + " beta=on,off, but got '\(flag)'."
      )
    }
    if output.json, format != .text {
      throw ValidationError("--json and --format both choose the format. Give only one.")
    }
    if save != nil, against != nil || output.json || format != .text {
      throw ValidationError("--save prints no table. Leave out --against, --json and --format.")
    }
    if against != nil, format != .text {
      throw ValidationError("--against prints sentences or JSON. Leave out --format.")
    }
    try page.validate(isPage: format == .html)
    try application.validateRehearsal(by: "access", which: "opens everything many times")
  }

  func perform() async throws {
    let console = output.console
    let snapshot = try against.map(snapshot)
    let file = try page.file
    let host = try await application.load(app, console: console)
    let table = try await table(of: host)
    if let save {
      try SnapshotFile(save).write(Array(AccessSnapshot(of: table).text.utf8))
      let people = counted(table.people.count, "person", "people")
      console.print("\(save.printable): \(Self.count(of: table)), \(people)")
      tellFindings(of: table, on: console)
    } else if let snapshot, let against {
      let difference = AccessDifference(from: snapshot, to: table)
      report(difference, from: against, table, on: console)
      tellFindings(of: table, on: console)
      console.flush()
      if !difference.isEmpty { throw ExitStatus.no }
    } else {
      try print(table, on: console, or: file)
    }
    console.flush()
    if table.findingCount > 0 { throw ExitStatus.no }
  }

  private func snapshot(_ path: String) throws -> AccessSnapshot {
    let text = String(decoding: try SnapshotFile(path).bytes(), as: UTF8.self)
    do {
      return try AccessSnapshot(parsing: text)
    } catch {
      throw ValidationError("'\(path.printable)': \(error)")
    }
  }

  private func table(of host: ScriptHost) async throws -> AccessTable {
    var run = AccessRun(try await application.rehearsalScripts(of: host, at: app))
    run.isFresh = fresh
    do {
      return try await run.table(
        varying: try flags(of: run.scripts),
        as: persona.isEmpty ? nil : persona
      )
    } catch let problem as AccessError {
      throw ValidationError("\(problem)".printable)
    } catch let error as RouterError {
      throw ValidationError("--vary: \(error.message)".printable)
    }
  }

  /// The flags; functions of the program have the values of their type, if no others are given.
  private func flags(of scripts: RehearsalScripts) throws -> [AccessFlag] {
    let flags = vary.compactMap(AccessFlag.init)
    guard flags.contains(where: { $0.target == .host }) else { return flags }
    let used = ScriptBundle.Needs(
      of: scripts.texts.sorted { $0.key < $1.key }
        .map { AnalysedScript(file: $0.key, text: $0.value, isSpec: false) },
      views: []
    )
    let offered = try OfferOptions.list(nil, in: ApplicationPlace(try .at(app ?? ".")).folder)
    return try flags.map { flag in
      guard flag.target == .host else { return flag }
      guard used.functions.contains(flag.path[0]) else {
        let hint = NearestNames.hintOrList(for: flag.path[0], among: used.functions)
        throw ValidationError("--vary: no script calls 'host.\(flag.path[0])'.\(hint)".printable)
      }
      guard flag.settings.isEmpty else { return flag }
      let values = offered?.function(named: flag.path[0])?.signature.listedAnswers ?? []
      return AccessFlag(flag.name, values.map { (AccessFlag.text(of: $0), $0) }) ?? flag
    }
  }

  private func print(_ table: AccessTable, on console: Console, or file: OutputFile?) throws {
    if output.json {
      for value in table.json { console.print(value.line) }
      return
    }
    switch format {
    case .text: for line in AccessReport(table, console.style).lines { console.print(line) }
    case .csv: console.printText(AccessSheet(table).csv)
    case .markdown: console.printText(AccessSheet(table).markdown)
    case .html:
      let place = ApplicationPlace((try? .at(app ?? ".")) ?? .folder("."))
      try page.write(AccessPage(table, of: place.name).text, to: file, or: console)
    }
  }

  private static func count(of table: AccessTable) -> String {
    counted(table.rows.count, "location")
  }

  /// Prints the findings if the table is not printed; with JSON output, on standard error.
  private func tellFindings(of table: AccessTable, on console: Console) {
    guard table.findingCount > 0 else { return }
    guard output.json else {
      for line in [""] + AccessReport(table, console.style).findings { console.print(line) }
      return
    }
    for line in AccessReport(table, console.errorStyle).findings { Console.say(line) }
  }

  private func report(
    _ difference: AccessDifference,
    from file: String,
    _ table: AccessTable,
    on console: Console
  ) {
    if output.json {
      for value in difference.json { console.print(value.line) }
      return
    }
    guard !difference.isEmpty else {
      console.print("\(Self.count(of: table)) as in \(file.printable)")
      return
    }
    for line in AccessDifferenceReport(difference).lines(console.style) { console.print(line) }
    console.print("")
    let application = app.map { " \($0.printable)" } ?? ""
    console.print(
      console.style.paint(
        "If this is intended: moonroute access\(application) --save \(file.printable)",
        .soft
      )
    )
  }
}
#endif
