import LuaRuntime
package import Moonroute

/// The current persona after its logout: the session no longer has any of its fields.
package struct LoggedOutPersona: Sendable {
  /// The texts of its session that belong to it alone, such as its name: no script contains them.
  package let texts: [String]

  /// The current session.
  package let session: Value
}

extension Generation {
  var loggedOutPersona: LoggedOutPersona? {
    guard let name = stubs.personas.current, let persona = stubs.personas[name],
      !persona.session.fields.isEmpty,
      let session = try? state.read(keep.session, depth: 1).table,
      persona.session.fields.allSatisfy({ field in
        !session.fields.contains { $0.key == field.key }
      })
    else { return nil }
    // A session that cannot be read completely is still one of a person who has logged out.
    let whole = (try? state.read(keep.session)).map(Value.init(shown:)) ?? .null
    return LoggedOutPersona(texts: ownTexts(of: persona), session: whole)
  }

  private func ownTexts(of persona: Personas.Persona) -> [String] {
    if let known = stubs.personas.ownTexts[persona.name] { return known }
    let scripts = sources.files.filter { !ScriptSource.startFiles.contains($0.key) }
      .map { String(decoding: $0.value, as: UTF8.self) }
    let texts = Set(Value(shown: .table(persona.session)).texts)
      .filter { text in text.utf8.count > 2 && !scripts.contains { $0.contains(text) } }
      .sorted()
    stubs.personas.ownTexts[persona.name] = texts
    return texts
  }
}

extension Value {
  /// All texts in the value.
  package var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .table(let table): table.items.flatMap(\.texts) + table.fields.values.flatMap(\.texts)
    default: []
    }
  }
}
