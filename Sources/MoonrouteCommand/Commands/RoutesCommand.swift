#if Command
import ArgumentParser
import MessageStream
import Moonroute
import ScriptHost
import ScriptReports

/// `moonroute routes`.
struct RoutesCommand: LoadingCommand {
  /// The languages in which the routes are printed.
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
    for line in lines(of: host.application.directory.index, console) { console.print(line) }
    console.flush()
  }

  private func lines(of index: RouteIndex, _ console: Console) -> [String] {
    if output.json { return [JSON.list(index.winningRoutes.map(\.json)).line] }
    return switch format {
    case .dot: RouteDiagram(index).dot
    case .mermaid: RouteDiagram(index).mermaid
    case .text where tree: RouteTableReport(tree: index).lines(console.tableStyle)
    case .text: RouteTableReport(winning: index).lines(console.tableStyle)
    }
  }
}
#endif
