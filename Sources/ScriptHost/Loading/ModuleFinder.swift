import LuaRuntime
import Moonroute
import TextTools

final class ModuleFinder {
  /// A module that is being loaded; a script's variable holds it until the module is done or fails.
  private struct Loading {
    let name: String
  }

  private unowned let generation: Generation
  private var visiting: LuaClass?
  private var loading: Set<String> = []

  init(generation: Generation) throws(LuaError) {
    self.generation = generation
    var definition = LuaClassDefinition<Loading>("module")
    definition.close = { [unowned self] module, _ in loading.remove(module.name) }
    visiting = try generation.state.makeClass(definition)
  }

  /// Returns the module, its path, and an object to close when it is loaded.
  func find(_ call: LuaCall, _ environment: LuaEnvironment? = nil) throws -> [LuaValue] {
    let name = try call.string(0)
    guard let files = Self.files(of: name) else { throw noName(name) }
    guard !loading.contains(name) else {
      throw LuaError(
        .scriptError,
        "'\(name)' requires itself, directly or through another module. Move the shared code into"
          + " a third module."
      )
    }
    for candidate in files {
      let (state, environment) = (generation.state, environment ?? generation.environment)
      guard let visiting,
        let chunk = try generation.sources.chunk(of: candidate, in: state, environment)
      else { continue }
      loading.insert(name)
      let module = LuaObject(Loading(name: name), type: visiting)
      return [.function(chunk), .string(candidate), .object(module)]
    }
    throw LuaError(
      .scriptError,
      "There is no module '\(name)': no file \(files.first ?? "").\(nearestFile(to: name))"
    )
  }

  /// The files that may contain the module of a name, or `nil` if the name is not valid.
  static func files(of name: String) -> [String]? {
    let dot = UInt8(ascii: ".")
    var last = dot
    for byte in name.utf8 {
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"): return nil
      case dot where last == dot: return nil
      default: last = byte
      }
    }
    guard last != dot else { return nil }
    let bytes = name.utf8.map { $0 == dot ? UInt8(ascii: "/") : $0 }
    let path = String(decoding: bytes, as: UTF8.self)
    return [path + ".lua", path + "/init.lua"]
  }

  /// A hint with the nearest module, with a space before it.
  static func hint(for module: String, among paths: [String]) -> String {
    let modules = paths.map { path in
      path.dropLast(".lua".count).split(separator: "/").joined(separator: ".")
    }
    return NearestNames.hint(for: module, among: modules)
  }

  private func noName(_ name: String) -> LuaError {
    LuaError(
      .scriptError,
      "'\(name)' is not a module name. Write its path without '.lua', a dot for each '/':"
        + " require \"routes.cart\".\(nearestFile(to: name))"
    )
  }

  /// A hint with a space before it: the name may be a path, or lack the folder of its file.
  private func nearestFile(to name: String) -> String {
    var wanted = name.split { $0 == "/" || $0 == "\\" || $0 == "." }.map(String.init)
    if wanted.count > 1, wanted.last == "lua" { wanted.removeLast() }
    let files = generation.sources.paths.map { path in
      let parts = path.dropLast(".lua".count).split(separator: "/").map(String.init)
      return (path: path, name: parts.joined(separator: "."), last: parts.last ?? "")
    }
    let whole = files.map { NearestNames.Candidate(key: $0.name, text: $0.path) }
    let last = files.map { NearestNames.Candidate(key: $0.last, text: $0.path) }
    let nearest =
      NearestNames.of(wanted.joined(separator: "."), among: whole, count: 1).first
      ?? NearestNames.of(wanted.last ?? "", among: last, count: 1).first
    guard let file = files.first(where: { $0.path == nearest }) else { return "" }
    return " The nearest file is \(file.path): require \"\(file.name)\"."
  }
}

struct ScriptModule: RouteModule {
  let path: String
  let names: String
  let routes: [LinkRoute]
}
