import EmbeddedFiles

/// The definitions for editors in `scripts/types`.
struct TypeDefinitions {
  /// A function without a body.
  struct Function {
    let name: String
    let parameters: String
    /// The comment lines above it, joined, without their comment marks.
    let comment: String
    /// Whether it has the annotation `---@async`.
    let mayWait: Bool
  }

  /// The functions.
  ///
  /// Methods are written with a colon.
  private(set) var functions: [Function] = []

  /// The names of the fields of each class, in order, without functions written by name.
  private(set) var fields: [String: [String]] = [:]

  /// Reads all definitions.
  init() {
    // Definitions only for specs do not belong to the host, and Lua provides its own functions.
    let others = [
      "lua.lua", "spec_hooks.lua", "testing.lua", "testing_doubles.lua", "testing_rules.lua",
    ]
    for path in ScriptLibrary.paths
    where path.hasPrefix("types/") && !others.contains(where: path.hasSuffix) {
      read(ScriptLibrary.text(of: path) ?? "")
    }
  }

  private mutating func read(_ text: String) {
    var comment: [Substring] = []
    var type = ""
    var mayWait = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("--- ") {
        comment.append(line.dropFirst(4))
      } else if line.hasPrefix("---@class ") {
        type = String(line.dropFirst(10).prefix { $0 != ":" && $0 != " " })
        fields[type] = []
      } else if line.hasPrefix("---@field ") {
        let name = line.dropFirst(10).prefix { $0 != " " }
        fields[type, default: []].append(String(name.filter { $0 != "?" }))
      } else if line == "---@async" {
        mayWait = true
      } else if line.hasPrefix("function ") {
        add(line.dropFirst(9), comment.joined(separator: " "), mayWait: mayWait)
        mayWait = false
      } else if line.isEmpty {
        comment = []
      }
    }
  }

  private mutating func add(_ line: Substring, _ comment: String, mayWait: Bool) {
    let name = String(line.prefix { $0 != "(" })
    let rest = line.dropFirst(name.count)
    let parameters = String(rest.prefix { $0 != ")" }) + ")"
    functions.append(
      Function(name: name, parameters: parameters, comment: comment, mayWait: mayWait)
    )
  }
}
