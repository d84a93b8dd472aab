package import MessageStream
package import ScriptHost

/// The scripts that a session debugs, and where they lie.
package struct DebugSubject: Sendable {
  package let host: ScriptHost
  /// The folder of the scripts as the user named it, or `nil` for texts in memory.
  package var folder: String?
  /// Scripts outside of the folder, such as specs: the names by path.
  package var files: [String: String] = [:]

  package init(_ host: ScriptHost) {
    self.host = host
    folder = host.scriptFolder
  }
}

/// Something that can be debugged: a program that runs, or one that the session starts.
///
/// Every function returns at once, whatever the scripts do.
package protocol DebugTarget: Sendable {
  /// Whether the session starts the program, and ends it.
  var startsProgram: Bool { get }

  /// Reads the arguments of `launch` or `attach`, and makes what they ask for; runs no script.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - session: The session, for later.
  ///   - answer: Gets the scripts, or `nil` when they come later, by ``DebugSession/attach(to:)``.
  func begin(
    _ arguments: JSON,
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<DebugSubject?, Refusal>) -> Void
  )

  /// Goes on once breakpoints are set.
  func run(in session: DebugSession)

  /// Loads the scripts again, which have breakpoints from their first line on.
  func restart(
    in session: DebugSession,
    _ answer: @escaping @Sendable (Result<Void, Refusal>) -> Void
  )

  /// Ends the program, if the session started it.
  func end()
}

/// A program that embeds a host and runs.
struct AttachedProgram: DebugTarget {
  let host: ScriptHost
  /// The word that a client has to say, or `nil` where none is needed.
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
