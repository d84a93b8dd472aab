import LuaRuntime
import Moonroute
import TextTools

extension Generation {
  /// Switches to a persona: its session is merged over the initial one, and its
  /// functions replace those of the program.
  ///
  /// - Parameter name: The persona's name; `nil`: none.
  /// - Throws: `unknown_name`, or `memory_limit`.
  func become(_ name: String?) throws(LuaError) {
    var persona: Personas.Persona?
    if let name {
      persona = stubs.personas[name]
      guard persona != nil else { throw unknownPersona(name) }
    }
    try keep.replaceSession(with: persona?.session ?? LuaTable())
    stubs.personas.current = name
    stubs.standIn(persona?.standIns ?? [:])
  }

  /// Sets the replacement functions of the persona that was current before a reload; the session has
  /// survived it.
  func resumePersona() {
    guard let name = stubs.personas.current else { return }
    let persona = stubs.personas[name]
    if persona == nil { stubs.personas.current = nil }
    stubs.resume(persona?.standIns ?? [:])
  }

  private func unknownPersona(_ name: String) -> LuaError {
    let hint = NearestNames.hintOrList(for: name, among: stubs.personas.names)
    return LuaError(
      "unknown_name",
      "There is no persona '\(name)'."
        + (hint.isEmpty ? " Add it to \(Personas.file), next to main.lua." : hint)
    )
  }
}
