import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost
import TextTools

extension SpecLibrary {
  /// Adds the functions for `app` and the assertion about events; see
  /// `scripts/testing/app/routing.lua`.
  func addApplication(to host: inout LuaTable) throws(LuaError) {
    let state = driver.state
    host["has_application"] = .boolean(driver.folder != nil)
    host["place"] = .function(
      try state.makeFunction("app") { [driver] _ in
        [.reference(driver.globals.reference), .reference(driver.loadedModules)]
      }
    )
    host["reset"] = .function(
      try driver.makeSuspending("app.reset") { [driver, time, lines] _ in
        {
          lines.forget()
          time.clock.reset()
          do {
            try driver.reset()
          } catch {
            throw LuaError("not_loaded", "the application does not load again.\n\(error)")
          }
          return []
        }
      }
    )
    host["reload"] = .function(
      try driver.makeSuspending("app.reload") { [driver, lines] call in
        let texts = try Self.texts(call)
        return {
          lines.forget()
          return await Self.problem { () throws(ScriptProblems) in
            try await driver.reload(texts)
          }
        }
      }
    )
    host["open"] = .function(
      try driver.makeSuspending("app.load") { [driver, time, current, files, lines] call in
        let folder = Self.path(try call.string(0), beside: current.file)
        do throws(FileError) {
          try files.reader.checkFolder(folder)
        } catch {
          throw LuaError(.denied, "\(error)")
        }
        return {
          lines.forget()
          time.clock.reset()
          return await Self.problem { () throws(ScriptProblems) in try driver.load(folder: folder) }
        }
      }
    )
    try addPersonas(to: &host)
    try addObservation(to: &host)
  }

  private func addPersonas(to host: inout LuaTable) throws(LuaError) {
    host["personas"] = .function(
      try driver.state.makeFunction("app.personas") { [driver] _ in
        [.table(LuaTable(driver.personaNames.map(LuaValue.string)))]
      }
    )
    host["persona"] = .function(
      try driver.makeSuspending("app.persona") { [driver] call in
        let name = try call.isAbsent(0) ? nil : call.string(0)
        return {
          try await driver.become(name)
          return []
        }
      }
    )
  }

  private func addObservation(to host: inout LuaTable) throws(LuaError) {
    let state = driver.state
    host["failures"] = .function(
      try state.makeFunction("failures") { [driver] _ in
        [.table(LuaTable(driver.takeFailures().map { .string($0.problemText) }))]
      }
    )
    host["is_running"] = .function(
      try state.makeFunction("is_running") { [driver] _ in [.boolean(driver.isAnythingRunning)] }
    )
    host["pending"] = .function(
      try state.makeFunction("pending") { [driver] _ in
        [.table(LuaTable(driver.pendingWork.map { .string("\($0)") }))]
      }
    )
    host["settle"] = .function(
      try driver.makeSuspending("settle") { [time] _ in
        {
          await time.clock.advance(by: .zero)
          return []
        }
      }
    )
    host["receive"] = .function(
      try driver.makeSuspending("app.receive") { [driver] call in try driver.receive(call) }
    )
    host["begin_test"] = .function(
      try state.makeFunction("begin_test") { [driver] _ in
        driver.beginTest()
        return []
      }
    )
    host["requests"] = .function(
      try state.makeFunction("requested") { [driver] call in
        let (all, functions) = try driver.requests(nearest: try call.string(0))
        return [.table(LuaTable(all)), .table(LuaTable(functions.map { .string($0) }))]
      }
    )
    host["emitted"] = .function(
      try state.makeFunction("emitted") { [driver] call in
        let (fitting, all) = try driver.emitted(try call.string(0))
        return [.table(LuaTable(fitting)), .table(LuaTable(all.map { .string($0) }))]
      }
    )
  }

  /// Converts a script's table of texts by path.
  private static func texts(_ call: LuaCall) throws -> [String: [UInt8]] {
    let table = try call.table(0)
    var texts: [String: [UInt8]] = [:]
    for field in table.fields {
      guard let path = field.key.string, let text = field.value.utf8 else { continue }
      texts[path] = Array(text)
    }
    guard table.array.isEmpty, texts.count == table.fields.count else {
      throw call.argumentError(0, "texts by path expected, such as { [\"main.lua\"] = … }")
    }
    return texts
  }

  /// Resolves a path relative to the spec's folder.
  private static func path(_ path: String, beside file: String) -> String {
    guard !path.isWholePath, let folder = file.folderOfPath else { return path }
    return folder + path
  }

  /// An error of loading scripts in the form for scripts, or `nil`.
  private static func problem(
    _ load: () async throws(ScriptProblems) -> Void
  ) async -> [LuaValue] {
    do throws(ScriptProblems) {
      try await load()
      return []
    } catch {
      guard let first = error.problems.first else { return [.string("\(error)")] }
      let others = error.problems.dropFirst().map { "\n" + $0.text }
      return [
        .error(
          LuaError(
            LuaErrorCode(rawValue: first.code.rawValue),
            first.message + others.joined(),
            position: first.site.map { LuaPosition(file: $0.file, line: $0.line) }
          )
        )
      ]
    }
  }
}

extension LogEntry {
  /// The message with its place in front.
  fileprivate var problemText: String { site.map { "\($0): \(message)" } ?? message }
}

extension ScriptProblem {
  /// The message with its place in front.
  fileprivate var text: String { site.map { "\($0): \(message)" } ?? message }
}
