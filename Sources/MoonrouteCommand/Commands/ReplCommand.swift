#if Command
import ArgumentParser
import Rehearsal
import ScriptHost
import ScriptTesting

struct ReplCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Opens links and runs Lua at a prompt in a running application.",
    discussion: """
      A link opens, '= expression' shows values, a word with a colon is a command, and any other \
      text is Lua. ':help' lists the commands. Tab completes, Ctrl-R searches the history, Ctrl-C \
      cancels the current work, Ctrl-D ends the prompt. Without a terminal it reads lines, and \
      ends with status 1 if a link ends other than opened, handled or fell_back, or if anything \
      else fails.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Argument(help: .firstLocations)
  var locations: [String] = []

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func perform() async throws {
    let console = output.console
    let clock = LiveClock()
    let host = try await application.load(app, console: console, clock: clock)
    let session = PromptSession(host, console, clock, application, output)
    let isTerminal = await session.run(app ?? ".", opening: locations)
    if session.hasFailures, !isTerminal { throw ExitStatus.no }
  }
}
#endif
