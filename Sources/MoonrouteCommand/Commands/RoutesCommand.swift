#if Command
import ArgumentParser
import MessageStream
import Moonroute
import ScriptHost
import ScriptReports

extension RouteMap.Grouping: ExpressibleByArgument {}

struct RoutesCommand: LoadingCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, dot, mermaid
  }

  enum Sorting: String, ExpressibleByArgument, CaseIterable {
    case name, file, rank

    func sorted(_ routes: [RouteInfo]) -> [RouteInfo] {
      switch self {
      case .rank: routes
      // Routes without a name come last.
      case .name:
        routes.sorted { first, second in
          ((first.name == nil ? 1 : 0), first.label) < ((second.name == nil ? 1 : 0), second.label)
        }
      case .file:
        routes.sorted { first, second in
          (first.site?.file ?? "", first.site?.line ?? 0, first.id)
            < (second.site?.file ?? "", second.site?.line ?? 0, second.id)
        }
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "routes",
    abstract: "Shows the routes below their parents, or as a list."
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Option(
    help: "List the routes by name, by file and line, or by rank: the order in which they match."
  )
  var sort: Sorting?

  @Flag(
    help: "Also show guards, proxies and redirects in the tree, the diagrams and the JSON."
  )
  var guards = false

  @Option(help: "The format; dot and mermaid draw the tree.")
  var format = Format.text

  @Option(help: "The districts of mermaid: a file each, a first tag or a first segment.")
  var by: RouteMap.Grouping?

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.json, format != .text {
      throw ValidationError("--json and --format both choose the format. Give only one.")
    }
    if by != nil, format != .mermaid {
      throw ValidationError(
        "--by divides the drawing of --format mermaid. Add it, or leave out --by."
      )
    }
    if sort != nil, format != .text || guards && !output.json {
      throw ValidationError(
        "--sort makes a list. Leave out --format and --guards, which need the tree."
      )
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
    let sorted = (sort ?? .rank).sorted(index.winningRoutes)
    if output.json {
      let routes = sorted.map { route in
        decisions.map { route.json(with: $0) } ?? route.json
      }
      return [JSON.list(routes).line]
    }
    return switch format {
    case .dot: RouteDiagram(RouteMap(index, with: decisions)).dot
    case .mermaid: RouteDiagram(RouteMap(index, by: by ?? .folder, with: decisions)).mermaid()
    case .text where sort != nil: RouteTableReport(sorted).lines(console.tableStyle)
    case .text: RouteTableReport(tree: index, with: decisions).lines(console.tableStyle)
    }
  }
}
#endif
