#if Command
import ArgumentParser
import MessageStream
import Moonroute
import ScriptHost
import ScriptReports

struct RoutesCommand: LoadingCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, dot, mermaid
  }

  static let configuration = CommandConfiguration(
    commandName: "routes",
    abstract: "Lists the routes in the order in which they win."
  )

  @Argument(
    help: ArgumentHelp("The application.", valueName: "app"),
    completion: .file()
  )
  var app: String?

  @Flag(help: "Show the routes below their parents, as they were registered.")
  var tree = false

  @Flag(
    help: "Show guards, proxies and redirects too: in the tree, the diagrams and with --json."
  )
  var guards = false

  @Option(help: "How to print; dot and mermaid draw the tree.")
  var format = Format.text

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.json, tree || format != .text {
      throw ValidationError("--json goes neither with --tree nor with --format.")
    }
  }

  func perform() async throws {
    let console = output.console
    let host = try await application.load(app, console: console)
    let decisions =
      guards
      ? await host.application.perform { RouteDecisions(of: $0.router.rules) } : nil
    let index = host.application.directory.index
    for line in lines(of: index, decisions, console) { console.print(line) }
    console.flush()
  }

  private func lines(
    of index: RouteIndex,
    _ decisions: RouteDecisions?,
    _ console: Console
  ) -> [String] {
    if output.json {
      let routes = index.winningRoutes.map { route in
        decisions.map { route.json(with: $0) } ?? route.json
      }
      return [JSON.list(routes).line]
    }
    return switch format {
    case .dot: RouteDiagram(index, with: decisions).dot
    case .mermaid: RouteDiagram(index, with: decisions).mermaid
    case .text where tree || guards:
      RouteTableReport(tree: index, with: decisions).lines(console.tableStyle)
    case .text: RouteTableReport(winning: index).lines(console.tableStyle)
    }
  }
}
#endif
