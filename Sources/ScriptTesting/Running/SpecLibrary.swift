import LuaRuntime
import Moonroute
import ScriptHost

/// The Lua half of the runner, loaded beside the scripts of an application.
struct SpecLibrary {
  /// The functions that drive a spec file.
  struct Functions {
    let begin: LuaFunction
    let step: LuaFunction
    let giveUp: LuaFunction
  }

  /// The spec file.
  let file: String
  let driver: SpecDriver
  let files: SpecFiles
  let world: SpecWorld
  let lines: SpecLines
  let snapshots: SpecSnapshots

  /// Loads the library.
  ///
  /// - Throws: What is wrong with it, or `memory_limit`.
  func load() throws(LuaError) -> Functions {
    let state = driver.state
    let environment = try state.makeEnvironment()
    try state.openNativeFunctions(in: environment)
    let main = try Self.chunk("main", state, environment)
    let suite = try state.call(main, [.table(try host(environment))]).first?.table ?? LuaTable()
    guard let begin = suite["begin"].function, let step = suite["step"].function,
      let giveUp = suite["give_up"].function
    else { throw LuaError(.hostError, "the test library is not whole") }
    return Functions(begin: begin, step: step, giveUp: giveUp)
  }

  private static func chunk(
    _ name: String,
    _ state: LuaState,
    _ environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction {
    let chunk = try LibraryChunks.load(
      "testing/\(name).lua",
      name: "//moonroute/testing/\(name).lua",
      in: state,
      environment
    )
    guard let chunk else {
      throw LuaError(.hostError, "the test library has no '\(name)'")
    }
    return chunk
  }

  /// The functions that the library needs; see `scripts/testing/main.lua`.
  private func host(_ environment: LuaEnvironment) throws(LuaError) -> LuaTable {
    let state = driver.state
    let clock = ContinuousClock()
    let start = clock.now
    var host = LuaTable()
    host["globals"] = .reference(driver.globals.reference)
    host["loaded"] = .reference(driver.loadedModules)
    host["path"] = .string(files.searchPath.joined(separator: ";"))
    host["chunk"] = .function(
      try state.makeFunction("chunk") { call in
        [.function(try Self.chunk(try call.string(0), call.state, environment))]
      }
    )
    host["time"] = .function(
      try state.makeFunction("time") { _ in [.number(start.duration(to: clock.now).seconds)] }
    )
    host["now"] = .function(
      try state.makeFunction("clock.now") { _ in [.number(world.clock.now.offset.seconds)] }
    )
    host["advance"] = .function(
      try driver.makeSuspending("clock.advance") { call in
        let duration = try Self.duration(call)
        return {
          await world.clock.advance(by: duration)
          return []
        }
      }
    )
    host["limit"] = .function(
      try state.makeFunction("timeout") { call in
        world.limit(try call.isAbsent(0) ? nil : Self.duration(call))
        return []
      }
    )
    host["snapshot"] = .function(
      try state.makeFunction("matches_snapshot") { call in
        [snapshots.compare(try call.string(0), try call.string(1)).map(LuaValue.string) ?? .nil]
      }
    )
    try addApplication(to: &host)
    host["load"] = .function(try state.makeFunction("load", depth: 0) { try load($0) })
    host["compile"] = .function(
      try state.makeFunction("compile", depth: 0) { call in
        guard case .reference(let globals) = call[1] else {
          throw call.typeError(1, expected: "table")
        }
        let (text, environment) = (try call.string(0), LuaEnvironment(globals))
        let state = call.state
        let chunk = try state.load(
          text.utf8,
          name: "(-e)",
          environment: environment,
          countsLines: false
        )
        return [.function(chunk)]
      }
    )
    host["read"] = .function(try state.makeFunction("fixtures") { try read($0) })
    host["find"] = .function(try state.makeFunction("require") { try findModule($0) })
    if state.isCountingLines {
      host["counted"] = .function(try state.makeFunction("load", depth: 0) { try loadCounted($0) })
    }
    return host
  }

  private static func duration(_ call: LuaCall) throws(LuaError) -> Duration {
    let seconds = try call.number(0)
    guard seconds >= 0, seconds <= 3.2e9 else {
      throw call.argumentError(0, "a number of seconds from 0 on expected")
    }
    return .nanoseconds(Int64(seconds * 1e9))
  }

  /// Reads a file below the folder of the spec, of its application, or the current one.
  private func read(_ call: LuaCall) throws -> [LuaValue] {
    let path = try call.string(0)
    let own = file.lastIndex(of: "/").map { String(file[...$0]) }
    let roots = driver.folders.map { $0 + "/" } + (own.map { [$0] } ?? [])
    let isBelow = path.hasPrefix("/") ? roots.contains(where: path.hasPrefix) : true
    guard isBelow, !path.split(separator: "/").contains("..") else {
      return [.nil, .string("\(path): is neither beside the spec nor in its application")]
    }
    do throws(FileRefusal) {
      guard let bytes = try files.reader.bytes(of: path) else {
        return [.nil, .string("\(path): cannot be read")]
      }
      return [.bytes(bytes)]
    } catch {
      return [.nil, .string("\(error)")]
    }
  }

  /// Compiles a spec file with the globals that it is given.
  private func load(_ call: LuaCall) throws -> [LuaValue] {
    let path = try call.string(0)
    guard case .reference(let globals) = call[1] else { throw call.typeError(1, expected: "table") }
    do {
      guard let text = try files.load(path) else {
        return [.nil, .string("\(path): cannot be read")]
      }
      let environment = LuaEnvironment(globals)
      let chunk = try call.state.load(
        text,
        name: path,
        environment: environment,
        countsLines: false
      )
      return [.function(chunk)]
    } catch {
      return [.nil, .string("\(error)")]
    }
  }

  /// Compiles a file, or a text that stands for it, so that it counts its lines.
  ///
  /// - Returns: Nothing for what is not there or does not parse; that is Lua's to tell.
  private func loadCounted(_ call: LuaCall) throws -> [LuaValue] {
    let path = try call.string(0)
    guard case .reference(let globals) = call[1] else { return [] }
    let text = call.isAbsent(2) ? files.text(of: path) : call[2].utf8.map { Array($0) }
    guard let text,
      let chunk = try? call.state.load(text, name: path, environment: LuaEnvironment(globals))
    else { return [] }
    return [.function(chunk)]
  }

  /// Finds a module: of the application, or along the search path.
  private func findModule(_ call: LuaCall) throws -> [LuaValue] {
    let name = try call.string(0)
    let path = name.split(separator: ".").joined(separator: "/")
    let isOwn = [path + ".lua", path + "/init.lua"].contains { driver.text(of: $0) != nil }
    if !isOwn {
      let given = call[1].string?.split(separator: ";").map(String.init) ?? []
      for pattern in given + files.searchPath {
        let found: (text: [UInt8], path: String)?
        do throws(FileRefusal) {
          found = try files.module(pattern, path)
        } catch {
          throw LuaError(.badSource, "\(error)")
        }
        guard let found else { continue }
        let chunk = try call.state.load(found.text, name: found.path, environment: driver.globals)
        return [.function(chunk), .string(found.path)]
      }
    }
    return try driver.findModule(call)
  }
}
