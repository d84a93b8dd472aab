package import Moonroute
import LuaRuntime

extension ScriptHost {
  /// The path of the file that runs first.
  package var entryFile: String { setup.source.entry }

  /// The number of the scripts in force, or `nil` before any have loaded.
  package func generationNumber(in application: isolated Application) -> Int? {
    engine(in: application).generation?.number
  }

  /// The text of a script as it would be compiled, or `nil` when it cannot be read.
  package func scriptText(of path: String) -> [UInt8]? {
    let access = setup.access
    let reader = setup.source.reader(limit: access.fileBytes, staysInside: access.staysInside)
    return (try? setup.source.read(path, by: reader)).flatMap { $0 }
      .map(ScriptTexts.withoutPreamble)
  }

  /// The folder of the application, or `nil` when it is not one.
  package var folder: String? {
    if case .folder(let folder) = setup.source { return folder }
    return nil
  }

  /// The names of the views that the program offers.
  package var offeredViews: [String] { setup.offers.viewNames }

  /// The globals of the loaded scripts, each with the names of its fields if it has any.
  package func globalNames(in application: isolated Application) -> [String: Set<String>] {
    guard let generation = engine(in: application).generation,
      let chunk = try? generation.state.load(
        Self.globalWalk,
        name: "//moonroute/globals.lua",
        environment: generation.environment
      ), let text = try? generation.state.call(chunk).first?.string
    else { return [:] }
    var globals: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if let name = words.first { globals[name] = Set(words.dropFirst()) }
    }
    // These two tell nobody what they have.
    let offers = generation.setup.offers
    globals["animator"] = Set(AnimatorKind.all.keys)
    globals["host"] = Set(["call", "stub"]).union(offers.functions.keys)
      .union(offers.values.keys).union(generation.stubs.names)
    return globals
  }

  /// The names of the scripts' own types whose values are not the texts themselves.
  package func convertedTypes(in application: isolated Application) -> Set<String> {
    let types = engine(in: application).generation?.bridge.types ?? [:]
    return Set(types.filter { $0.value.parse != nil || $0.value.format != nil }.keys)
  }

  /// Answers a line for each global: its name, then its fields.
  private static let globalWalk = """
    local lines = {}
    local function is_name(key) return type(key) == "string" and key:find("^[%a_][%w_]*$") end
    for name, value in pairs(_ENV) do
      if is_name(name) then
        local words = { name }
        if name ~= "_G" and name ~= "session" then
          pcall(function()
            for key in pairs(value) do
              if is_name(key) then words[#words + 1] = key end
            end
          end)
        end
        lines[#lines + 1] = table.concat(words, " ")
      end
    end
    return table.concat(lines, "\\n")
    """
}
