#if Command
import ArgumentParser
import MessageStream
import ScriptHost
import TextTools

struct TypesCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract:
      "Writes definitions for editors: the application's names and their parameters.",
    discussion: """
      Loads the application and writes .moonroute/types, which any Lua language server reads, and \
      adds the required settings to .luarc.json. With --check it writes nothing, and ends with \
      status 1 if a file is out of date. watch keeps the files up to date.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Flag(help: "Only check whether the files are up to date.")
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
        console.print("\(path.printable): out of date. Run 'moonroute types'.")
      }
      if paths.isEmpty { console.print("the types of \(files.routeWords) are up to date") }
    } else {
      for path in paths { console.print("wrote \(path.printable)") }
      if paths.isEmpty { console.print("the types of \(files.routeWords) were up to date") }
    }
    console.flush()
    if check, !paths.isEmpty { throw ExitStatus.no }
  }
}
#endif
