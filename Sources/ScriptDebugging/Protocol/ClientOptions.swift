import MessageStream
import ScriptHost

/// The numbering and other conventions of the client, from `initialize`.
struct ClientOptions {
  /// The number of the first line and column; scripts start at 1.
  var firstLine = 1
  var firstColumn = 1
  var usesURIs = false
  /// Whether the client can request long lists in pages.
  var pages = false

  var arguments = JSON.null

  /// Uses the defaults of the protocol.
  init() {}

  init(_ arguments: JSON) {
    self.arguments = arguments
    firstLine = arguments["linesStartAt1"].bool == false ? 0 : 1
    firstColumn = arguments["columnsStartAt1"].bool == false ? 0 : 1
    usesURIs = arguments["pathFormat"].text == "uri"
    pages = arguments["supportsVariablePaging"].bool == true
  }

  /// Converts a script's line number for the client.
  func line(_ line: Int) -> JSON { .int(line - 1 + firstLine) }

  /// Converts the client's line number for scripts.
  func scriptLine(_ line: Int) -> Int { line > .max - 1 ? line : line + 1 - firstLine }
}

/// The capabilities in the response to `initialize`.
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
  /// The label in a list of choices.
  var label: String {
    switch self {
    case .uncaught: "uncaught"
    case .raised: "raised"
    case .failedOpen: "failed open"
    }
  }

  var words: String {
    switch self {
    case .uncaught: "Stops at an error that no script catches, with its full call stack."
    case .raised: "Stops at every error, even if pcall catches it."
    case .failedOpen: "Stops when an open fails for any reason."
    }
  }

  /// The protocol's name for the kind of stop.
  var breakMode: String {
    switch self {
    case .uncaught, .failedOpen: "unhandled"
    case .raised: "always"
    }
  }
}
