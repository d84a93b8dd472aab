import LuaRuntime
import Moonroute

/// Reads the table of personas that `personas.lua` returns, and records every mistake in it.
struct PersonaReader {
  static let fields = ["host", "session"]

  private static let searchedLines = 200

  let state: LuaState
  let texts: ScriptTexts

  let declarations: SessionDeclarations

  private(set) var problems: [ScriptProblem] = []

  init(state: LuaState, texts: ScriptTexts, declarations: SessionDeclarations) {
    self.state = state
    self.texts = texts
    self.declarations = declarations
  }

  /// Returns the personas without mistakes, by name.
  mutating func read(_ answer: LuaValue) throws(LuaError) -> [Personas.Persona] {
    let start = ScriptPlace(SourceSite(file: Personas.file, line: 1))
    guard case .table(let table) = answer else {
      let message =
        "\(Personas.file) does not return a table of personas. Write"
        + " return { mei = { session = { user = \"mei\" } } }."
      problems.append(ScriptProblem(.wrongType, message, at: start, field: nil, in: texts))
      return []
    }
    let names = table.fields.compactMap(\.key.string)
    var reader = FieldReader(table, as: Personas.file, known: names)
    reader.found(at: start)
    var personas: [Personas.Persona] = []
    for name in names.sorted() {
      guard let definition = reader.table(name) else { continue }
      if let persona = try persona(name, definition) { personas.append(persona) }
    }
    add(reader.mistakes)
    return personas
  }

  private mutating func persona(
    _ name: String,
    _ definition: LuaTable
  ) throws(LuaError) -> Personas.Persona? {
    var reader = FieldReader(definition, as: "a persona", known: Self.fields)
    reader.found(at: place(of: name))
    let session = reader.table("session") ?? LuaTable()
    Self.checkPlain(session, "session", &reader)
    if reader.mistakes.isEmpty { checkDeclared(session, &reader) }
    let entries = reader.table("host") ?? LuaTable()
    let names = entries.fields.compactMap(\.key.string)
    var hostReader = FieldReader(entries, as: "host", known: names)
    hostReader.found(at: place(of: name))
    var (standIns, answers): ([String: LuaFunction], [String: Value]) = ([:], [:])
    for name in names {
      standIns[name] = try standIn(for: name, entries[name], &hostReader)
      answers[name] = Value(plain: entries[name])
    }
    let mistakes = reader.mistakes + hostReader.mistakes
    add(mistakes)
    guard mistakes.isEmpty else { return nil }
    return Personas.Persona(
      name: name,
      session: session,
      standIns: standIns,
      answers: answers
    )
  }

  /// The replacement of a function: a script's function, or a function that returns a value.
  private func standIn(
    for name: String,
    _ value: LuaValue,
    _ reader: inout FieldReader
  ) throws(LuaError) -> LuaFunction? {
    if case .function(let function) = value { return function }
    guard Value(plain: value) != nil else {
      reader.expect("plain data or a function", in: name, got: value)
      return nil
    }
    return try state.makeFunction("host.\(name)") { _ in [value] }
  }

  /// Records values that do not fit the declared session, at their own lines.
  private func checkDeclared(_ session: LuaTable, _ reader: inout FieldReader) {
    for field in session.fields {
      do throws(LuaError) {
        try declarations.check(field.value, at: field.key)
      } catch {
        let code = RouterError(error).code
        // The message begins with the undeclared name in quotes, or with the path of the value.
        let start = error.message.prefix { $0 != " " }
        let name = start.split { ".'[".contains($0) }.last { !$0.hasSuffix("]") }
        reader.add(code, error.message, field: name.map(String.init))
      }
    }
  }

  /// Records values that a session cannot hold.
  private static func checkPlain(_ table: LuaTable, _ path: String, _ reader: inout FieldReader) {
    let items = table.array.enumerated().map { (LuaKey.integer(Int64($0 + 1)), $1) }
    for (key, value) in items + table.fields.map({ ($0.key, $0.value) }) {
      let path = "\(path).\(key.value.display)"
      switch value {
      case .table(let table): checkPlain(table, path, &reader)
      case .function, .record, .reference:
        let message = "\(path) of a persona is a \(value.typeName). A session holds plain data."
        reader.add(.wrongType, message, field: key.string)
      default: break
      }
    }
  }

  /// The place of a persona's definition, or the beginning of the file.
  private func place(of name: String) -> ScriptPlace {
    let lines = texts.lines(of: Personas.file)
    for start in stride(from: 1, through: lines?.count ?? 0, by: Self.searchedLines) {
      if let found = lines?.find(field: name, in: start...start + Self.searchedLines) {
        return ScriptPlace(SourceSite(file: Personas.file, line: found.line))
      }
    }
    return ScriptPlace(SourceSite(file: Personas.file, line: 1))
  }

  private mutating func add(_ mistakes: [FieldReader.Mistake]) {
    for mistake in mistakes {
      problems.append(
        ScriptProblem(
          mistake.code,
          mistake.message,
          at: mistake.place,
          field: mistake.field,
          in: texts
        )
      )
    }
  }
}
