#if Command
import ArgumentParser
import MessageStream
import ScriptHost
import TextTools

struct TypesCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract:
      "Writes what editors complete and check: the application's names and their parameters.",
    discussion: """
      Loads the application and writes .moonroute/types, which any Lua server reads, and the settings \
      that it needs into .luarc.json; what stands there stays. With --check it writes nothing, and ends \
      with status 1 when something is not as it would be written. watch keeps the files fresh.
      """
  )

  @Argument(
    help: ArgumentHelp("The application.", valueName: "app"),
    completion: .file()
  )
  var app: String?

  @Flag(help: "Only ask whether the files are as they would be written.")
  var check = false

  @OptionGroup var offers: OfferOptions
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func perform() async throws {
    let console = output.console
    let host = try await application.load(app, console: console)
    let folder = host.folder ?? DefinitionFolder.folder(ofFile: app ?? ".")
    let files = await DefinitionFolder(
      folder,
      of: host,
      offers: try offers.list(in: folder)
    )
    for note in files.notes { console.report(note) }
    let stale = try files.stale()
    if !check { try files.write(stale) }
    let paths = stale.map { files.path(of: $0.name) }
    if output.json {
      let list = JSON.list(paths.map { .text($0) })
      console.print(JSON.fields((check ? "stale" : "written", list)).line)
    } else if check {
      for path in paths {
        console.print("\(path.printable): is not fresh. Run 'moonroute types'.")
      }
      if paths.isEmpty { console.print("the types of \(files.routeWords) are fresh") }
    } else {
      for path in paths { console.print("wrote \(path.printable)") }
      if paths.isEmpty { console.print("the types of \(files.routeWords) were fresh") }
    }
    console.flush()
    if check, !paths.isEmpty { throw ExitStatus.no }
  }
}
#endif
