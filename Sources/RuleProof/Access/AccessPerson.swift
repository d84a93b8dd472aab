package import Moonroute
package import ScriptHost

/// A person as whom locations are tried: a persona, or anybody, with some values of the session set.
package struct AccessPerson: Sendable, Equatable {
  /// The name of someone who is no persona.
  package static let anybody = "anybody"

  /// The name of the persona; `nil`: none, as the scripts leave the session when they have loaded.
  package let persona: String?

  /// The values set in the session, in the order in which they are set.
  package let flags: [AccessFlag.Setting]

  /// Describes a person.
  package init(_ persona: String?, _ flags: [AccessFlag.Setting] = []) {
    (self.persona, self.flags) = (persona, flags)
  }

  /// The name in tables, such as `mei with beta=on`.
  package var name: String {
    let flags = flags.map(\.text).joined(separator: " ")
    return baseName + (flags.isEmpty ? "" : " with \(flags)")
  }

  /// The name without what is varied.
  package var baseName: String { persona ?? Self.anybody }

  /// The names of some people as one says them.
  ///
  /// Where all people of one persona are among them, they are one.
  ///
  /// - Parameters:
  ///   - some: The people.
  ///   - all: All people that there are.
  /// - Returns: Text such as `jonas, mei and visitor`.
  package static func names(_ some: [AccessPerson], among all: [AccessPerson]) -> String {
    var names: [String] = []
    for person in some {
      let same = all.filter { $0.persona == person.persona }
      let name = same.allSatisfy(some.contains) ? person.baseName : person.name
      if !names.contains(name) { names.append(name) }
    }
    return list(names)
  }

  package static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Each persona with each choice of values, the last flag varied first.
  ///
  /// - Parameters:
  ///   - personas: The names; none: anybody.
  ///   - flags: What is varied.
  /// - Returns: The people, those of one persona beside each other.
  /// - Complexity: O(*n*) for *n* people, the product of all counts.
  package static func all(_ personas: [String], varying flags: [AccessFlag]) -> [AccessPerson] {
    var settings: [[AccessFlag.Setting]] = [[]]
    for flag in flags {
      settings = settings.flatMap { before in flag.settings.map { before + [$0] } }
    }
    let names: [String?] = personas.isEmpty ? [nil] : personas
    return names.flatMap { name in settings.map { AccessPerson(name, $0) } }
  }
}

/// A value of the session that is varied: `beta=on,off` sets `session.beta` to `true` and to `false`.
package struct AccessFlag: Sendable, Equatable {
  /// One value that is set.
  package struct Setting: Sendable, Equatable {
    /// The keys that lead to it in the session.
    package let path: [String]

    package let value: Value

    /// The setting as it was written: `beta=on`.
    package let text: String
  }

  /// The settings, in the order in which they were written; at least one.
  package let settings: [Setting]

  /// The name as it was written.
  package let name: String

  /// The keys that lead to it in the session.
  let path: [String]

  /// Sets the values of a flag; a name of another form, no values, and a text that is there twice make
  /// none.
  ///
  /// - Parameters:
  ///   - name: The keys that lead to it in the session, with points between them.
  ///   - values: The values, each with the text that names it.
  package init?(_ name: String, _ values: [(text: String, value: Value)]) {
    var path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path != ["session"], path.allSatisfy({ !$0.isEmpty }), !values.isEmpty,
      Set(values.map(\.text)).count == values.count
    else { return nil }
    if path.count > 1, path[0] == "session" { path.removeFirst() }
    (self.name, self.path) = (name, path)
    settings = values.map { Setting(path: path, value: $0.value, text: "\(name)=\($0.text)") }
  }

  /// Reads `name=value,value`: `on` and `off` are truth values, a number is one, other text is text.
  ///
  /// - Returns: `nil` for text of another form.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = String(text[..<equals])
    let values = text[text.index(after: equals)...]
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard values.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(name, values.map { ($0, Self.value(of: $0)) })
  }

  /// A value as it would be written behind `=`.
  static func text(of value: Value) -> String {
    switch value {
    case .bool(let bool): bool ? "on" : "off"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .none, .table, .reference: "?"
    }
  }

  private static func value(of text: String) -> Value {
    switch text {
    case "on", "true": .bool(true)
    case "off", "false": .bool(false)
    default: Int(text).map(Value.integer) ?? number(text) ?? .text(text)
    }
  }

  /// A number of digits; what `Double` reads besides, such as `inf`, is text.
  private static func number(_ text: String) -> Value? {
    guard text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }) else { return nil }
    return Double(text).map(Value.number)
  }
}

extension AccessPerson {
  /// Takes the application to how it is when this person comes: their session, an empty stage.
  ///
  /// - Throws: `unknown_name`, or `wrong_type` where a flag's path leads through what is no table.
  package func take(
    _ host: ScriptHost,
    in application: isolated Application
  ) throws(RouterError) {
    application.stage.clear()
    try host.take(persona, in: application)
    let session = host.session(in: application)
    for flag in flags {
      for count in 1..<flag.path.count {
        let path = flag.path[..<count].map(Value.text)
        let there = path.reduce(session.value) { $0[$1.text ?? ""] }
        if there.isNone { try session.set(path, to: .table(Table())) }
      }
      try session.set(flag.path.map(Value.text), to: flag.value)
    }
  }
}
