#if Command
import ArgumentParser
import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting

struct RecordCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records the actions at a prompt as a spec.",
    discussion: """
      Opens a prompt like that of 'moonroute repl'. At the end, or at ':save', it replays all \
      actions in fresh scripts and writes them with their results as a journey: a spec in the \
      application's folder 'spec/journeys'. It runs the journey immediately; later, 'moonroute \
      test' runs it, and 'moonroute watch --journeys' runs it after each change. Without a \
      terminal it reads lines. Ends with status 1 if no journey was written or the journey fails \
      and, without a terminal, if a line failed and so is not a step.
      """
  )

  private static let nameBytes = 200

  @Argument(help: .application, completion: .file())
  var app: String?

  @Argument(help: .firstLocations)
  var locations: [String] = []

  @Option(
    help: ArgumentHelp(
      "The name of the journey: \"a visitor buys\" is written to a_visitor_buys_spec.lua.",
      valueName: "name"
    )
  )
  var name = "journey"

  @Flag(help: "Overwrite an existing journey with the same name.")
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
    if application.storage != nil {
      throw ValidationError("A journey begins without stored resources: leave out --storage.")
    }
  }

  func perform() async throws {
    let console = output.console
    let clock = LiveClock()
    let host = try await application.load(app, console: console, clock: clock)
    let session = PromptSession(host, console, clock, application, output)
    let recorder = try recorder(host, console)
    session.recorder = recorder
    let isTerminal = await session.run(app ?? ".", opening: locations)
    // A signal may end the command while it writes the journey. The file is written completely or
    // not at all.
    if isTerminal { TerminalMode.restore() }
    EndSignals.endAtOnce()
    await recorder.save()
    if !(isTerminal ? recorder.isSaved : recorder.isGreen) { throw ExitStatus.no }
  }

  @MainActor
  private func recorder(_ host: ScriptHost, _ console: Console) throws -> PromptRecorder {
    let makeHost = application.rehearsalHosts(of: try .at(app ?? "."))
    do throws(JourneyError) {
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
