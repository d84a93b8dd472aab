import TextTools

/// Consecutive comment lines, with parsed annotations.
struct CommentBlock {
  private var words: [Substring] = []
  private var kind: LuaDefinition.Kind?
  private var name = ""
  private var base: String?
  private var line = 0
  private var members: [LuaDefinition.Member] = []
  private var parameters: [LuaDefinition.Member] = []
  private var results: [LuaDefinition.Member] = []
  private var overloads: [String] = []
  private var mayWait = false
  private(set) var since: String?

  /// Adds a line without its three dashes.
  mutating func add(_ text: Substring, number: Int) {
    guard let first = text.first else {
      words.append("")
      return
    }
    if first == "|" {
      addChoice(text.dropFirst())
    } else if first == "@" {
      let tag = text.dropFirst().prefix { $0 != " " }
      annotate(String(tag), text.dropFirst(tag.count + 2), number: number)
    } else {
      words.append(first == " " ? text.dropFirst() : text)
    }
  }

  private mutating func annotate(_ tag: String, _ text: Substring, number: Int) {
    switch tag {
    case "class": begin(.table, text.replacing("(exact) ", with: "")[...], number: number)
    case "alias": begin(.alias, text, number: number)
    case "field": members.append(member(text))
    case "param": parameters.append(member(text))
    case "return": results.append(result(text))
    case "overload": overloads.append(String(text))
    case "type": base = String(text)
    case "async": mayWait = true
    case "since": since = String(text)
    default: break
    }
  }

  private mutating func begin(_ kind: LuaDefinition.Kind, _ text: Substring, number: Int) {
    self.kind = kind
    line = number
    let end = text.firstIndex { $0 == " " || $0 == ":" } ?? text.endIndex
    name = String(text[..<end])
    let rest = text[end...].drop { $0 == ":" || $0 == " " }
    if !rest.isEmpty { base = String(rest) }
  }

  /// Parses a name, an optional question mark, a type, and a description.
  private func member(_ text: Substring) -> LuaDefinition.Member {
    let split = TypeText.split(text)
    let isOptional = split.type.hasSuffix("?")
    let type = TypeText.split(split.words[...])
    return LuaDefinition.Member(
      name: isOptional ? String(split.type.dropLast()) : split.type,
      type: type.type,
      isOptional: isOptional,
      words: type.words
    )
  }

  /// Parses a type, an optional name and a description; a name is one word alone or before `#`.
  private func result(_ text: Substring) -> LuaDefinition.Member {
    let split = TypeText.split(text)
    let name = split.words.prefix { $0 != " " }
    let words = split.words.dropFirst(name.count).trimmed
    return LuaDefinition.Member(
      name: String(name),
      type: split.type,
      isOptional: split.type.hasSuffix("?"),
      words: words
    )
  }

  /// Parses a choice of an alias: ` "opened" # description`.
  private mutating func addChoice(_ text: Substring) {
    let parts = text.split(separator: "#", maxSplits: 1)
    guard let value = parts.first else { return }
    members.append(
      LuaDefinition.Member(
        name: value.trimmed,
        type: "",
        isOptional: false,
        words: parts.count > 1 ? parts[1].trimmed : ""
      )
    )
  }

  /// The class or alias that the block defines without a statement, if any.
  func named(file: String) -> LuaDefinition? {
    kind.map { definition(name, $0, file: file, line: line) }
  }

  func function(_ name: String, file: String, line: Int) -> LuaDefinition {
    definition(name, .function, file: file, line: line)
  }

  func definition(
    _ name: String,
    _ kind: LuaDefinition.Kind,
    file: String,
    line: Int
  ) -> LuaDefinition {
    var definition = LuaDefinition(name: name, kind: kind, file: file, line: line)
    definition.words = words.joined(separator: "\n").trimmed
    definition.parameters = parameters
    definition.results = results
    definition.members = members
    definition.base = base
    definition.overloads = overloads
    definition.mayWait = mayWait
    definition.since = since
    return definition
  }
}
