import LuaRuntime
import Moonroute

/// `log` and `print`: lines with file and line for the program's log.
struct LogModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  let log: LogRateLimiter

  /// The module; `print` writes with its `info`.
  func table() throws(LuaError) -> LuaValue {
    let log = log
    var module = ModuleTable("log", in: functions)
    for level in LogEntry.Level.allCases {
      let name = level.rawValue
      let write = try functions.state.makeFunction("log.\(name)") { call in self.write(level, call)
      }
      try module.addAnswering(
        name,
        "(...)",
        "Writes a line of the level '\(name)'.",
        depth: 0
      ) { call in
        // Lua converts a value that is not plain, since it may have a text of its own.
        guard call.arguments.contains(where: \.isReference),
          let show = bridge.descriptions["log"].function
        else {
          return .values(self.write(level, call))
        }
        return .call(show, [.function(write)] + call.arguments)
      }
    }
    try functions.state.onPrint { text, position in
      log.write(LogEntry(level: .info, message: text, site: SourceSite(position)))
    }
    return module.value
  }

  private func write(_ level: LogEntry.Level, _ call: LuaCall) -> [LuaValue] {
    let message = call.arguments.map(\.display).joined(separator: " ")
    log.write(LogEntry(level: level, message: message, site: SourceSite(call.caller())))
    return []
  }
}

extension LuaValue {
  /// Whether the value was not copied: a table, a state, an event.
  fileprivate var isReference: Bool {
    if case .reference = self { true } else { false }
  }
}
