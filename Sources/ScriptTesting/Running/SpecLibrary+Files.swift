import LuaRuntime
import LuaSyntax
import ScriptHost
import TextTools

extension SpecLibrary {
  /// Adds the functions that load specs and modules, and read files.
  func addFiles(to host: inout LuaTable) throws(LuaError) {
    let state = driver.state
    host["load"] = .function(try state.makeFunction("load", depth: 0) { try load($0) })
    host["compile"] = .function(try state.makeFunction("compile", depth: 0) { try compile($0) })
    host["read"] = .function(try state.makeFunction("fixtures") { try read($0) })
    host["note_path"] = .function(
      try state.makeFunction("note_path") { [runner, current] call in
        runner.tools.searchChanges.note(try call.string(0), by: current.file)
        return []
      }
    )
    host["row_line"] = .function(
      try state.makeFunction("each") { [files] call in
        let (line, row) = (try call.integer(1), try call.integer(2))
        let tree = files.text(of: try call.string(0)).map { LuaTree($0) }
        let found = tree?.line(ofRow: Int(clamping: row), at: Int(clamping: line))
        return [found.map { .integer(Int64($0)) } ?? .nil]
      }
    )
    host["find"] = .function(try state.makeFunction("require", depth: 0) { try findModule($0) })
    if state.isCountingLines {
      host["counted"] = .function(try state.makeFunction("load", depth: 0) { try loadCounted($0) })
    }
  }

  /// Compiles a statement of the command line with the given globals.
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

  /// Reads a file below the folder of the spec, its application, or the current folder.
  private func read(_ call: LuaCall) throws -> [LuaValue] {
    let path = SpecFiles.relative(try call.string(0))
    let roots = driver.folders + (file.folderOfPath.map { [String($0)] } ?? [])
    let isBelow = !path.isWholePath || roots.contains { path.path(below: $0) != nil }
    guard files.reader.folders == nil || isBelow && !path.pathParts.contains("..")
    else {
      return [.nil, .string("\(path): is neither in the spec's folder nor in its application")]
    }
    do throws(FileError) {
      guard let bytes = try files.reader.bytes(of: path) else {
        return [.nil, .string("\(path): cannot be read")]
      }
      return [.bytes(bytes)]
    } catch {
      return [.nil, .string("\(error)")]
    }
  }

  /// Compiles a spec file with the given globals.
  private func load(_ call: LuaCall) throws -> [LuaValue] {
    let path = try call.string(0)
    guard case .reference(let globals) = call[1] else { throw call.typeError(1, expected: "table") }
    do {
      guard let text = try files.load(path) else {
        return [.nil, .string("\(path): cannot be read")]
      }
      let environment = LuaEnvironment(globals)
      do throws(LuaError) {
        let chunk = try CompiledTexts.load(
          text,
          name: path,
          in: call.state,
          environment,
          countsLines: false
        )
        return [.function(chunk)]
      } catch {
        return [.nil, .string("\(error)" + Self.hint(of: text))]
      }
    } catch {
      return [.nil, .string("\(error)")]
    }
  }

  /// The syntax error in a text, as in messages about an application that does not load.
  private static func hint(of text: [UInt8]) -> String {
    let tree = LuaTree(text)
    let hint = tree.problems.first.map { tree.hint(for: $0) } ?? ""
    return hint.isEmpty ? "" : ". The script does not parse. \(hint)"
  }

  /// Compiles a file, or its replacement text, with counters for its lines; for an empty result,
  /// Lua reports the error.
  private func loadCounted(_ call: LuaCall) throws -> [LuaValue] {
    let path = try call.string(0)
    guard case .reference(let globals) = call[1] else { return [] }
    let text = call.isAbsent(2) ? files.text(of: path) : call[2].utf8.map { Array($0) }
    guard let text,
      let chunk = try? call.state.load(text, name: path, environment: LuaEnvironment(globals))
    else { return [] }
    return [.function(chunk)]
  }

  /// Finds a module in the application or along the given path.
  ///
  /// - Returns: Its function, its path and a token to close after loading; or `nil` and the
  ///   searched paths; or `false` and the reason why it cannot be loaded.
  private func findModule(_ call: LuaCall) throws -> [LuaValue] {
    let name = try call.string(0)
    let own = name.split(separator: ".").joined(separator: "/")
    let candidates = [own + ".lua", own + "/init.lua"]
    if let candidate = candidates.first(where: isInApplication) {
      let folder = driver.folder.map { $0 + "/" } ?? ""
      return try driver.findModule(call, environment(of: folder + candidate, call))
    }
    let given = call[1].string?.split(separator: ";").map(String.init) ?? []
    let others = files.reader.folders == nil ? [] : files.searchPath.filter { !given.contains($0) }
    let path = name.replacing(".", with: "/")
    for pattern in given + others {
      let found: (text: [UInt8], path: String)?
      do throws(FileError) {
        found = try files.module(pattern, path)
      } catch {
        return [.boolean(false), .string("\(error)")]
      }
      guard let found else { continue }
      let chunk: LuaFunction
      do {
        chunk = try CompiledTexts.load(
          found.text,
          name: found.path,
          in: call.state,
          environment(of: found.path, call)
        )
      } catch {
        let text = "error loading module '\(name)' from file '\(found.path)':\n\t\(error)"
        return [.boolean(false), .string(text)]
      }
      return [.function(chunk), .string(found.path)]
    }
    let places = (given + others).map { "\n\tno file '\(SpecFiles.filled($0, with: path))'" }
    let miss = SpecSearchChanges.Miss(name: name, searched: given) { [files] pattern in
      (try? files.module(pattern, path))?.path
    }
    runner.tools.searchChanges.note(miss, by: file)
    return [.nil, .string(places.joined() + hint(call))]
  }

  /// Whether a path is a script of the application.
  ///
  /// Without an application, `main.lua` is empty and not a script.
  private func isInApplication(_ path: String) -> Bool {
    guard let text = driver.text(of: path) else { return false }
    return driver.folder != nil || !text.isEmpty
  }

  /// The globals of a module; in the folder of the specs, it also sees the functions for specs.
  private func environment(of path: String, _ call: LuaCall) -> LuaEnvironment {
    guard case .reference(let words) = call[2], let own = specFolder,
      Self.whole(path).path(below: own) != nil
    else { return driver.globals }
    return LuaEnvironment(words)
  }

  /// The folder of the specs in the application, ending in `/`, or `nil` if specs and scripts share
  /// a folder.
  private var specFolder: String? {
    let path = Self.whole(file)
    let start = driver.folder ?? SpecFiles.folder
    guard let rest = path.path(below: start) else { return path.folderOfPath.map(String.init) }
    guard rest.folderOfPath != nil, let first = rest.pathParts.first else { return nil }
    return "\(start)/\(first)/"
  }

  private static func whole(_ path: String) -> String {
    path.isWholePath ? path : SpecFiles.folder + "/" + SpecFiles.cleaned(path)
  }

  /// A line that suggests a module of the application, or an empty string.
  private func hint(_ call: LuaCall) -> String {
    guard !driver.folders.isEmpty else { return "" }
    do {
      _ = try driver.findModule(call, driver.globals)
      return ""
    } catch {
      return "\n\t\((error as? LuaError)?.message ?? "\(error)")"
    }
  }
}
