/// Messages for the parts of Lua that scripts do not have.
package enum SandboxWords {
  private static let names: [String: String] = {
    var names = [
      "arg": "They are not started with arguments.", "package": "Write 'require'.",
      "unpack": "Write 'table.unpack'.", "warn": "Write 'log.warn'.",
    ]
    for name in [
      "dofile", "io", "load", "loadfile", "loadstring", "os.execute", "os.exit", "os.getenv",
      "os.remove", "os.rename", "os.tmpname",
    ] {
      names[name] = "The sandbox has no processes or files; use the host."
    }
    for name in [
      "collectgarbage", "debug", "getfenv", "module", "newproxy", "os.setlocale", "setfenv",
      "string.dump",
    ] {
      names[name] = "It is not in the sandbox."
    }
    return names
  }()

  /// The message for a full name, such as `os.exit`, or `nil` if Lua itself does not have it.
  package static func message(for name: String) -> String? {
    names[name].map { "Scripts have no '\(name)'. \($0)" }
  }

  /// The full names of fields of modules.
  static let fields: [String] = names.keys.filter { $0.contains(".") }.sorted()
}
