import LuaRuntime
import ScriptHost

extension SpecLibrary {
  /// Adds what loads specs and modules, and reads the files beside them.
  func addFiles(to host: inout LuaTable) throws(LuaError) {
    let state = driver.state
    host["load"] = .function(try state.makeFunction("load", depth: 0) { try load($0) })
    host["compile"] = .function(try state.makeFunction("compile", depth: 0) { try compile($0) })
    host["read"] = .function(try state.makeFunction("fixtures") { try read($0) })
    host["find"] = .function(try state.makeFunction("require") { try findModule($0) })
    if state.isCountingLines {
      host["counted"] = .function(try state.makeFunction("load", depth: 0) { try loadCounted($0) })
    }
  }

  /// Compiles a statement of the command line with the globals that it is given.
  private func compile(_ call: LuaCall) throws -> [LuaValue] {
    guard case .reference(let globals) = call[1] else { throw call.typeError(1, expected: "table") }
    let chunk = try call.state.load(
      try call.string(0).utf8,
      name: "(-e)",
      environment: LuaEnvironment(globals),
      countsLines: false
    )
    return [.function(chunk)]
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
