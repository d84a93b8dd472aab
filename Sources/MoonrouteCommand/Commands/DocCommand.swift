#if Command
import ArgumentParser
import Moonroute
import ScriptAnalysis
import ScriptHost

struct DocCommand: LoadingCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown, html
  }

  static let configuration = CommandConfiguration(
    commandName: "doc",
    abstract:
      "Writes a document about the routes: every link, who can open it, and which specs open it.",
    discussion: """
      Routes are grouped by meta.area and named by meta.title. Comments above guards and redirects \
      explain them. The same application produces the same bytes: moonroute doc --format html \
      --output-file routes.html
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Option(help: ArgumentHelp("The format: markdown, or one page of html.", valueName: "name"))
  var format = Format.markdown

  @OptionGroup var page: PageFileOptions
  @OptionGroup var application: ApplicationOptions

  @Flag(help: "Print without colour. The variable NO_COLOR does the same.")
  var noColor = false

  func validate() throws { try page.validate(isPage: format == .html) }

  func perform() async throws {
    let file = try page.file
    let console = Console(allowsColour: !noColor, isJSON: false)
    let host = try await application.load(app, console: console)
    let folder = host.folder ?? DefinitionFolder.folder(ofFile: app ?? ".")
    let specs = SpecTexts(in: folder)
    for note in specs.notes { console.report(note) }
    let name = DefinitionFolder.name(of: host.folder ?? app ?? ".")
    let format = format
    let lines = await host.router.perform { application in
      let document = RouteDocument(of: host, named: name, specs: specs.texts, in: application)
      return format == .html ? document.html : document.markdown
    }
    if format == .html {
      try page.write(lines.map { $0 + "\n" }.joined(), to: file, or: console)
    } else {
      for line in lines { console.print(line) }
    }
    console.flush()
  }
}
#endif
