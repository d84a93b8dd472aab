/// Parses the editor's definitions, which have the annotations of the Lua language servers.
///
/// It supports `@class`, `@field`, `@alias` with its choices, `@param`, `@return`, `@overload`,
/// `@type`, `@async` and `@since`, and ignores other annotations. A `@since` next to `@meta`
/// applies to every definition of the file without its own. Lines of `---` without an annotation
/// are descriptions.
package struct DefinitionReader {
  private let file: String
  private var definitions: [LuaDefinition] = []
  /// The classes of local tables: `local Handle = {}`.
  private var classByLocal: [Substring: String] = [:]
  private var block = CommentBlock()
  /// The default release.
  private var since: String?

  private init(file: String) { self.file = file }

  package static func definitions(in text: String, file: String) -> [LuaDefinition] {
    var reader = DefinitionReader(file: file)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { reader.read(line, number: index + 1) }
    reader.endBlock(statement: nil, number: lines.count)
    return reader.definitions.map { definition in
      var definition = definition
      definition.since = definition.since ?? reader.since
      return definition
    }
  }

  private mutating func read(_ line: Substring, number: Int) {
    if line.hasPrefix("---") {
      block.add(line.dropFirst(3), number: number)
    } else {
      endBlock(statement: line, number: number)
    }
  }

  private mutating func endBlock(statement: Substring?, number: Int) {
    defer { block = CommentBlock() }
    let statement = Statement(statement ?? "")
    if let named = block.named(file: file) {
      definitions.append(named)
      if case .table(let name, isLocal: true) = statement { classByLocal[name] = named.name }
      return
    }
    switch statement {
    case .function(let name, let separator, let field):
      let owner = classByLocal[name] ?? String(name)
      let full = field.isEmpty ? owner : owner + separator + field
      definitions.append(block.function(full, file: file, line: number))
    case .table(let name, isLocal: false):
      definitions.append(block.definition(String(name), .table, file: file, line: number))
    case .value(let name):
      definitions.append(block.definition(String(name), .value, file: file, line: number))
    case .table, .other:
      if definitions.isEmpty { since = since ?? block.since }
    }
  }
}

private enum Statement {
  case function(Substring, separator: String, field: String)
  case table(Substring, isLocal: Bool)
  case value(Substring)
  case other

  init(_ line: Substring) {
    if line.hasPrefix("function "), let open = line.firstIndex(of: "(") {
      let name = line[line.index(line.startIndex, offsetBy: 9)..<open]
      guard let separator = name.lastIndex(where: { $0 == "." || $0 == ":" }) else {
        self = .function(name, separator: "", field: "")
        return
      }
      let field = String(name[name.index(after: separator)...])
      self = .function(name[..<separator], separator: String(name[separator]), field: field)
    } else if let equals = line.firstRange(of: " = ") {
      let isLocal = line.hasPrefix("local ")
      let name = line[..<equals.lowerBound].dropFirst(isLocal ? 6 : 0)
      self = line[equals.upperBound...] == "{}" ? .table(name, isLocal: isLocal) : .value(name)
    } else {
      self = .other
    }
  }
}
