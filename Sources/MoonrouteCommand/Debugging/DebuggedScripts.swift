#if Command
import MessageStream
import ScriptDebugging
import Synchronization

/// An application or a spec, chosen by the editor or by the arguments.
final class DebuggedScripts: DebugTarget {
  private let application: LaunchedApplication
  private let spec: DebuggedSpec
  private let chosen = Mutex<(any DebugTarget)?>(nil)

  init(application: LaunchedApplication, spec: DebuggedSpec) {
    self.application = application
    self.spec = spec
  }

  var startsProgram: Bool { true }

  func begin(
    _ arguments: JSON,
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<DebugSubject?, Refusal>) -> Void
  ) {
    let isSpec = arguments["spec"].text != nil || (spec.isAsked && arguments["app"].text == nil)
    let target: any DebugTarget = isSpec ? spec : application
    chosen.withLock { $0 = target }
    target.begin(arguments, in: session, answer)
  }

  func run(in session: DebugSession) { chosen.withLock { $0 }?.run(in: session) }

  func restart(
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<Void, Refusal>) -> Void
  ) {
    guard let target = chosen.withLock({ $0 }) else { return answer(.failure(.nothingDebugged)) }
    target.restart(in: session, answer)
  }

  func end() { chosen.withLock { $0 }?.end() }
}
#endif
