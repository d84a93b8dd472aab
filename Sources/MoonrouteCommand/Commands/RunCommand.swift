#if Command
import ArgumentParser
import Moonroute
import ScriptHost
import ScriptReports

struct RunCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Loads an application, opens locations, and shows the stage.",
    discussion: """
      Ends with status 1 if a location ends other than opened, handled or fell_back, or if an \
      event handler, a timer or a task fails.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Argument(
    help: ArgumentHelp(
      """
      The locations to open, in order. '-' reads them line by line from standard input; empty \
      lines and lines that begin with '#' are skipped.
      """,
      valueName: "location"
    )
  )
  var locations: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run a line of Lua after loading. May be repeated.", valueName: "lua")
  )
  var eval: [String] = []

  @Option(
    help: ArgumentHelp(
      "How long a decision may wait, in seconds. (default: as the scripts say, otherwise 10)",
      valueName: "s"
    )
  )
  var wait: Double?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Wait until timers, tasks and handlers end, for up to this number of seconds.",
      valueName: "s"
    )
  )
  var patience: Double?

  @Flag(help: "Open each location with the screens below it, like a link from outside.")
  var go = false

  @Flag(help: "Accept a location if a script fails but another screen is shown instead.")
  var allowFallback = false

  @OptionGroup var trace: TraceOptions
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let wait, !(wait > 0 && wait <= 86_400) {
      throw ValidationError("--wait takes more than 0 and at most 86400 seconds, but got \(wait).")
    }
    if let patience, !(patience > 0 && patience <= 86_400) {
      let problem = "--for takes more than 0 and at most 86400 seconds, but got \(patience)."
      throw ValidationError(problem)
    }
  }

  func perform() async throws {
    let console = output.console
    let host = try await application.load(app, console: console, loadsParts: false)
    await host.router.perform { [wait] application in
      application.router.hooks.isUnattended = true
      if let wait { application.router.rules.configuration.waitLimit = .seconds(wait) }
    }
    await trace.begin(host.router, console, isJSON: output.json)
    for source in eval { try await evaluate(source, host, console) }
    let session = LinkSession(
      host: host,
      console: console,
      isJSON: output.json,
      showsTimes: application.times
    )
    (session.goes, session.allowsFallback) = (go, allowFallback)
    for location in locations {
      if location == "-" {
        try await session.openStandardInput()
      } else {
        await session.open([location])
      }
    }
    if let patience {
      console.flush()
      await host.settle(within: .seconds(patience))
    }
    await session.finish()
    if session.hasFailures { throw ExitStatus.no }
  }

  private func evaluate(
    _ source: String,
    _ host: ScriptHost,
    _ console: Console
  ) async throws {
    do throws(ScriptProblems) {
      let values = try await host.values(of: source)
      guard !output.json, !values.isEmpty else { return }
      console.print("= " + values.map { console.style.paint($0, .good) }.joined(separator: ", "))
    } catch {
      console.reportLoading(error.problems)
      throw ExitStatus.notLoaded
    }
  }
}
#endif
