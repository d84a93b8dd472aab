#if Command
import MessageStream
import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting
import ScriptReports
import TextTools

/// Records the acts at a prompt and writes them as a journey.
@MainActor
final class PromptRecorder {
  struct Settings {
    var name: String
    var replaces: Bool
  }

  /// Limits the timers that `:advance` fires: a repeating timer would never end.
  static let wakeLimit = 10_000

  private let settings: Settings
  private let folder: JourneyFolder
  private let console: Console
  private let scripts: () async -> RehearsalScripts
  private var recording = Recording(limit: Recording.promptLimit)
  private var savedCount = 0
  private var mistakeCount = 0
  private var isPassing = false
  /// The number of acts that the journey contains as comments.
  private var commentCount = 0
  private var told: Set<String> = []

  init(
    _ settings: Settings,
    in folder: JourneyFolder,
    console: Console,
    scripts: @escaping () async -> RehearsalScripts
  ) throws(JourneyError) {
    (self.settings, self.folder, self.console) = (settings, folder, console)
    self.scripts = scripts
    try folder.check(fileName, replacing: settings.replaces)
  }

  /// The name of the file without its extension.
  private var fileName: String { JourneyFolder.fileName(of: settings.name) }

  /// The path of the file, relative to the application's folder.
  var path: String { JourneyFolder.path(of: fileName) }

  var isSaved: Bool { isPassing && savedCount == actCount }

  /// Whether the journey is saved and every line was a valid step.
  var isGreen: Bool { isSaved && mistakeCount == 0 && commentCount == 0 }

  var actCount: Int { recording.entries.count }

  // MARK: Recording

  /// Adds an act; a long one waits for the result of a screen.
  func note(_ act: Act, isLong: Bool = false) {
    if Task.isCancelled { return say("an interrupted action is not a step") }
    var entry = Recording.Entry(act)
    entry.isLong = isLong
    guard recording.add(entry) == nil else { return }
    say("a journey has at most \(recording.limit) steps: the rest is left out")
    mistakeCount += 1
  }

  func noteMistake() { mistakeCount += 1 }

  /// Prints once that a command is not a step.
  func note(_ command: PromptCommand) {
    switch command {
    case .open, .back, .dismiss, .tap, .fill, .advance, .as, .save, .quit: break
    case .reload:
      say("':reload' is not a step: the journey uses the scripts as they are at the end")
    case .stage, .routes, .explain, .events, .resources, .spec, .doc, .help:
      say(
        "a command that only shows something is not a step, such as '\(command.name)'",
        as: "looks"
      )
    }
  }

  /// Prints a message once.
  private func say(_ words: String, as key: String? = nil) {
    guard told.insert(key ?? words).inserted else { return }
    if console.isJSON {
      console.print(JSON.fields(("note", .text(words))).line)
    } else {
      console.say("moonroute: \(words)")
    }
  }

  // MARK: Writing

  /// Writes the journey and runs it once, if there are new acts.
  func save() async {
    defer { console.flush() }
    guard actCount > 0 else { return refuse("there were no actions, so no journey is written") }
    guard actCount > savedCount else { return }
    do {
      let written = try await JourneyWriter.written(settings.name, recording, in: await scripts())
      guard written.stepCount > 0 else {
        return refuse("no action can be a step, so no journey is written")
      }
      let replaces = settings.replaces || savedCount > 0
      try folder.write(written.text, as: fileName, replacing: replaces)
      savedCount = actCount
      let result = await folder.run(fileName)
      (isPassing, commentCount) = (result.status == .passed, written.commentCount)
      report(written, result)
    } catch {
      refuse("\(error)")
    }
  }

  private func refuse(_ words: String) {
    isPassing = false
    if console.isJSON {
      console.print(JSON.fields(("mistake", .text(words))).line)
    } else {
      console.say("moonroute: " + words.printedLines.joined(separator: " "))
    }
  }

  private func report(_ written: JourneyWriter.Written, _ result: JourneyResult) {
    guard !console.isJSON else {
      return console.print(JourneyReport.json(fileName, result, .new).line)
    }
    let style = console.style
    let steps = counted(written.stepCount, "step")
    if result.status == .passed {
      console.print(style.paint("✓ \(path): \(steps), and it passes", .good))
    } else {
      for line in JourneyReport.failure(fileName, result, style) { console.print(line) }
      console.print(
        style.paint(
          "It was written, but fails when it runs again. Leave out lines that depend on the time,"
            + " on random values, or on data kept elsewhere.",
          .soft
        )
      )
    }
    guard written.commentCount > 0 else { return }
    let comments =
      written.commentCount == 1
      ? "1 line is not a step; a comment in the file says why."
      : "\(written.commentCount) lines are not steps; comments in the file say why."
    console.print(style.paint(comments, .notable))
  }
}
#endif
