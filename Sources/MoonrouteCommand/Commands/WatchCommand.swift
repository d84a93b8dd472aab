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

  @Flag(
    help:
      "Send the scripts after each reload to programs in the network that have the printed link."
  )
  var push = false

  @Option(
    help: ArgumentHelp(
      "With --push, the address of this machine to listen at. (default: that in its network)",
      valueName: "address"
    )
  )
  var host: String?

  @Option(
    help: ArgumentHelp(
      "With --push, the port; 0 for any free port. (default: 7770, or the next free port)",
      valueName: "port"
    )
  )
  var port: Int?

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if journeys, application.unsafe {
      throw ValidationError("Journeys run in the sandbox: leave out --journeys or --unsafe.")
    }
    if !push, host != nil || port != nil {
      throw ValidationError("--host and --port need --push.")
    }
    guard push else { return }
    #if !(Inspector && Releases)
    throw ValidationError(
      "This moonroute was built without --push. Build it with 'make install' or swift build"
        + " --traits Command,Inspector,Releases."
    )
    #else
    if application.unsafe {
      throw ValidationError(
        "Programs run pushed scripts in the sandbox: leave out --push or --unsafe."
      )
    }
    guard port.map((0...65_535).contains) ?? true else {
      throw ValidationError("--port takes 0 to 65535, but got \(port ?? 0).")
    }
    #endif
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
    #if Inspector && Releases
    let pushing =
      push ? try await PushServer(of: source, host: self.host, port: port, console: console) : nil
    if let pushing {
      pushing.printLink()
      session.loaded = { await pushing.push($0) }
    }
    #endif
    await session.runToItsEnd(endsWithInput: false, watcher: watcher, application: source) {
      await session.beginWatching(source, opening: locations)
    }
    watcher.stop()
    session.journeys?.cancel()
    #if Inspector && Releases
    await pushing?.close()
    #endif
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
