#if Command
import LineEditing
import ScriptHost
import ScriptReports

/// Passes the terminal's keys, or the lines of standard input, and changes of files to a session.
@MainActor
final class PromptLoop {
  private let session: PromptSession
  private let events: PromptEvents
  private let work: RunningWork
  private let history: HistoryFile
  private let screen: PromptScreen?
  private var editor: LineEditor
  private var decoder = KeyDecoder()

  /// The lines of an incomplete text, without a terminal.
  private var pending = ""

  /// Whether Ctrl-C was pressed on an empty line.
  private var isLeaving = false

  /// The time to wait for the rest of an escape sequence.
  private static let escapeTime = Duration.milliseconds(50)

  init(
    _ session: PromptSession,
    application: String,
    watcher: ScriptWatcher?,
    work: RunningWork
  ) {
    self.session = session
    self.work = work
    history = HistoryFile(of: application)
    let isTerminal = !session.isJSON && StandardStream.allowsEditing && TerminalMode.begin()
    screen = isTerminal ? PromptScreen() : nil
    events = PromptEvents(watcher: watcher, isTerminal: isTerminal)
    let assistant = PromptAssistant(session.host, isRecording: session.recorder != nil)
    editor = LineEditor(
      size: Self.size,
      isColoured: session.console.style.isColoured,
      history: isTerminal ? history.read() : LineHistory(),
      assistance: LineAssistance(
        complete: { assistant.complete($0) },
        hint: { assistant.hint(for: $0) },
        goesOn: { PromptLine($0).goesOn }
      )
    )
  }

  private static var size: TerminalSize {
    TerminalSize(columns: StandardStream.output.columns, rows: StandardStream.output.rows)
  }

  var isTerminal: Bool { screen != nil }

  /// Handles all events; at a terminal, Ctrl-C cancels only `begin`, which runs first.
  func run(
    first begin: @escaping @MainActor @Sendable () async -> Void,
    endsWithInput: Bool
  ) async {
    defer { events.end() }
    _ = await perform {
      await begin()
      return true
    }
    beginLine()
    for await event in events.stream {
      switch event {
      case .changed(let change): await load(change)
      case .lines(let lines):
        for line in lines where !(await take(line: line)) { return }
      case .bytes(let bytes):
        for key in decoder.keys(from: bytes) where !(await take(key)) { return }
        if decoder.waitsForMore { events.pause(for: Self.escapeTime) }
      case .paused:
        for key in decoder.keysAfterPause() where !(await take(key)) { return }
      case .redrawn: redraw()
      case .closed:
        if !pending.isEmpty { _ = await session.take(pending) }
        pending = ""
        if endsWithInput || isTerminal { return leave() }
      }
    }
  }

  /// Without a terminal, a signal ends the command immediately: nobody can send another one.
  private func perform(_ body: @escaping @MainActor @Sendable () async -> Bool) async -> Bool {
    guard isTerminal else { return await body() }
    TerminalMode.run()
    return await work.run(body)
  }

  // MARK: At a terminal

  private func beginLine() {
    guard let screen else { return }
    TerminalMode.edit()
    screen.show(editor.frame)
  }

  private func take(_ key: Key) async -> Bool {
    guard let screen else { return true }
    let before = editor.text
    guard let event = editor.take(key) else {
      isLeaving = false
      screen.show(editor.frame)
      return true
    }
    switch event {
    case .line(let line): return await run(line, on: screen)
    case .cancelled(let wasEmpty):
      screen.finish(editor.finalFrame(of: before + "^C"))
      if wasEmpty, isLeaving { return false }
      if wasEmpty { session.console.say("Press Ctrl-C again to quit, or use Ctrl-D or :quit.") }
      isLeaving = wasEmpty
      screen.show(editor.frame)
    case .ended:
      leave()
      return false
    case .suspended: suspend(screen)
    case .cleared:
      screen.clear()
      screen.show(editor.frame)
    }
    return true
  }

  private func run(_ line: String, on screen: PromptScreen) async -> Bool {
    isLeaving = false
    screen.finish(editor.finalFrame(of: line))
    if LineHistory.remembers(line) { history.add(line) }
    let session = session
    let goesOn = await perform { await session.take(line) }
    guard goesOn else { return false }
    beginLine()
    return true
  }

  private func leave() {
    guard let screen else { return }
    screen.finish(editor.finalFrame(of: editor.text))
  }

  /// Stops the process until the shell resumes it.
  private func suspend(_ screen: PromptScreen) {
    screen.hide()
    TerminalMode.restore()
    StandardStream.stopProcess()
    beginLine()
  }

  private func redraw() {
    guard let screen else { return }
    editor.size = Self.size
    TerminalMode.edit()
    screen.hide()
    screen.show(editor.frame)
  }

  // MARK: Files and lines

  private func load(_ change: ScriptChange) async {
    screen?.hide()
    let session = session
    _ = await perform { await session.load(noticed: change.noticed) }
    beginLine()
  }

  private func take(line: String) async -> Bool {
    pending += pending.isEmpty ? line : "\n" + line
    guard !PromptLine(pending).goesOn else { return true }
    let text = pending
    pending = ""
    return await session.take(text)
  }
}
#endif
