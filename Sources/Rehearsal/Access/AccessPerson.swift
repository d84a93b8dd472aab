package import Moonroute
import RoutePatterns
package import ScriptHost

/// A person for trying locations: a persona or an anonymous user, with optional session values.
package struct AccessPerson: Sendable, Equatable {
  /// The name of a person without a persona.
  package static let anybody = "anybody"

  /// The name of the persona; `nil` keeps the session as the scripts initialized it.
  package let persona: String?

  /// The session values, in the order of their assignment.
  package let flags: [AccessFlag.Setting]

  package init(_ persona: String?, _ flags: [AccessFlag.Setting] = []) {
    (self.persona, self.flags) = (persona, flags)
  }

  /// The name in tables, such as `mei with beta=on`.
  package var name: String {
    let flags = flags.map(\.text).joined(separator: " ")
    return baseName + (flags.isEmpty ? "" : " with \(flags)")
  }

  /// The name without the varied values.
  package var baseName: String { persona ?? Self.anybody }

  /// Names such as `jonas, mei and visitor`; all variants of one persona are combined.
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

  /// All combinations by persona, or for an anonymous user; the last flag varies fastest.
  package static func all(_ personas: [String], varying flags: [AccessFlag]) -> [AccessPerson] {
    var settings: [[AccessFlag.Setting]] = [[]]
    for flag in flags {
      settings = settings.flatMap { before in flag.settings.map { before + [$0] } }
    }
    let names: [String?] = personas.isEmpty ? [nil] : personas
    return names.flatMap { name in settings.map { AccessPerson(name, $0) } }
  }
}

/// A varied value: `beta=on,off` sets `session.beta` to `true` and to `false`.
package struct AccessFlag: Sendable, Equatable {
  package enum Target: String, Sendable {
    case session
    /// The result of a function of the program: `host.NAME`.
    case host
    /// An item that is added to the query of each location: `query.NAME`.
    case query
  }

  package struct Setting: Sendable, Equatable {
    package let target: Target
    package let path: [String]

    package let value: Value

    /// The setting as written: `beta=on`.
    package let text: String

    /// The name: `beta`, `host.flag`, `query.token`.
    package var name: String {
      ((target == .session ? [] : [target.rawValue]) + path).joined(separator: ".")
    }
  }

  /// The settings in written order; none for all values that the session declares.
  package let settings: [Setting]
  package let name: String

  package let target: Target

  /// The keys of its session field, or the name in the program or the query.
  package let path: [String]

  /// Returns `nil` for an invalid dotted name and for repeated texts.
  package init?(_ name: String, _ values: [(text: String, value: Value)]) {
    var path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path != ["session"], path.allSatisfy({ !$0.isEmpty }),
      Set(values.map(\.text)).count == values.count
    else { return nil }
    let target = Target(rawValue: path[0]) ?? .session
    if target != .session, path.count != 2 { return nil }
    if path.count > 1, Target(rawValue: path[0]) != nil { path.removeFirst() }
    (self.name, self.target, self.path) = (name, target, path)
    settings = values.map {
      Setting(target: target, path: path, value: $0.value, text: "\(name)=\($0.text)")
    }
  }

  /// Parses `name=on,off,1,text`: Booleans, a number, a string; or only `name`, for all declared
  /// values; `nil` for another form.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else {
      self.init(text, [])
      return
    }
    let name = String(text[..<equals])
    let values = text[text.index(after: equals)...]
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let isQuery = name.hasPrefix("\(Target.query.rawValue).")
    // An empty value leaves the query as it is.
    guard isQuery || values.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(name, values.map { ($0, isQuery ? .text($0) : Self.value(of: $0)) })
  }

  /// The text of a value after `=`.
  package static func text(of value: Value) -> String {
    switch value {
    case .bool(let bool): bool ? "on" : "off"
    case .int(let integer): "\(integer)"
    case .double(let number): "\(number)"
    case .text(let text): text
    case .null, .table, .reference: "?"
    }
  }

  private static func value(of text: String) -> Value {
    switch text {
    case "on", "true": .bool(true)
    case "off", "false": .bool(false)
    default: Int(text).map(Value.int) ?? number(text) ?? .text(text)
    }
  }

  /// Parses only decimal numbers: other formats of `Double`, such as `inf`, are strings.
  private static func number(_ text: String) -> Value? {
    guard text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }) else { return nil }
    return Double(text).map(Value.double)
  }
}

extension AccessPerson {
  /// Resets an application for this person: their session and an empty stage.
  ///
  /// - Throws: `unknown_name`, or `wrong_type` if the path of a flag crosses a value that is not
  ///   a table.
  package func take(
    _ host: ScriptHost,
    in application: isolated LinkRouter
  ) throws(RouterError) {
    application.stage.clear()
    try host.take(persona, in: application)
    for flag in flags where flag.target == .host {
      try host.replace(flag.path[0], with: flag.value, in: application)
    }
    let session = host.session(in: application)
    let shape = host.sessionShape(in: application)
    for flag in flags where flag.target == .session {
      guard shape.isEmpty else {
        try session.set([.text(flag.path[0])], to: flag.whole(in: session.value, shape))
        continue
      }
      for count in 1..<flag.path.count {
        let path = flag.path[..<count].map(Value.text)
        let there = path.reduce(session.value) { $0[$1.text ?? ""] }
        if there.isNull { try session.set(path, to: .table(ValueTable())) }
      }
      try session.set(flag.path.map(Value.text), to: flag.value)
    }
  }

  /// A location as this person opens it, with the varied items of its query.
  func opened(_ location: String) -> String {
    let items = flags.filter { $0.target == .query && $0.value != .text("") }
      .map { LocationQuery.Item($0.path[0], AccessFlag.text(of: $0.value)) }
    guard !items.isEmpty, let parsed = try? Location(parsing: location) else { return location }
    return (try? parsed.with(query: LocationQuery(items)))?.description ?? location
  }
}
