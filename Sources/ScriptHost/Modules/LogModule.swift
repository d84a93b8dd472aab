import LuaRuntime
import Moonroute

/// `log` and `print`: lines with file and line for the program's log.
struct LogModule {
  unowned let functions: FunctionMaker
  let log: LogRateLimiter

  /// The module; `print` goes to its `info`.
  func table() throws(LuaError) -> LuaValue {
    let log = log
    var module = ModuleTable("log", in: functions)
    for level in LogEntry.Level.allCases {
      try module.add(level.rawValue, "(...)", "Writes a line of the level '\(level.rawValue)'.") {
        call in
        let message = call.arguments.map(\.display).joined(separator: " ")
        log.write(LogEntry(level: level, message: message, site: SourceSite(call.caller())))
        return []
      }
    }
    try functions.state.onPrint { text, position in
      log.write(LogEntry(level: .info, message: text, site: SourceSite(position)))
    }
    return module.value
  }
}
