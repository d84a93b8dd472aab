#if Command
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import ScriptReports
import ScriptTesting
import TextTools

/// A running application at a prompt, which opens links, runs Lua and prints the results.
///
/// ``PromptLoop`` passes it the entered text and the changes of files.
@MainActor
final class PromptSession {
  let host: ScriptHost
  let console: Console
  let clock: LiveClock
  let isJSON: Bool
  let events = EventLog()
  private let links: LinkSession

  /// The problems that currently prevent the scripts from loading.
  var problems: [ScriptProblem] = []
  var hasLoaded = false

  /// The locations to open once the scripts load.
  var waiting: [String] = []

  var recorder: PromptRecorder?

  /// Runs the journeys of the application after each reload, if requested.
  var journeys: JourneyWatch?

  /// Called with the scripts of each load that succeeds.
  var loaded: (@MainActor (ScriptHost) async -> Void)?

  /// The stage that was drawn last.
  private var shown = StageTree()

  private let turns = LineTurns()

  /// Creates a session that has not loaded any scripts.
  init(
    _ host: ScriptHost,
    _ console: Console,
    _ clock: LiveClock,
    _ application: ApplicationOptions,
    _ output: OutputOptions
  ) {
    self.host = host
    self.console = console
    self.clock = clock
    isJSON = output.json
    links = LinkSession(
      host: host,
      console: console,
      isJSON: output.json,
      showsTimes: application.times
    )
  }

  /// Opens locations of a loaded application, then reads lines until the prompt ends.
  ///
  /// - Returns: Whether it was a prompt at a terminal.
  func run(_ application: String, opening locations: [String]) async -> Bool {
    hasLoaded = true
    return await runToItsEnd(endsWithInput: true, application: application) { [self] in
      greet()
      for location in locations { await open(location) }
    }
  }

  /// Whether a link, a text or a handler has failed.
  ///
  /// A line that still waits has not succeeded.
  var hasFailures: Bool { turns.failureCount > 0 || turns.lateCount > 0 || links.hasFailures }

  func greet() {
    guard !isJSON, StandardStream.allowsEditing else { return }
    let count = host.router.directory.index.routes.count
    console.print(
      console.style.paint(
        "\(counted(count, "route")). Type a link or Lua; :help lists the commands.",
        .soft
      )
    )
    guard let recorder else { return }
    console.print(
      console.style.paint("Ctrl-D and :save write your actions to \(recorder.path).", .soft)
    )
  }

  /// Runs an entered text, and returns whether the prompt continues.
  func take(_ text: String) async -> Bool {
    defer { console.flush() }
    let (failures, acts) = (turns.ownFailureCount, recorder?.actCount)
    let goesOn = await run(PromptLine(text))
    // An act is a step even if it fails. Any other failure is a mistake.
    if turns.ownFailureCount > failures, recorder?.actCount == acts { recorder?.noteMistake() }
    return goesOn
  }

  private func run(_ line: PromptLine) async -> Bool {
    switch line {
    case .nothing: break
    case .location(let location): await open(location)
    case .lua(let text):
      let hasEnded = await begin { [self] in await run(text) }
      recorder?.note(.lua(text.text), isLong: !hasEnded)
    case .command(.quit, _): return false
    case .command(let command, let rest): await run(command, rest)
    case .mistake(let message): fail(message)
    }
    return true
  }

  /// Runs the prompt until the user or a signal ends it, and returns whether it ran at a terminal.
  @discardableResult
  func runToItsEnd(
    endsWithInput: Bool,
    watcher: ScriptWatcher? = nil,
    application: String,
    begin: @escaping @MainActor @Sendable () async -> Void
  ) async -> Bool {
    // Install the signal handlers before anything is printed.
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let work = RunningWork()
    let signals = EndSignals(interrupting: { work.interrupt() }) { end.yield() }
    let pause: @Sendable (Screen.ID) -> Void = { [turns] screen in
      MainActor.assumeIsolated { turns.pause(for: screen) }
    }
    await host.router.perform { [events] application in
      events.begin(application)
      application.router.hooks.waitsForResult = pause
    }
    let loop = PromptLoop(self, application: application, watcher: watcher, work: work)
    let task = Task {
      await loop.run(first: begin, endsWithInput: endsWithInput)
      end.yield()
    }
    // An open may wait for an unlimited time, so do not wait for it.
    for await _ in ends { break }
    task.cancel()
    signals.cancel()
    console.flush()
    console.endLink()
    return loop.isTerminal
  }

  // MARK: Links

  /// If the newest scripts do not load, it says that older ones are running.
  func open(_ location: String) async {
    let hasEnded = await begin { [self] in
      await links.open([location])
      await showStage(ifChanged: false)
    }
    recorder?.note(.opening(location), isLong: !hasEnded)
    guard !isJSON, let first = problems.first else { return }
    let place = first.site.map { "\($0): " } ?? ""
    console.say(console.errorStyle.paint("✗ \(problemCount): \(place)\(first.message)", .bad))
  }

  func showStage(ifChanged: Bool) async {
    // Lets earlier lines continue that have their result now.
    if turns.lateCount > 0 { await clock.advance(by: .zero) }
    let tree = await host.router.perform { $0.stage.tree }
    defer { shown = tree }
    if ifChanged, tree.description == shown.description { return }
    guard !isJSON else { return console.print(tree.json.line) }
    for line in StageReport(tree).lines(console.style) { console.print(line) }
  }

  // MARK: Lines that wait

  /// Runs the work of a line until it ends or waits for the result of a screen.
  ///
  /// - Returns: Whether the work has ended.
  func begin(_ work: @escaping @MainActor @Sendable () async -> Void) async -> Bool {
    guard let line = await turns.run(work) else { return true }
    console.endLink()
    await showStage(ifChanged: true)
    if !line.hasEnded { sayItWaits(for: line.asked) }
    return line.hasEnded
  }

  private func sayItWaits(for screen: Screen.ID?) {
    let all = host.router.assumeIsolated { $0.stage.screens }
    let name = all.first { $0.id == screen }.map { "'\($0.name ?? $0.view)'" } ?? "a screen"
    let words = "waits for the result of \(name)"
    guard !isJSON else { return console.print(JSON.fields(("note", .text(words))).line) }
    console.print(console.style.paint("… \(words)", .soft))
  }

  // MARK: Lua

  private func run(_ text: PromptText) async {
    do throws(ScriptProblems) {
      show(values: try await host.answers(to: text).map(\.text))
    } catch {
      fail(error)
    }
    await showStage(ifChanged: true)
  }

  /// The values of the Lua code of a command, or `nil` after printing that it failed.
  func perform(_ source: String) async -> [String]? {
    var values: [String]?
    do throws(ScriptProblems) {
      values = try await host.evaluate(source)
    } catch {
      let isOwn = error.problems.first?.site.map { $0.file == "(eval)" } ?? true
      if isOwn, let problem = error.problems.first, !Task.isCancelled {
        fail(Self.words(of: problem))
      } else {
        fail(error)
      }
    }
    await showStage(ifChanged: true)
    return values
  }

  /// The message of a problem, without details of the call that the user did not write.
  private static func words(of problem: ScriptProblem) -> String {
    let call = problem.message.firstMatch(of: /^bad argument #\d+ to '\w+' \((.*)\)$/)
    let words = call.map { String($0.1) } ?? problem.message
    return sentence(words)
  }

  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private func show(values: [String]) {
    guard !values.isEmpty else { return }
    guard !isJSON else {
      return console.print(JSON.fields(("values", .list(values.map { .text($0) }))).line)
    }
    console.print("= " + values.map { console.style.paint($0, .good) }.joined(separator: ", "))
  }

  // MARK: Failures

  private func fail(_ problems: ScriptProblems) {
    noteFailure()
    if Task.isCancelled, !isJSON { return console.say("interrupted") }
    for problem in problems.problems { console.report(problem) }
  }

  /// Prints a mistake made at the prompt.
  func fail(_ message: String) {
    noteFailure()
    guard isJSON else {
      return console.say("moonroute: " + message.printedLines.joined(separator: " "))
    }
    console.print(JSON.fields(("mistake", .text(message))).line)
  }

  func noteFailure() { turns.noteFailure() }

  var problemCount: String {
    counted(problems.count { $0.severity == .error }, "problem")
  }
}
#endif
