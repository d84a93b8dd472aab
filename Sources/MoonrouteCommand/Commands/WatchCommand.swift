#if Command
import ArgumentParser
import Moonroute
import ScriptHost
import ScriptTesting

/// `moonroute watch`.
struct WatchCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Keeps an application running and loads its scripts again whenever they change.",
    discussion: """
      After each change it prints the time it took and what is different, or what is wrong; then \
      the scripts before go on. Meanwhile it is a prompt: whatever 'moonroute repl' takes may be \
      typed, links above all.
      """
  )

  @Argument(
    help: ArgumentHelp("The application.", valueName: "app"),
    completion: .file()
  )
  var app: String?

  @Argument(help: ArgumentHelp("The locations to open first, in order.", valueName: "location"))
  var locations: [String] = []

  @Flag(help: "Look at the files again and again, where the system sends no notices.")
  var poll = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func perform() async throws {
    let console = output.console
    let clock = LiveClock()
    let host = try await application.host(of: app, console: console, clock: clock)
    let watcher = ScriptWatcher(
      watching: try ScriptSource.at(app ?? "."),
      by: poll ? .polling(every: .milliseconds(300)) : .automatic,
      followsLinks: application.unsafe
    )
    let session = PromptSession(
      host: host,
      console: console,
      clock: clock,
      isJSON: output.json,
      showsTimes: application.times
    )
    let (locations, source) = (locations, app ?? ".")
    await session.runToItsEnd(endsWithInput: false, watcher: watcher, application: source) {
      await session.beginWatching(source, opening: locations)
    }
    watcher.stop()
  }
}
#endif
