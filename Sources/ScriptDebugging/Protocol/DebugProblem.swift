package import ScriptHost

/// The reason why a request of a debugger's client is refused, in words for its user.
package enum DebugProblem: Error, CustomStringConvertible {
  /// The first request is another one.
  case notInitialized
  /// A request that may come once only came again, or too early.
  case outOfTurn(String)
  case nothingDebugged
  /// The protocol, or this product, has no such request.
  case unknownRequest(String)
  /// A request lacks something.
  case missingArgument(String)
  /// The scripts run.
  case notStopped
  /// The program runs already.
  case runsAlready
  /// There is no program to attach to.
  case nothingToAttach
  /// The program was not started by this client.
  case notStarted
  /// The token is not the server's.
  case wrongToken
  /// No script has that number.
  case noSource(Int)
  /// The scripts stopped at no error.
  case noException
  /// The scripts, or their debugger, have gone.
  case ended
  /// The scripts do not load, or another debugger is attached.
  case scripts(ScriptProblems)
  /// Something else, in words.
  case other(String)

  /// The message for people.
  package var description: String {
    switch self {
    case .notInitialized: "The first request is 'initialize'."
    case .outOfTurn(let request): "'\(request)' comes at the wrong time."
    case .nothingDebugged: "Nothing is being debugged yet. Send 'launch' or 'attach'."
    case .unknownRequest(let request): "There is no request '\(request)' here."
    case .missingArgument(let name): "The request needs '\(name)'."
    case .notStopped: "The scripts are not stopped."
    case .runsAlready: "This program runs already. Send 'attach'."
    case .nothingToAttach: "Say which program: 'socket' is its path, or 127.0.0.1:PORT."
    case .notStarted: "This program was not started by the debugger. Send 'disconnect'."
    case .wrongToken:
      "This is not the token that the program's debug server made. Give it as 'token'."
    case .noSource(let reference): "There is no script \(reference)."
    case .noException: "The scripts have not stopped at an error."
    case .ended: "The scripts have ended."
    case .scripts(let problems): problems.all.map(\.message).joined(separator: "\n")
    case .other(let text): text
    }
  }
}
