#if Command
import ArgumentParser
import Moonroute
import RuleProof
import ScriptHost
import ScriptReports
import TextTools

/// `moonroute access`.
struct AccessCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "access",
    abstract: "Shows who may open what: every route as every persona.",
    discussion: """
      Each route is opened as each persona of personas.lua, with no effect that another one sees. \
      Parameters come from the samples of routes and types, else they are made up. Ends with status \
      1 where something goes wrong, and where --against finds a difference.
      """
  )

  @Argument(
    help: ArgumentHelp("The application.", valueName: "app"),
    completion: .file()
  )
  var app: String?

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func perform() async throws {
    let console = output.console
    let host = try await application.load(app, console: console)
    let run = AccessRun(await trialScripts(of: host))
    let table = try await run.table()
    for line in AccessReport(table, console.style).lines { console.print(line) }
    console.flush()
    if table.findingCount > 0 { throw ExitStatus.no }
  }

  private func trialScripts(of host: ScriptHost) async -> TrialScripts {
    let (memory, computing) = (application.memory << 20, Duration.milliseconds(application.cpu))
    let source = (try? ScriptSource.at(app ?? ".")) ?? .folder(".")
    return await TrialScripts(of: host) { trial in
      try ScriptHost(
        scripts: source,
        in: trial,
        memoryLimit: memory,
        computingTime: computing,
        runsHeadless: true
      ) {
        $0.log = { _ in }
        $0.logLimit = nil
      }
    }
  }
}
#endif
