#if Command
import ArgumentParser
import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting

struct RecordCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Writes what is done at a prompt as a spec.",
    discussion: """
      A prompt as that of 'moonroute repl'. In the end, or at ':save', everything that was done is done \
      once more in fresh scripts, and what came of it is written as a journey: a spec in the \
      application's folder 'spec/journeys', which runs at once, later with 'moonroute test', and \
      on each change with 'moonroute watch --journeys'. Without a terminal it reads lines. Ends with \
      status 1 when no journey was written, or it fails; without a terminal, too, when something that \
      was typed is no step of it, since it was a mistake.
      """
  )

  private static let nameBytes = 200

  @Argument(
    help: ArgumentHelp("The application.", valueName: "app"),
    completion: .file()
  )
  var app: String?

  @Argument(help: ArgumentHelp("The locations to open first, in order.", valueName: "location"))
  var locations: [String] = []

  @Option(
    help: ArgumentHelp(
      "What the journey tells: \"a visitor buys\" is written to a_visitor_buys_spec.lua.",
      valueName: "name"
    )
  )
  var name = "journey"

  @Flag(help: "Write over a journey of the same file.")
  var replace = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !name.isEmpty, name.utf8.count <= Self.nameBytes else {
      throw ValidationError("--name takes 1 to \(Self.nameBytes) bytes.")
    }
    if application.unsafe {
      throw ValidationError("A journey runs in the sandbox: leave out --unsafe.")
    }
    if application.resources.storage != nil {
      throw ValidationError("A journey begins with nothing kept: leave out --storage.")
    }
  }

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
    let recorder = try recorder(host, console)
    session.recorder = recorder
    let locations = locations
    let isTerminal = await session.runToItsEnd(endsWithInput: true, application: app ?? ".") {
      session.greet()
      for location in locations { await session.open([location]) }
    }
    // A signal may end the command while it writes the journey. The file is written completely or
    // not at all.
    if isTerminal { TerminalMode.restore() }
    EndSignals.endAtOnce()
    await recorder.save()
    if !(isTerminal ? recorder.isSaved : recorder.isGreen) { throw ExitStatus.no }
  }

  /// Creates the recorder.
  ///
  /// - Throws: ``ExitStatus/no`` after printing why the journey cannot be written.
  @MainActor
  private func recorder(_ host: ScriptHost, _ console: Console) throws -> PromptRecorder {
    let makeHost = application.rehearsalHosts(of: try .at(app ?? "."))
    do throws(JourneyProblem) {
      var folder = try JourneyFolder(of: host)
      folder.memoryBytes = application.memory << 20
      return try PromptRecorder(
        PromptRecorder.Settings(name: name, replaces: replace),
        in: folder,
        console: console
      ) { await RehearsalScripts(of: host, makeHost: makeHost) }
    } catch {
      var words = "\(error)"
      if case .exists(let path) = error {
        words = "There is a journey '\(path)' already. Give --replace, or another --name."
      }
      Console.tell("moonroute: \(words)")
      throw ExitStatus.no
    }
  }
}
#endif
