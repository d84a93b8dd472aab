#if Command
import ArgumentParser
import Moonroute
import MessageStream
import ScriptDebugging
import ScriptHost
import ScriptReports
import ScriptTesting
import TextTools

struct DebugCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Lets an editor debug scripts over the Debug Adapter Protocol.",
    discussion: """
      An editor starts it and communicates over standard input and standard output; see 'moonroute \
      help debugging'. Scripts stop at breakpoints and at errors, and reload when they change. \
      Ends with the status of the debugged run: 1 if a test of --spec fails, 3 if the scripts do \
      not load.
      """
  )

  @Argument(
    help: ArgumentHelp("The application, unless the editor names one.", valueName: "app"),
    completion: .file()
  )
  var app: String?

  @Argument(
    help: ArgumentHelp(
      "The locations to open, in order, unless the editor names some.",
      valueName: "location"
    )
  )
  var locations: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run the test at a line of a spec file, or the whole file.",
      valueName: "file:line"
    )
  )
  var spec: String?

  @Option(
    help: ArgumentHelp(
      "Debug a running program, at its socket or at 127.0.0.1:PORT.",
      valueName: "socket"
    )
  )
  var attach: String?

  @OptionGroup var application: ApplicationOptions

  func validate() throws {
    guard attach == nil || (app == nil && spec == nil) else {
      throw ValidationError("--attach debugs a running program. Leave out the application.")
    }
    guard spec == nil || app == nil else {
      throw ValidationError("--spec finds the application itself. Leave out the application.")
    }
  }

  func perform() async throws {
    if StandardStream.input.isTerminal {
      Console.say(
        "moonroute: this command is for editors, not for a terminal: moonroute help debugging"
      )
    }
    do {
      let connection = try MessageConnection.standard()
      guard let attach else { return try await debug(over: connection) }
      let problem = await MessageRelay.run(connection, try MessageAddress(attach).connect())
      if let problem { throw problem }
    } catch let problem as MessageError {
      Console.say(problem)
      throw ExitStatus.internalError
    }
  }

  private func debug(over connection: MessageConnection) async throws {
    let options = application
    let launched = LaunchedApplication(
      app: app ?? ".",
      links: locations,
      describe: { OutcomeReport($0).plainText },
      { app in
        // The editor displays the problems of loading.
        _ = try ScriptSource.at(app)
        return try await options.debugged(app)
      }
    )
    let target = DebuggedScripts(
      application: launched,
      spec: DebuggedSpec(spec, runner: try application.specRunner())
    )
    let session = DebugSession(over: connection, debugging: target)
    session.start()
    let status = await session.wait()
    Console.say(connection.problem)
    if status != 0 { throw ExitStatus(rawValue: status) ?? .internalError }
  }
}

extension ApplicationOptions {
  fileprivate func specRunner() throws -> SpecRunner {
    var runner = SpecRunner()
    runner.isUnsafe = unsafe
    runner.memoryBytes = unsafe ? .max / 4 : memory << 20
    if let storage {
      let storage = try StorageOptions.open(storage)
      runner.storage = { storage }
    }
    return runner
  }

  @MainActor fileprivate func debugged(_ app: String) async throws -> ScriptHost {
    var options = self
    options.log = .none
    return try await options.host(of: app, console: Console(allowsColour: false))
  }
}
#endif
