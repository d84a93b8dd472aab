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
    (stubs.personas.current, stubs.personas.replaced) = (name, [:])
    stubs.standIn(persona?.standIns ?? [:])
  }

  /// Has a function of the program return a value until the next persona.
  func replace(_ function: String, with value: Value) throws(LuaError) {
    let answer = try bridge.lua(value)
    let constant = try state.makeFunction("host.\(function)") { _ in [answer] }
    stubs.standIn(constant, for: function)
    stubs.personas.replaced[function] = value
  }

  /// Sets the persona's functions and the replaced ones again after a reload, which the session has survived.
  func resumePersona() throws(LuaError) {
    let persona = stubs.personas.current.flatMap { stubs.personas[$0] }
    if persona == nil { stubs.personas.current = nil }
    stubs.resume(persona?.standIns ?? [:])
    for (function, value) in stubs.personas.replaced { try replace(function, with: value) }
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
