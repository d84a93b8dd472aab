import LuaRuntime
import Moonroute
import TextTools

extension Generation {
  /// Merges the persona's session over the initial one, and sets its functions.
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

  /// Sets the persona's functions again after a reload, which the session has survived.
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
