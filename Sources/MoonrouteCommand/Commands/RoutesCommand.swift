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
    abstract: "Lists the routes in order of precedence."
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Flag(help: "Show the routes below their parents, in the order of registration.")
  var tree = false

  @Flag(
    help: "Also show guards, proxies and redirects in the tree, the diagrams and the JSON."
  )
  var guards = false

  @Option(help: "The format; dot and mermaid draw the tree.")
  var format = Format.text

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.json, tree || format != .text {
      throw ValidationError("--json cannot be combined with --tree or --format.")
    }
  }

  func perform() async throws {
    let console = output.console
    let host = try await application.load(app, console: console)
    let decisions =
      guards
      ? await host.router.perform { RouteDecisions(of: $0.router.rules) } : nil
    let index = host.router.directory.index
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
