import EmbeddedFiles

/// The types that the API declares in `scripts/types`.
struct DeclaredTypes: Sendable {
  static let api = DeclaredTypes()

  private var globals: [String: DeclaredType] = [:]
  /// The alternatives of aliases, and the calls of classes.
  private var aliases: [String: DeclaredType] = [:]
  /// The types of fields and methods, by the name of the class.
  private var fields: [String: [String: DeclaredType]] = [:]
  private var parents: [String: String] = [:]

  private init() {
    for path in ScriptLibrary.paths where path.hasPrefix("types/") {
      let definitions = DefinitionText(ScriptLibrary.text(of: path) ?? "")
      // A file keeps the class of a method in a local variable: `function Screen:tap(text) end`.
      var locals: [Substring: String] = [:]
      for block in definitions.blocks { read(block, &locals) }
    }
  }

  // MARK: Types

  /// The type of a global with its fields, such as `router.to`.
  func type(ofPath path: String) -> DeclaredType? {
    let names = path.split(separator: ".").map(String.init)
    guard let first = names.first else { return nil }
    return names.dropFirst()
      .reduce(globals[first]) { type, name in
        type.flatMap { field(name, of: $0) }
      }
  }

  func field(_ name: String, of type: DeclaredType) -> DeclaredType? {
    for className in expanded(type).names {
      var place: String? = className
      while let known = place {
        if let field = fields[known]?[name] { return expanded(field) }
        place = parents[known]
      }
    }
    return nil
  }

  /// The type with the alternatives of its aliases and the calls of its classes.
  func expanded(_ type: DeclaredType) -> DeclaredType {
    var all = type
    var waiting = Array(type.names)
    while let name = waiting.popLast() {
      guard let alias = aliases[name] else { continue }
      waiting += alias.names.subtracting(all.names)
      all.add(alias)
    }
    return all
  }

  // MARK: Reading

  private mutating func read(_ block: DefinitionText.Block, _ locals: inout [Substring: String]) {
    var className: String?
    var function = DeclaredType.Function()
    for line in block where line.hasPrefix("---@") {
      let words = line.dropFirst("---@".count)
      let rest = words.drop { $0 != " " }.dropFirst()
      let name = rest.prefix { $0 != " " }
      let type = rest.dropFirst(name.count).drop { $0 == " " }
      switch words.prefix(while: { $0 != " " }) {
      case "class":
        let plain = String(name.prefix { $0 != ":" })
        className = plain
        if name.last == ":" { parents[plain] = String(type.prefix { $0 != " " && $0 != "," }) }
      case "field":
        guard let className else { continue }
        fields[className, default: [:]][Self.plain(name)] = DeclaredType(type)
      // A class with a call is also a function.
      case "overload":
        guard let className else { continue }
        aliases[className, default: DeclaredType()].add(DeclaredType(rest))
      case "alias": if !type.isEmpty { aliases[String(name)] = DeclaredType(type) }
      case "param":
        function.isVariadic = name == "..."
        function.parameters.append(DeclaredType(type))
      case "return": if function.result.names.isEmpty { function.result = DeclaredType(rest) }
      default: break
      }
    }
    guard let statement = block.last, !statement.hasPrefix("--") else { return }
    if statement.hasPrefix("function ") {
      let name = statement.dropFirst("function ".count).prefix { $0 != "(" }
      add(DeclaredType(function), to: name, locals)
    } else if let className {
      let name = statement.drop(prefix: "local ").prefix { $0 != " " }
      locals[name] = className
      guard !statement.hasPrefix("local ") else { return }
      globals[String(name), default: DeclaredType()].names.insert(className)
    }
  }

  private mutating func add(
    _ function: DeclaredType,
    to name: Substring,
    _ locals: [Substring: String]
  ) {
    let parts = name.split { $0 == "." || $0 == ":" }
    guard parts.count == 2 else {
      globals[String(name), default: DeclaredType()].add(function)
      return
    }
    let className = locals[parts[0]] ?? String(parts[0])
    fields[className, default: [:]][String(parts[1])] = function
  }

  private static func plain(_ name: Substring) -> String {
    name.last == "?" ? String(name.dropLast()) : String(name)
  }
}

extension Substring {
  fileprivate func drop(prefix: String) -> Substring {
    hasPrefix(prefix) ? dropFirst(prefix.count) : self
  }
}
