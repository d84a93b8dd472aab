#if Command
import ArgumentParser
import MessageStream
import Rehearsal
import RuleProof
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct WanderCommand: LoadingCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, html
  }

  static let configuration = CommandConfiguration(
    commandName: "wander",
    abstract: "Walks through the application at random until a rule fails.",
    discussion: """
      Opens links, taps, fills, goes back, logs in, reloads and restores on a virtual clock. After \
      each step it checks the built-in rules and each invariant of invariants.lua. It shortens a \
      finding and prints it as a spec that fails in the same way. The same seed takes the same \
      steps. Ends with status 1 if it finds anything, unless a comment at its line allows it (-- \
      moonroute: allow script_error).
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Option(help: ArgumentHelp("The number of steps.", valueName: "n"))
  var steps = 10_000

  @Option(help: ArgumentHelp("The seed of all random choices.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    name: [.customLong("personas"), .customLong("persona")],
    help: ArgumentHelp(
      "The personas that take part, separated by commas. May be repeated. (default: all)",
      valueName: "names"
    )
  )
  var personas: [String] = []

  @Option(help: ArgumentHelp("End after this time, even if steps are left.", valueName: "seconds"))
  var time: Int?

  @Option(
    help: ArgumentHelp(
      "Write each finding as a spec into a folder of the application, or the first one as a file.",
      valueName: "path"
    ),
    completion: .file()
  )
  var write: String?

  @Option(help: "The format of the report; the page of html appears at the end.")
  var format = Format.text

  @OptionGroup var page: PageFileOptions
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...1_000_000_000).contains(steps) else {
      throw ValidationError("--steps takes 1 to 1000000000 steps, but got \(steps).")
    }
    if let time, !(1...1_000_000).contains(time) {
      throw ValidationError("--time takes 1 to 1000000 seconds, but got \(time).")
    }
    if let write, write.isEmpty || write.hasSuffix(".lua") && !write.hasSuffix("_spec.lua") {
      throw ValidationError(
        "--write takes a folder, or a file whose name ends in _spec.lua, but got '\(write)'."
      )
    }
    if output.json, format != .text {
      throw ValidationError("--json and --format both choose the format. Give only one.")
    }
    try page.validate(isPage: format == .html)
    if !personas.isEmpty, names.isEmpty {
      throw ValidationError("--personas takes names, such as mei,visitor. Leave it out for all.")
    }
    try application.validateRehearsal(by: "wander", which: "does everything many times")
  }

  func perform() async throws {
    let console = output.console
    let file = try page.file
    let host = try await application.load(app, console: console)
    let source = try ScriptSource.at(app ?? ".")
    let specs = try write.map { try FoundSpecs(at: $0, of: ApplicationPlace(source).folder) }
    var run = WanderRun(try await application.rehearsalScripts(of: host, at: app))
    (run.stepCount, run.seed) = (steps, seed)
    run.offers = try OfferOptions.list(nil, in: ApplicationPlace(source).folder)
    if !names.isEmpty { run.personas = names }
    if let time {
      let end = ContinuousClock.now + .seconds(time)
      run.isOver = { ContinuousClock.now >= end }
    }
    var count = 0
    let report: WanderReport
    do {
      report = try await run.walk { found in
        var found = found
        if found.isCertain { found.isCertain = Self.failsAlone(found, run.scripts.texts) }
        count += 1
        tell(found, number: count, on: console)
        // A spec that passes would prove nothing.
        guard let specs, found.isCertain else { return true }
        let file = try specs.write(found)
        if showsText {
          console.print("   \(file.printable): written; 'moonroute test \(file.printable)' runs it")
          console.print("")
        }
        console.flush()
        return !specs.isFile
      }
    } catch let problem as WanderError {
      throw ValidationError("\(problem)".printable)
    }
    if output.json {
      console.print(report.json.line)
    } else if format == .html {
      try page.write(WanderPage(report).text, to: file, or: console)
    } else {
      for line in WanderText(console.style).lines(of: report) { console.print(line) }
    }
    console.flush()
    if !report.found.isEmpty { throw ExitStatus.no }
  }

  /// Whether the spec of a finding fails in a process of its own, as it will for its reader.
  private static func failsAlone(_ found: WanderFound, _ texts: [String: [UInt8]]) -> Bool {
    WanderSpec(found)
      .fails(with: texts) { path in
        (try? ChildProcess.run(ChildProcess.ownProgram, ["test", path]))?.status != 1
      }
  }

  private var names: [String] {
    personas.flatMap { $0.split(separator: ",").map { $0.filter { $0 != " " } } }
      .filter { !$0.isEmpty }
  }

  private var showsText: Bool { !output.json && format == .text }

  private func tell(_ found: WanderFound, number: Int, on console: Console) {
    if output.json {
      console.print(found.json.line)
    } else if showsText {
      for line in WanderText(console.style).lines(of: found, number: number) { console.print(line) }
    }
    console.flush()
  }
}
#endif
