import LuaSyntax
package import Moonroute
package import ScriptHost
import EmbeddedFiles

/// The definition files that Lua language servers read for one application.
///
/// An application has its own copy of the product's definitions, because a second `router.to` would
/// conflict with the first.
package struct EditorDefinitions {
  /// The folder of the files, relative to the application's folder.
  package static let folder = ".moonroute/types"

  /// The line that marks a file as generated, so that it may be overwritten.
  package static let mark = "-- Written by `moonroute types`: a change here is lost."
  package let files: [String: String]

  package let routeCount: Int

  /// Generates the definitions of an application, including the names that specs register.
  package init(
    of host: ScriptHost,
    offers: OfferList?,
    specs: [String: [UInt8]],
    in application: isolated LinkRouter
  ) {
    let scripts = host.scriptFiles(in: application)
      .map { AnalysedScript(file: $0.key, text: $0.value, isSpec: false) }
    let specs = specs.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: true) }
    let globals = host.globals(in: application)
    func late(_ scripts: [AnalysedScript]) -> LateRegistrations {
      LoadedApplication(
        scripts: scripts,
        entry: host.entryFile,
        globals: globals,
        in: application
      )
      .late
    }
    let names = NamedPatterns(of: host, late: late(scripts), specs: late(specs), in: application)
    routeCount = names.routes.count
    var fixed = Self.fixedFiles
    let app = ApplicationDefinitions(names, from: &fixed)
    let session = SessionDefinitions(
      host.sessionShape(in: application),
      converted: host.convertedTypes(in: application),
      from: &fixed
    )
    let stubs =
      (offers == nil ? globals["host"] ?? [] : []).union((scripts + specs).flatMap(\.stubbedNames))
    let program = HostDefinitions(offers, stubs: stubs.sorted(), from: &fixed)
    var files = fixed.mapValues { Self.head + $0.body }
    files["app.lua"] = Self.head + Self.text(of: app.blocks + session.blocks)
    files["host.lua"] = Self.head + Self.text(of: program.blocks)
    self.files = files
  }

  private static let head = "---@meta _\n\(mark)\n\n"

  private static func text(of blocks: [[String]]) -> String {
    blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private static var fixedFiles: [String: DefinitionText] {
    var files: [String: DefinitionText] = [:]
    for path in ScriptLibrary.paths where path.hasPrefix("types/") {
      let name = String(path.dropFirst("types/".count))
      files[name] = DefinitionText(ScriptLibrary.text(of: path) ?? "")
    }
    return files
  }
}

extension DefinitionText {
  /// The text without the block of `@meta`.
  fileprivate var body: String {
    var body = self
    body.dropMeta()
    return body.text
  }
}

extension AnalysedScript {
  /// The literal names of the `host` functions that scripts stub or that make requests.
  fileprivate var stubbedNames: [String] {
    all(.call)
      .flatMap { call -> [String] in
        let arguments = arguments(of: call)
        switch callee(of: call) {
        case "host.stub": return [string(of: arguments.first)].compactMap(\.self)
        case "host.replies": return requesters(namedBy: call).map(\.name)
        case "stub", "stub.new", "spy.on":
          guard arguments.count > 1, path(of: arguments[0]) == "host" else { return [] }
          return [string(of: arguments[1])].compactMap(\.self)
        default: return []
        }
      }
  }
}
