/// A type in the annotations of the API.
///
/// It keeps only named types, lists and functions.
struct DeclaredType: Sendable {
  struct Function: Sendable {
    var parameters: [DeclaredType] = []
    /// Whether the last parameter is `...`.
    var isVariadic = false
    /// The type of the first result.
    var result = DeclaredType()
  }

  /// The alternatives that have a name, such as `router.RouteName`.
  var names: Set<String> = []
  /// The types of the entries, for the alternatives that are lists.
  private(set) var entries: [DeclaredType] = []
  private(set) var functions: [Function] = []

  /// The entries of a list of this type.
  var entry: DeclaredType? { entries.first }

  var result: DeclaredType? { functions.first?.result }

  init() {}

  init(_ function: Function) { functions = [function] }

  /// Reads the type at the beginning of a text, such as `string|integer the number`.
  init(_ text: Substring) {
    var rest = text
    self.init(reading: &rest)
  }

  func parameter(_ place: Int) -> DeclaredType? {
    guard let function = functions.first else { return nil }
    if place < function.parameters.count { return function.parameters[place] }
    return function.isVariadic ? function.parameters.last : nil
  }

  mutating func add(_ other: DeclaredType) {
    names.formUnion(other.names)
    entries += other.entries
    functions += other.functions
  }

  // MARK: Reading

  private init(reading rest: inout Substring) {
    add(Self.alternative(&rest))
    while rest.first == "|" {
      rest.removeFirst()
      add(Self.alternative(&rest))
    }
  }

  private static func alternative(_ rest: inout Substring) -> DeclaredType {
    if rest.hasPrefix("async ") { rest.removeFirst("async ".count) }
    var type = DeclaredType()
    if rest.hasPrefix("fun(") {
      rest.removeFirst("fun".count)
      type = DeclaredType(function(&rest))
    } else if rest.first == "(" {
      var inner = group(&rest)
      // The first of several results with names: `(answer: boolean, reason: string)`.
      let name = inner.prefix { $0.isLetter || $0 == "_" }
      if inner.dropFirst(name.count).hasPrefix(": ") { inner.removeFirst(name.count + 2) }
      type = DeclaredType(reading: &inner)
    } else if rest.first == "{" {
      _ = group(&rest)
    } else if rest.first == "\"" {
      rest = rest.dropFirst().drop { $0 != "\"" }.dropFirst()
    } else {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
      rest.removeFirst(word.count)
      if rest.first == "<" { _ = group(&rest) }
      type.names = [String(word)]
    }
    while true {
      if rest.hasPrefix("[]") {
        rest.removeFirst(2)
        var list = DeclaredType()
        list.entries = [type]
        type = list
      } else if rest.first == "?" {
        rest.removeFirst()
      } else {
        return type
      }
    }
  }

  /// Reads the parameters and the result after `fun`.
  private static func function(_ rest: inout Substring) -> Function {
    var function = Function()
    var inner = group(&rest)
    while !inner.isEmpty {
      let name = inner.prefix { $0 != ":" && $0 != "," }
      inner.removeFirst(name.count)
      function.isVariadic = name == "..."
      if inner.hasPrefix(": ") {
        inner.removeFirst(2)
        function.parameters.append(DeclaredType(reading: &inner))
      } else {
        function.parameters.append(DeclaredType())
      }
      inner = inner.drop { $0 != "," }.dropFirst().drop { $0 == " " }
    }
    if rest.hasPrefix(": ") {
      rest.removeFirst(2)
      function.result = DeclaredType(reading: &rest)
    }
    return function
  }

  /// Reads a bracket, and returns the text inside.
  private static func group(_ rest: inout Substring) -> Substring {
    var depth = 0
    for place in rest.indices {
      if "([{<".contains(rest[place]) { depth += 1 }
      if ")]}>".contains(rest[place]) { depth -= 1 }
      guard depth == 0 else { continue }
      let inner = rest[rest.startIndex..<place].dropFirst()
      rest = rest[place...].dropFirst()
      return inner
    }
    defer { rest = "" }
    return rest.dropFirst()
  }
}
