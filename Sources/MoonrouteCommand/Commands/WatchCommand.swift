#if Command
import ArgumentParser
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting

struct WatchCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Keeps an application running and reloads its scripts when they change.",
    discussion: """
      After each change it prints the load time and the differences. If there are problems, it \
      prints them, and the previous scripts keep running. It is also a prompt that accepts the \
      same input as 'moonroute repl', above all links.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Argument(help: .firstLocations)
  var locations: [String] = []

  @Flag(help: "Poll the files, for systems that send no change notifications.")
  var poll = false

  @Flag(
    help: "Run the journeys of spec/journeys after each reload, and name the step that changed."
  )
  var journeys = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if journeys, application.unsafe {
      throw ValidationError("Journeys run in the sandbox: leave out --journeys or --unsafe.")
    }
  }

  func perform() async throws {
    let console = output.console
    let clock = LiveClock()
    let host = try await application.host(of: app, console: console, clock: clock)
    let watcher = ScriptWatcher(
      try ScriptSource.at(app ?? "."),
      by: poll ? .polling(every: .milliseconds(300)) : .automatic,
      followsLinks: application.unsafe
    )
    let session = PromptSession(host, console, clock, application, output)
    if journeys { session.journeys = try watch(of: host, for: session) }
    let (locations, source) = (locations, app ?? ".")
    await session.runToItsEnd(endsWithInput: false, watcher: watcher, application: source) {
      await session.beginWatching(source, opening: locations)
    }
    watcher.stop()
    session.journeys?.cancel()
  }

  private func watch(of host: ScriptHost, for session: PromptSession) throws -> JourneyWatch {
    do throws(JourneyError) {
      var folder = try JourneyFolder(of: host)
      folder.memoryBytes = application.memory << 20
      return JourneyWatch(folder) { [weak session] round in await session?.show(round) }
    } catch {
      Console.tell("moonroute: \(error)")
      throw ExitStatus.no
    }
  }
}
#endif
