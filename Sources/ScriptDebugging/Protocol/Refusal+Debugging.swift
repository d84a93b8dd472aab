package import MessageStream
import ScriptHost

/// The reasons why a request of a debugger's client is rejected.
extension Refusal {
  static let notInitialized = Refusal(message: "The first request must be 'initialize'.")
  package static let nothingDebugged = Refusal(
    message: "Nothing is being debugged yet. Send 'launch' or 'attach'."
  )
  static let notStopped = Refusal(message: "The scripts are not stopped.")
  static let runsAlready = Refusal(message: "This program is already running. Send 'attach'.")
  static let nothingToAttach = Refusal(
    message: "Name the program: 'socket' must be its path, or 127.0.0.1:PORT."
  )
  static let notStarted = Refusal(
    message: "This program was not started by the debugger. Send 'disconnect'."
  )
  static let wrongToken = Refusal(
    message: "This is not the token of the program's debug server. Pass it as 'token'."
  )
  static let noException = Refusal(message: "The scripts have not stopped at an error.")
  static let ended = Refusal(message: "The scripts have ended.")

  /// A request that is repeated or too early.
  static func outOfTurn(_ request: String) -> Refusal {
    Refusal(message: "'\(request)' is not allowed now.")
  }

  static func unknownRequest(_ request: String) -> Refusal {
    Refusal(message: "There is no request '\(request)' here.")
  }

  static func missingArgument(_ name: String) -> Refusal {
    Refusal(message: "The request needs '\(name)'.")
  }

  static func noSource(_ reference: Int) -> Refusal {
    Refusal(message: "There is no script \(reference).")
  }

  /// The scripts failed to load, or another debugger is attached.
  static func scripts(_ problems: ScriptProblems) -> Refusal {
    Refusal(message: problems.problems.map(\.message).joined(separator: "\n"))
  }
}
