import LuaRuntime
import Moonroute

extension Generation {
  /// A script's error, with the name that it most likely meant where it used one that nothing has.
  func explained(_ error: LuaError) -> RouterError {
    RouterError(error, hint: hint(for: error))
  }

  /// A sentence for errors such as `attempt to call a nil value (field 'rout')`, or nothing.
  func hint(for error: LuaError) -> String {
    guard let (kind, name) = Self.missing(error.message) else { return "" }
    let candidates = reference.compactMap { function -> NearestNames.Candidate? in
      let parts = function.name.split(separator: ".", maxSplits: 1)
      guard let module = parts.first, !module.contains(":") else { return nil }
      if kind == "global" {
        return NearestNames.Candidate(key: String(module), text: String(module))
      }
      guard parts.count == 2 else { return nil }
      return NearestNames.Candidate(key: String(parts[1]), text: function.name)
    }
    guard let nearest = NearestNames.of(name, among: candidates, count: 1).first else { return "" }
    return ". Did you mean '\(nearest)'?"
  }

  /// What Lua says was nil: its kind and its name.
  private static func missing(_ message: String) -> (kind: String, name: String)? {
    guard message.hasPrefix("attempt to "), message.hasSuffix("')"),
      let range = message.firstRange(of: " a nil value (")
    else { return nil }
    let parts = message[range.upperBound...].dropLast(2).split(separator: " '", maxSplits: 1)
    guard parts.count == 2, ["global", "field"].contains(parts[0]) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}
