import LuaRuntime
package import Moonroute

/// A persona of `personas.lua`, for trying links as a certain person.
package struct ScriptPersona: Sendable {
  package static let file = Personas.file

  package let name: String

  /// The fields of `session` that it sets, as a table.
  package let session: Value

  /// The names of the program's functions that it replaces, sorted.
  package let standIns: [String]

  /// The results of functions that are written as values.
  package let answers: [String: Value]
}

extension ScriptHost {
  /// The personas of the loaded scripts, by name; empty if a program embeds them.
  package func personas(in application: isolated LinkRouter) -> [ScriptPersona] {
    let all = engine(in: application).generation?.stubs.personas.all ?? []
    return all.map { persona in
      ScriptPersona(
        name: persona.name,
        session: Value(.table(persona.session)) { .text($0.display) } ?? .null,
        standIns: persona.standIns.keys.sorted(),
        answers: persona.answers
      )
    }
  }

  package func persona(in application: isolated LinkRouter) -> String? {
    engine(in: application).generation?.stubs.personas.current
  }

  /// Switches to a persona as if it had logged in; returns how many screens had to leave.
  ///
  /// Sets the session and the functions, then runs the guards of the screens on the stage again.
  @discardableResult
  package func become(
    _ persona: String?,
    in application: isolated LinkRouter
  ) async throws(RouterError) -> Int {
    try take(persona, in: application)
    let before = application.router.stage.screens.map(\.id)
    await application.router.revalidate()
    let after = Set(application.router.stage.screens.map(\.id))
    return before.count { !after.contains($0) }
  }

  /// Has a function of the program return a value, in addition to the functions of the persona.
  ///
  /// It lasts until the next persona, also across reloads.
  package func replace(
    _ function: String,
    with value: Value,
    in application: isolated LinkRouter
  ) throws(RouterError) {
    guard let generation = engine(in: application).generation else { return }
    do throws(LuaError) {
      try generation.replace(function, with: value)
    } catch {
      throw RouterError(error)
    }
  }

  /// Switches to a persona without running guards again, as before a first link.
  package func take(
    _ persona: String?,
    in application: isolated LinkRouter
  ) throws(RouterError) {
    guard let generation = engine(in: application).generation else {
      guard let persona else { return }
      throw RouterError(.unknownName, "There is no persona '\(persona)': no scripts are loaded.")
    }
    do {
      try generation.become(persona)
    } catch {
      throw RouterError(error)
    }
  }
}
