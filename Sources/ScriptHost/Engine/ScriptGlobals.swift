import LuaRuntime
package import Moonroute

package struct ScriptGlobals: Sendable {
  /// The names of all globals, each with the names of its fields if it is a table.
  package var fields: [String: Set<String>]

  /// The names of the globals that exist before `main.lua` runs.
  package let hostNames: Set<String>

  package init(fields: [String: Set<String>] = [:], hostNames: Set<String> = []) {
    (self.fields, self.hostNames) = (fields, hostNames)
  }

  package var names: [String] { Array(fields.keys) }

  package subscript(name: String) -> Set<String>? { fields[name] }
}

extension ScriptHost {
  /// The globals of the loaded scripts; empty before any have loaded.
  ///
  /// This runs no function of the scripts and no metamethod.
  package func globals(in application: isolated LinkRouter) -> ScriptGlobals {
    guard let generation = engine(in: application).generation,
      let globals = try? generation.globals()
    else { return ScriptGlobals() }
    return globals
  }
}

extension Generation {
  fileprivate func globals() throws(LuaError) -> ScriptGlobals {
    let fresh = try state.makeEnvironment()
    if setup.isUnsafe { try state.openLibraries(in: fresh) }
    var fields = try walk(environment, in: fresh)
    // These two objects do not list their fields.
    fields["animator"] = Set(AnimatorKind.all.keys)
    fields["host"] = HostOffers.ownNames.union(setup.offers.functions.keys)
      .union(setup.offers.values.keys).union(stubs.names)
    let hostNames = Set(try walk(fresh, in: fresh).keys).union(library.installedNames)
    return ScriptGlobals(fields: fields, hostNames: hostNames)
  }

  /// Lists globals with functions of other globals: scripts may have replaced `pairs` or `type`.
  private func walk(
    _ globals: LuaEnvironment,
    in words: LuaEnvironment
  ) throws(LuaError) -> [String: Set<String>] {
    let chunk = try state.load(Self.walk, name: "//moonroute/globals.lua", environment: words)
    var fields: [String: Set<String>] = [:]
    let text = try state.call(chunk, [.reference(globals.reference)]).first?.string ?? ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if let name = words.first { fields[name] = Set(words.dropFirst()) }
    }
    return fields
  }

  /// Returns a line for each global: its name, then its fields.
  ///
  /// `next` calls no metamethod; `pairs` calls the metamethod of a host object.
  private static let walk = """
    local globals = ...
    local lines = {}
    local function is_name(key) return type(key) == "string" and key:find("^[%a_][%w_]*$") end
    local function add(words, ...)
      for key in ... do
        if is_name(key) then words[#words + 1] = key end
      end
    end
    for name, value in next, globals do
      if is_name(name) then
        local words = { name }
        if type(value) == "table" and name ~= "_G" and name ~= "session" then
          add(words, next, value)
        elseif type(value) == "userdata" then
          pcall(function() add(words, pairs(value)) end)
        end
        lines[#lines + 1] = table.concat(words, " ")
      end
    end
    return table.concat(lines, "\\n")
    """
}
