package import MessageStream
package import ScriptHost

/// The scripts that a session debugs, and their files.
package struct DebugSubject: Sendable {
  package let host: ScriptHost
  /// The folder of the scripts in the user's spelling, or `nil` for scripts in memory.
  package var folder: String?
  /// The names of scripts outside of the folder, such as specs, by path.
  package var files: [String: String] = [:]

  package init(_ host: ScriptHost) {
    self.host = host
    folder = host.scriptFolder
  }
}

/// A program to debug: already running, or started by the session.
///
/// Every function returns immediately, even if the scripts are stopped.
package protocol DebugTarget: Sendable {
  var startsProgram: Bool { get }

  /// Prepares the program without running scripts; `answer` receives the scripts, or `nil` if
  /// ``DebugSession/attach(to:)`` provides them later.
  func begin(
    _ arguments: JSON,
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<DebugSubject?, Refusal>) -> Void
  )

  /// Continues after breakpoints are set.
  func run(in session: DebugSession)

  /// Reloads the scripts, with breakpoints active from their first line on.
  func restart(
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<Void, Refusal>) -> Void
  )

  /// Ends the program if the session started it.
  func end()
}

/// A running program that embeds a host.
struct AttachedProgram: DebugTarget {
  let host: ScriptHost
  /// The secret that a client must send, or `nil` if none is required.
  let token: String?

  var startsProgram: Bool { false }

  func begin(
    _ arguments: JSON,
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<DebugSubject?, Refusal>) -> Void
  ) {
    if let token, arguments["token"].text.map({ Array($0.utf8) }) != Array(token.utf8) {
      answer(.failure(.wrongToken))
    } else {
      answer(.success(DebugSubject(host)))
    }
  }

  func run(in session: DebugSession) {}

  func restart(
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<Void, Refusal>) -> Void
  ) { host.restart(answer) }

  func end() {}
}
