#if Command
import MessageStream
import ScriptDebugging
import ScriptHost
import ScriptTesting
import Synchronization

/// The tests of a spec file, or the test or the block at a line.
final class DebuggedSpec: DebugTarget {
  private struct State {
    var place = ""
    var work: Task<Void, Never>?
  }

  var isAsked: Bool { usual != nil }

  /// The spec to run if the `launch` request names none.
  private let usual: String?
  private let state = Mutex(State())
  private let runner: SpecRunner

  /// Creates a target from a place such as `spec/cart_spec.lua:12`.
  init(_ place: String?, runner: SpecRunner) {
    usual = place
    self.runner = runner
  }

  var startsProgram: Bool { true }

  func begin(
    _ arguments: JSON,
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<DebugSubject?, Refusal>) -> Void
  ) {
    let place = arguments["spec"].text ?? usual ?? ""
    state.withLock { $0.place = place }
    let (file, _) = Self.parts(of: place)
    guard FileReader.realPath(file) != nil else {
      return answer(.failure(Refusal(message: "There is no spec file '\(file)'.")))
    }
    // The spec runner creates the host and loads the scripts when the test runs.
    answer(.success(nil))
  }

  func run(in session: DebugSession) {
    let task = Task { await self.test(session) }
    state.withLock { $0.work = task }
  }

  func restart(
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<Void, Refusal>) -> Void
  ) {
    let before = state.withLock { $0.work }
    before?.cancel()
    let task = Task {
      await before?.value
      answer(.success(()))
      await self.test(session)
    }
    state.withLock { $0.work = task }
  }

  func end() { state.withLock { $0.work }?.cancel() }

  private func test(_ session: DebugSession) async {
    let (file, line) = Self.parts(of: state.withLock { $0.place })
    var runner = runner
    if let line { runner.selection.linesByFile = [file: [line]] }
    let printer = SpecPrinter(SpecFormat.plain.makeReporter()) { session.write($0) }
    runner.tools.whenMade = { host in
      var subject = DebugSubject(host)
      subject.files = [file: file]
      do {
        try session.attach(to: subject)
      } catch {
        session.output("\(error)", "stderr")
      }
    }
    printer.begin(SpecRunInfo())
    let summary = await runner.run([file]) { printer.report($0) }
    guard !Task.isCancelled else { return }
    if let line, summary.testCount == 0 {
      session.output("There is no test at line \(line) of '\(file)'.", "stderr")
      return session.exit(1)
    }
    printer.end(summary)
    session.exit(summary.hasPassed && summary.testCount > 0 ? 0 : 1)
  }

  /// The file and the line in `file:line`.
  private static func parts(of place: String) -> (file: String, line: Int?) {
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[colon...].dropFirst()) else {
      return (place, nil)
    }
    return (String(place[..<colon]), line)
  }
}
#endif
