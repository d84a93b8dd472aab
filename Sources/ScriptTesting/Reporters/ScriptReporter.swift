import LuaRuntime
import EmbeddedFiles
import TextTools

/// A report written by a Lua file in the style of busted's output handlers.
///
/// The file can use `io.write`, `print` and the parts of `busted` and `busted.outputHandlers.base`
/// that handlers need, but not the system. It receives the names, places and messages of tests in
/// escaped form, as in every other report, so raw output cannot move a terminal's cursor, imitate
/// another line, or run a command of a build server.
///
/// Invariant: only one caller at a time uses it; ``SpecPrinter`` ensures this with its lock.
package final class ScriptReporter: SpecReporter, @unchecked Sendable {
  private let state: LuaState
  private let path: String
  private var functions = LuaTable()
  private var text = ""
  private var run = SpecRunInfo()

  /// Loads a handler.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - words: The handler's `options.arguments`.
  ///   - isVerbose: Whether the report is longer.
  ///   - hidesPending: Whether pending tests are only counted.
  /// - Throws: ``SpecProblem`` if the file cannot be read or loaded.
  package init(
    path: String,
    words: [String] = [],
    isVerbose: Bool = false,
    hidesPending: Bool = false
  ) throws(SpecProblem) {
    guard let source = SpecFiles().text(of: path) else { throw .unreadable(path) }
    self.path = path
    do {
      state = try LuaState()
    } catch {
      throw .badConfiguration(path, error.message)
    }
    do throws(LuaError) {
      functions = try load(source)
      var options = LuaTable()
      options["verbose"] = .boolean(isVerbose)
      options["suppressPending"] = .boolean(hidesPending)
      options["language"] = "en"
      options["arguments"] = .table(LuaTable(words.map(LuaValue.string)))
      if let open = functions["open"].function {
        _ = try state.call(open, [.table(options)])
      }
    } catch {
      throw .badConfiguration(path, "\(error)")
    }
  }

  private func load(_ source: [UInt8]) throws(LuaError) -> LuaTable {
    let globals = try state.makeEnvironment()
    var host = LuaTable()
    host["bus"] = .table(try run("bus"))
    host["globals"] = .reference(globals.reference)
    host["write"] = .function(
      try state.makeFunction("write") { [unowned self] call in
        text += String(decoding: call[0].utf8 ?? [], as: UTF8.self)
        return []
      }
    )
    host["load"] = .function(
      try state.makeFunction("load") { [path] call in
        [.function(try call.state.load(source, name: path, environment: globals))]
      }
    )
    host["find"] = .function(
      try state.makeFunction("require") { [path] call in
        try Self.find(try call.string(0), beside: path, call.state, globals)
      }
    )
    return try run("handler", [.table(host)])
  }

  /// Runs a module of the test library and returns its value.
  private func run(
    _ name: String,
    _ arguments: [LuaValue] = []
  ) throws(LuaError) -> LuaTable {
    guard let library = ScriptLibrary.text(of: "testing/\(name).lua") else {
      throw LuaError(.hostError, "the test library has no '\(name)'")
    }
    let chunk = try state.load(
      library,
      name: "//moonroute/testing/\(name).lua",
      environment: try state.makeEnvironment()
    )
    return try state.call(chunk, arguments).first?.table ?? LuaTable()
  }

  /// Finds a module in the handler's folder.
  private static func find(
    _ name: String,
    beside handler: String,
    _ state: LuaState,
    _ globals: LuaEnvironment
  ) throws(LuaError) -> [LuaValue] {
    let folder = handler.folderOfPath.map(String.init) ?? ""
    let path = folder + name.split(separator: ".").joined(separator: "/") + ".lua"
    // Handlers keep their modules in their own folder.
    guard let source = SpecFiles().confined(to: [handler], nil).text(of: path) else { return [] }
    return [.function(try state.load(source, name: path, environment: globals))]
  }

  /// Reports the beginning of a run.
  package func begin(_ run: SpecRunInfo) -> String {
    self.run = run
    let seed = run.seed.map(LuaValue.integer) ?? .nil
    return call("begin", [.integer(Int64(run.number)), .integer(Int64(run.count)), seed])
  }

  /// Reports the beginning of a file.
  package func begin(file: String) -> String { call("begin_file", [.string(file.printable)]) }

  /// Reports the result of a test.
  package func add(_ result: SpecResult) -> String {
    call(
      "add",
      [
        .string(result.name.printable), .string(result.file.printable),
        .integer(Int64(result.line)),
        .string(result.status.rawValue), .boolean(result.isTest),
        result.message.map { .string($0.printed(as: .lines)) } ?? .nil,
        .string(result.diagnostics.trace.joined(separator: "\n").printed(as: .lines)),
        .number(result.duration.seconds),
        result.diagnostics.expected.map { .string($0.printed(as: .lines)) } ?? .nil,
        result.diagnostics.actual.map { .string($0.printed(as: .lines)) } ?? .nil,
        .integer(Int64(result.tries)),
        result.diagnostics.test.map { .string($0.name.printable) } ?? .nil,
        result.diagnostics.descriptor.map(LuaValue.string) ?? .nil,
      ]
    )
  }

  /// Reports the end of a file.
  package func end(file: String, results: [SpecResult], duration: Duration) -> String {
    call("end_file", [])
  }

  /// Reports the end of the run.
  package func end(_ summary: SpecSummary) -> String {
    call("finish", [.integer(Int64(run.number)), .integer(Int64(run.count))])
  }

  /// Calls a function of the library; an error of the handler becomes part of the report.
  private func call(_ name: String, _ arguments: [LuaValue]) -> String {
    defer { text = "" }
    guard let function = functions[name].function else { return "" }
    do throws(LuaError) {
      _ = try state.call(function, arguments)
    } catch {
      text += "\nThe output handler failed: \("\(error)".printable)\n"
    }
    return text
  }
}
