#if Command
import ArgumentParser
import Moonroute
import RoutePatterns
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

/// `moonroute check`.
struct CheckCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds the mistakes that can be known without opening a location.",
    discussion: """
      Prints each as file:line:column: severity: message [rule], and ends with status 1 if there \
      is one.
      """
  )

  @Argument(help: ArgumentHelp("The application.", valueName: "app"))
  var app: String?

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func perform() async throws {
    let console = output.console
    let host = try await application.host(of: app, console: console)
    let problems = await problems(of: host)
    for problem in problems {
      console.print(output.json ? problem.json.line : problem.checkLine.printable)
    }
    if problems.isEmpty, !output.json {
      let count = host.application.directory.index.routes.count
      console.print("no problems in \(count) \(count == 1 ? "route" : "routes")")
    }
    console.flush()
    if !problems.isEmpty { throw ExitStatus.no }
  }

  private func problems(of host: ScriptHost) async -> [ScriptProblem] {
    do throws(ScriptProblems) {
      let warnings = try await host.load()
      let review = await host.application.perform { RouteReview(of: $0.router.rules).problems }
      return warnings + review + (await host.openRedirects())
    } catch {
      return error.all
    }
  }
}
#endif
