#if Command
import ArgumentParser
import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

struct URLCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "url",
    abstract: "Builds a location from a route's name.",
    discussion: """
      Separate the segments of a catch-all with slashes: rest=a/b.
      Ends with status 1 if the name and the parameters do not form a location.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String

  @Argument(help: ArgumentHelp("The route's name.", valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp("Its parameters.", valueName: "key=value"))
  var parameters: [NamedText] = []

  @Option(help: ArgumentHelp("A query item. May be repeated.", valueName: "key=value"))
  var query: [NamedText] = []

  @Option(help: ArgumentHelp("The fragment.", valueName: "text"))
  var fragment: String?

  @OptionGroup var application: ApplicationOptions

  @Flag(help: "Print without colour. The variable NO_COLOR does the same.")
  var noColor = false

  func validate() throws {
    var seen: Set<String> = []
    for parameter in parameters where !seen.insert(parameter.name).inserted {
      throw ValidationError("'\(parameter.name)' is given twice.")
    }
  }

  func perform() async throws {
    let console = Console(allowsColour: !noColor)
    let host = try await application.load(app, console: console)
    let index = host.router.directory.index
    do throws(RouterError) {
      let given = try await host.formatted(parameters.map(\.pair), of: name)
      let items = try await host.formatted(query.map(\.pair), of: name, areQuery: true)
      let location = try index.location(
        to: name,
        params: values(given, for: index.route(named: name)),
        query: items.map { ($0.name, $0.text) },
        fragment: fragment
      )
      console.print("\(location)".printed(as: .location))
      console.flush()
    } catch {
      Console.tell("moonroute: \(error) [\(error.code)]")
      throw ExitStatus.no
    }
  }

  /// The parameters; the value of a catch-all is split at slashes.
  private func values(
    _ parameters: [(name: String, text: String)],
    for route: RouteInfo?
  ) -> [String: ParameterValue] {
    let lists = route?.pattern.parameters.filter { $0.type == .list }.map(\.name) ?? []
    let pairs = parameters.map { name, text in
      let segments = text.split(separator: "/", omittingEmptySubsequences: false)
      let value: ParameterValue =
        lists.contains(name) ? .list(text.isEmpty ? [] : segments.map(String.init)) : .text(text)
      return (name, value)
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

/// An argument of the form `key=value`.
struct NamedText: ExpressibleByArgument {
  let name: String
  let value: String

  var pair: (name: String, text: String) { (name, value) }

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      return nil
    }
    name = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}
#endif
