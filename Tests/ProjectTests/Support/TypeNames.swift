/// The names of types that a Swift file declares and uses.
///
/// A nested type counts as a use of its outermost type. A member of an extension does not count as
/// a use of the file with the extension: only the compiler knows which member is called.
struct TypeNames {
  /// The types at the top of the file that other files can see.
  private(set) var declared: Set<Substring> = []

  /// The names that can be types of other files.
  private(set) var used: Set<Substring> = []

  /// The names local to the file: private types, nested types and parameters.
  private var own: Set<Substring> = []

  private static let kinds: Set<Substring> = [
    "struct", "enum", "class", "actor", "protocol", "typealias",
  ]

  init(_ text: String, module: String = "") {
    let tokens = SwiftTokens(text).all
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token {
      case "{": depth += 1
      case "}": depth -= 1
      case "<": noteParameters(tokens, at: index)
      case "associatedtype": own.insert(tokens[index + 1])
      case _ where Self.kinds.contains(token):
        noteDeclaration(tokens, at: index, depth: depth)
      default:
        let isMember = index > 1 && tokens[index - 1] == "." && tokens[index - 2] != module
        if Self.isTypeName(token), !isMember { used.insert(token) }
      }
    }
    used.subtract(own.union(declared))
  }

  private mutating func noteDeclaration(_ tokens: [Substring], at index: Int, depth: Int) {
    guard index + 1 < tokens.count, Self.isTypeName(tokens[index + 1]),
      index == 0 || tokens[index - 1] != "import"
    else { return }
    let modifiers = tokens[..<index].reversed()
      .prefix { $0.first?.isLowercase == true || $0.first == "@" }
    let isPrivate = modifiers.contains { $0 == "private" || $0 == "fileprivate" }
    if depth == 0, !isPrivate {
      declared.insert(tokens[index + 1])
    } else {
      own.insert(tokens[index + 1])
    }
  }

  /// Records the parameters of a generic declaration.
  private mutating func noteParameters(_ tokens: [Substring], at index: Int) {
    guard index > 1,
      Self.kinds.contains(tokens[index - 2]) || tokens[index - 2] == "func"
        || ["init", "subscript"].contains(tokens[index - 1])
    else { return }
    var depth = 1
    var isName = true
    for token in tokens[(index + 1)...] {
      if token == "<" { depth += 1 }
      if token == ">" { depth -= 1 }
      if depth == 0 { return }
      if token == ",", depth == 1 {
        isName = true
      } else if isName, Self.isTypeName(token) {
        own.insert(token)
        isName = false
      }
    }
  }

  private static func isTypeName(_ token: Substring) -> Bool {
    token.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
  }
}
