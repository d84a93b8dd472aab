#if Command
import ArgumentParser
import Moonroute
import ScriptHost

/// `moonroute watch`.
struct WatchCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Keeps an application running and loads its scripts again whenever they change.",
    discussion: """
      After each change it prints the time it took and what is different, or what is wrong; then \
      the scripts before go on. Locations that are typed, one a line, are opened in the running \
      application. Ctrl-C ends it.
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
    let host = try await application.host(of: app, console: console)
    let watcher = ScriptWatcher(
      watching: try ScriptSource.at(app ?? "."),
      by: poll ? .polling(every: .milliseconds(300)) : .automatic,
      followsLinks: application.unsafe
    )
    // Signals count from here on, before anything is printed.
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let signals = EndSignals { end.yield() }
    let (locations, isJSON, times) = (locations, output.json, application.times)
    let source = app ?? "."
    let work = Task {
      let events = WatchEvents.stream(of: watcher)
      var session = WatchSession(host: host, console: console, isJSON: isJSON, showsTimes: times)
      await session.begin(with: locations, watching: source)
      for await event in events { await session.take(event) }
    }
    // An open may wait for as long as its script likes: it is not waited for.
    for await _ in ends { break }
    work.cancel()
    signals.cancel()
    watcher.stop()
    console.flush()
    console.endLink()
  }
}
#endif
