import MessageStream
import ScriptHost

/// The ways in which a client counts, as it says in `initialize`.
struct ClientOptions {
  /// The number of the first line and column; the scripts' own is 1.
  var firstLine = 1
  var firstColumn = 1
  /// Whether paths are URIs.
  var usesURIs = false
  /// Whether long lists may be asked for in pieces.
  var pages = false

  var arguments = JSON.null

  /// Counts as the protocol has it if nothing is said.
  init() {}

  /// Reads the arguments of `initialize`.
  init(_ arguments: JSON) {
    self.arguments = arguments
    firstLine = arguments["linesStartAt1"].bool == false ? 0 : 1
    firstColumn = arguments["columnsStartAt1"].bool == false ? 0 : 1
    usesURIs = arguments["pathFormat"].text == "uri"
    pages = arguments["supportsVariablePaging"].bool == true
  }

  /// A line of a script as the client counts.
  func line(_ line: Int) -> JSON { .int(line - 1 + firstLine) }

  /// A line of the client as scripts count.
  func scriptLine(_ line: Int) -> Int { line > .max - 1 ? line : line + 1 - firstLine }
}

/// The abilities that the answer to `initialize` names.
enum DebugCapabilities {
  static let body: JSON = {
    let able = [
      "supportsConfigurationDoneRequest", "supportsFunctionBreakpoints",
      "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints", "supportsLogPoints",
      "supportsEvaluateForHovers", "supportsSetVariable", "supportsCompletionsRequest",
      "supportsExceptionInfoRequest", "supportsRestartRequest", "supportsTerminateRequest",
      "supportTerminateDebuggee", "supportsLoadedSourcesRequest",
      "supportsDelayedStackTraceLoading", "supportsClipboardContext",
    ]
    let filters = ScriptException.allCases.map { exception in
      JSON.fields(
        ("filter", .text(exception.rawValue)),
        ("label", .text(exception.label)),
        ("description", .text(exception.words)),
        ("default", .bool(exception == .uncaught))
      )
    }
    return .object(
      able.map { JSON.Field($0, .bool(true)) } + [
        JSON.Field("completionTriggerCharacters", .list([.text("."), .text(":")])),
        JSON.Field("exceptionBreakpointFilters", .list(filters)),
      ]
    )
  }()
}

extension ScriptException {
  /// The name in a list of choices.
  var label: String {
    switch self {
    case .uncaught: "uncaught"
    case .raised: "raised"
    case .failedOpen: "failed open"
    }
  }

  /// The meaning.
  var words: String {
    switch self {
    case .uncaught: "Stops at an error that no script catches, with all its calls there."
    case .raised: "Stops at each error, one that pcall catches too."
    case .failedOpen: "Stops when an open fails, whatever the reason."
    }
  }

  /// The protocol's word for when it stops.
  var breakMode: String {
    switch self {
    case .uncaught, .failedOpen: "unhandled"
    case .raised: "always"
    }
  }
}
