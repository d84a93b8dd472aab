import RoutePatterns
import ScriptHost

/// Writes the classes of the declared session.
struct SessionDefinitions {
  private let converted: Set<String>

  /// The text of the classes, the session first.
  private(set) var blocks: [[String]] = []

  /// Removes the open list of fields from the product's files if the session declares its fields.
  init(
    _ shape: SessionShape,
    converted: Set<String>,
    from files: inout [String: DefinitionText]
  ) {
    self.converted = converted
    guard !shape.isEmpty else { return }
    files["data.lua"]?.replace(linesBeginning: "---@field [string] any", with: [])
    add("session", shape.declarations.mapValues { ($0.field.kind, true) }, isExact: false)
  }

  private mutating func add(
    _ name: String,
    _ fields: [String: (kind: SessionShape.Kind, isOptional: Bool)],
    isExact: Bool = true
  ) {
    let place = blocks.count
    blocks.append([])
    var lines = ["---@class \(isExact ? "(exact) " : "")\(name)"]
    for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
      guard let word = Annotation.field(key) else { continue }
      let type = type(of: field.kind, at: "\(name).\(Annotation.className(key))")
      lines.append("---@field \(word)\(field.isOptional ? "?" : "") \(type)")
    }
    blocks[place] = lines
  }

  private mutating func type(of kind: SessionShape.Kind, at path: String) -> String {
    switch kind {
    case .any: return "any"
    case .value(let type): return type.annotation(converted: converted)
    case .list(let item):
      let type = type(of: item.kind, at: path)
      return type.contains("|") ? "(\(type))[]" : type + "[]"
    case .map(let item): return "table<string, \(type(of: item.kind, at: path))>"
    case .table(let fields):
      add(path, fields.mapValues { ($0.kind, $0.isOptional) })
      return path
    }
  }
}
