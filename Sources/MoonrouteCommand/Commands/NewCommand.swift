#if Command
import ArgumentParser
import TextTools

extension ProjectTemplate: ExpressibleByArgument {}

struct NewCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Creates an application in a new folder.",
    discussion: """
      Writes main.lua, headless.lua, a module of routes, a spec, a README, and what editors need. \
      'check', 'run', 'test' and 'watch' work there immediately. The folder must be empty or must \
      not exist.

      Templates: app (screens, a guard and a login), tabs (tabs with a stack each, and a sheet \
      over them), embed (rules next to a Swift program that embeds them), table (links that a \
      program only matches and handles).
      """
  )

  @Argument(
    help: ArgumentHelp("The folder; '.' is the current one.", valueName: "name"),
    completion: .directory
  )
  var name: String

  @Option(help: ArgumentHelp("The kind: app, tabs, embed or table.", valueName: "name"))
  var template = ProjectTemplate.app

  func validate() throws {
    if name.isEmpty { throw ValidationError("'new' takes the name of a folder.") }
  }

  func perform() async throws {
    let project = NewProject(folder: name, template: template)
    do throws(NewProject.FolderError) {
      let count = try await project.write()
      let place = name == "." ? "" : "  cd \(Self.word(name))\n"
      Console.answer(
        """
        \(project.name.printable): \(count) files, \(template.summary)
        \(place)  moonroute test
          moonroute watch . \(template.link)
        """
      )
    } catch {
      Console.tell("moonroute: \(error.message)")
      throw ExitStatus.no
    }
  }

  /// Quotes a name for a shell if necessary.
  private static func word(_ name: String) -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "_-./".contains($0) }
    return isPlain ? name : "'" + name.printable.replacing("'", with: "'\\''") + "'"
  }
}
#endif
