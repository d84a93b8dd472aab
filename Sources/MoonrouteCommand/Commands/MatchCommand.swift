#if Command
import ArgumentParser
import MessageStream
import Moonroute
import ScriptHost
import ScriptReports

struct MatchCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Shows which route a location matches, without running guards.",
    discussion: """
      A location is read like a link: 'article' is '/article', not the name of a route as in \
      router.match. Ends with status 1 if a location matches no route.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String

  @Argument(help: ArgumentHelp("The locations.", valueName: "location"))
  var locations: [String]

  @Flag(help: "Show every route that matches or nearly matches, and why it lost.")
  var explain = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func perform() async throws {
    let console = output.console
    let host = try await application.load(app, console: console)
    let index = host.router.directory.index
    let rules = await host.router.perform { $0.router.rules.configuration.locationRules }
    var isMatched = true
    for location in locations {
      let proxies = await host.router.perform {
        $0.router.rules.proxies(fitting: location)
      }
      let report = MatchReport(location, in: index, rules: rules, proxies: proxies)
      let explanation =
        explain
        ? MatchExplanation(location, in: index, rules: rules) : nil
      isMatched = isMatched && report.isMatched
      if output.json {
        console.print(report.json(explainedBy: explanation).line)
      } else {
        for line in report.lines(console.style) { console.print(line) }
        for line in explanation?.lines(console.style) ?? [] { console.print(line) }
      }
    }
    console.flush()
    if !isMatched { throw ExitStatus.no }
  }
}
#endif
