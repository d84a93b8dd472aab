#if Command && Inspector
import ArgumentParser
import Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting
import TextTools

struct ServeCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Shows and drives an application in the browser.",
    discussion: """
      Prints the address of a page with the routes, the decisions about each link, the screens and \
      the events. Runs until Ctrl-C, and reloads the scripts when they change. Only this machine \
      can open the page, and only with the key in the address.
      """
  )

  /// The first port, and the number of ports to try.
  private static let ports = (first: 4600, count: 100)

  @Argument(help: .application, completion: .file())
  var app: String?

  @Option(
    help: ArgumentHelp(
      "The port; 0 for any free port. (default: 4600, or the next free port)"
    )
  )
  var port: Int?

  @Option(
    help:
      "The address to listen on. Other than at 127.0.0.1, the page is read-only without --control."
  )
  var host = "127.0.0.1"

  @Flag(help: "Let other machines that know the address control the application.")
  var control = false

  @Flag(help: "Let the page run Lua in the application, like a prompt. For this machine only.")
  var console = false

  @Flag(help: "Let the page compare with commits; runs git. For this machine only.")
  var git = false

  @Flag(help: "Do not open the first screen when the page is first opened.")
  var noStart = false

  @Option(
    help: ArgumentHelp(
      "The editor that opens files: vscode, cursor, zed, idea, or none.",
      valueName: "name"
    )
  )
  var editor = EditorChoice.vscode

  @Flag(help: "Poll the files, for systems that send no change notifications.")
  var poll = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard port.map((0...65_535).contains) ?? true else {
      throw ValidationError("--port takes 0 to 65535, but got \(port ?? 0).")
    }
    try validateConsole()
    try validateGit()
  }

  /// Rejects commits if other machines could name them.
  private func validateGit() throws {
    guard git, !isLocal else { return }
    throw ValidationError("A page for other machines reads no commits. Leave out --git.")
  }

  /// Rejects a console if other machines could enter Lua, or if Lua had full access to the machine.
  private func validateConsole() throws {
    guard console else { return }
    guard isLocal else {
      throw ValidationError("A page for other machines has no console. Leave out --console.")
    }
    guard !application.unsafe else {
      throw ValidationError(
        "--console with --unsafe would let the browser run programs. Leave one of them out, or enter Lua"
          + " at 'moonroute repl --unsafe'."
      )
    }
  }

  func perform() async throws {
    // Install the signal handlers first, so that an early signal also ends the command cleanly.
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let signals = EndSignals { end.finish() }
    let terminal = output.console
    let clock = LiveClock()
    let scripts = try await application.host(of: app, console: terminal, clock: clock)
    let source = try ScriptSource.at(app ?? ".")
    let inspector = try await start(scripts, source, clock)
    announce(inspector, ApplicationPlace(source).name, on: terminal)
    let watcher = ScriptWatcher(
      source,
      by: poll ? .polling(every: .milliseconds(300)) : .automatic,
      followsLinks: application.unsafe
    )
    let loading = Task {
      await Self.load(inspector, terminal)
      for await _ in watcher.changes { await Self.load(inspector, terminal) }
    }
    for await _ in ends {}
    loading.cancel()
    watcher.stop()
    await inspector.close()
    signals.cancel()
  }

  /// Whether only this machine can open the page.
  private var isLocal: Bool { ["127.0.0.1", "localhost", "::1"].contains(host) }

  /// Each start creates a new key.
  private var serverOptions: ServerOptions {
    var options = ServerOptions()
    options.host = host
    (options.port, options.portCount) = port.map { ($0, 1) } ?? Self.ports
    return options
  }

  private func start(
    _ scripts: ScriptHost,
    _ source: ScriptSource,
    _ clock: LiveClock
  ) async throws -> Inspector {
    let served = ApplicationPlace(source)
    var settings = InspectorService.Settings()
    settings.server = "moonroute \(Version.text)"
    settings.application = served.name
    settings.editor = editor == .none ? nil : editor.rawValue
    settings.folder = settings.editor == nil ? nil : served.folder
    settings.isReadOnly = !isLocal && !control
    settings.offersConsole = console
    settings.awaitsScripts = true
    settings.opensStart = !noStart
    // A rehearsal of unsafe scripts would repeat their side effects.
    let makeHost = application.unsafe ? nil : application.rehearsalHosts(of: source)
    let application = application
    settings.makeHosts = { application.rehearsalHosts(of: $0) }
    if git {
      let reader = SideReader(app ?? ".")
      settings.readCommit = { try reader.read("git:" + $0).side }
    }
    let inspected = InspectedApplication(
      scripts.router,
      host: scripts,
      clock: clock,
      makeHost: makeHost
    )
    do throws(InspectorError) {
      return try await Inspector.start(inspected, settings: settings, options: serverOptions)
    } catch {
      Console.say("moonroute: \("\(error)".printable)")
      throw ExitStatus.internalError
    }
  }

  private func announce(_ inspector: Inspector, _ name: String, on console: Console) {
    let (url, port) = (inspector.address, inspector.port)
    if output.json {
      let key = inspector.key
      console.print(
        JSON.fields(("url", .text(url)), ("port", .int(port)), ("key", .text(key))).line
      )
    } else {
      console.print("moonroute: \(name.printable) at \(url)")
    }
    console.flush()
    guard !isLocal else { return }
    let place = "moonroute: other machines can open this page at port \(port), over a connection"
    console.say("\(place) that is not encrypted.")
    console.say(
      control
        ? "moonroute: anyone with the address can control the application."
        : "moonroute: anyone with the address can see the application, and control it with"
          + " --control."
    )
  }

  /// Loads changed scripts; the page displays the result, and the terminal prints the problems.
  private static func load(_ inspector: Inspector, _ console: Console) async {
    do throws(ScriptProblems) {
      try await inspector.service.reload()
    } catch {
      for problem in error.problems { console.report(problem) }
    }
  }
}

enum EditorChoice: String, ExpressibleByArgument, CaseIterable {
  case vscode, cursor, zed, idea, none
}
#endif
