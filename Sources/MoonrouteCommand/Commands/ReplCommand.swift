#if Command
import ArgumentParser
import Rehearsal
import ScriptHost
import ScriptTesting

struct ReplCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Runs links and Lua that are typed, in a running application.",
    discussion: """
      A link is opened, '= expression' shows values, other text is Lua, and a word with a colon is a \
      command: ':help' lists them. Tab completes, Ctrl-R looks for lines before, Ctrl-C ends what \
      runs, Ctrl-D ends the prompt. Without a terminal it reads lines, and ends with status 1 when \
      a link ended otherwise than opened, handled or fell_back, or anything else failed.
      """
  )

  @Argument(
    help: ArgumentHelp("The application.", valueName: "app"),
    completion: .file()
  )
  var app: String?

  @Argument(help: ArgumentHelp("The locations to open first, in order.", valueName: "location"))
  var locations: [String] = []

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func perform() async throws {
    let console = output.console
    let clock = LiveClock()
    let host = try await application.load(app, console: console, clock: clock)
    let session = PromptSession(
      host: host,
      console: console,
      clock: clock,
      isJSON: output.json,
      showsTimes: application.times
    )
    session.hasLoaded = true
    let locations = locations
    let isTerminal = await session.runToItsEnd(endsWithInput: true, application: app ?? ".") {
      session.greet()
      for location in locations { await session.open([location]) }
    }
    if session.hasFailures, !isTerminal { throw ExitStatus.no }
  }
}
#endif
