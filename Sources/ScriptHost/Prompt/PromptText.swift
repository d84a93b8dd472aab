import LuaSyntax

/// A text of Lua that a person enters, piece by piece.
package struct PromptText: Sendable {
  package let text: String

  /// The text to run: it assigns the outermost `local` variables, so that later texts see them.
  package let source: String

  package let names: [String]

  /// Whether it is an expression, which returns its values.
  package let isExpression: Bool

  /// Whether it is incomplete: a block, a bracket or an operator is open.
  package let goesOn: Bool

  /// Reads a text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ text: String) {
    self.text = text
    let prefix = "return "
    let expression = LuaTree(Array((prefix + text).utf8))
    let isBlank = expression.tokens.count <= 2
    isExpression = expression.problems.isEmpty && !isBlank
    guard !isExpression else {
      (source, names, goesOn) = (prefix + text, [], false)
      return
    }
    let tree = LuaTree(Array(text.utf8))
    goesOn =
      !tree.problems.isEmpty && (tree.endsEarly || expression.endsEarly)
    guard tree.problems.isEmpty else {
      (source, names) = (text, [])
      return
    }
    var rewriting = LocalRewriting(tree)
    rewriting.run()
    source = String(decoding: rewriting.text, as: UTF8.self)
    names = rewriting.names
  }
}

extension LuaTree {
  /// Whether the first syntax error is the end of the text.
  fileprivate var endsEarly: Bool {
    guard let first = problems.first else { return false }
    switch first.reason {
    case .unfinishedComment: return true
    case .unfinishedString: return text[first.start] == UInt8(ascii: "[")
    case .expected, .unclosed, .unexpected, .noStatement, .expectedWords:
      return first.start == first.end && first.start >= (tokens.last?.start ?? 0)
    default: return false
    }
  }
}

/// Converts the outermost `local` statements of a text into assignments, and leaves every other
/// byte in its place.
private struct LocalRewriting {
  private let tree: LuaTree
  private(set) var text: [UInt8]
  private(set) var names: [String] = []
  private var insertions: [Int] = []

  init(_ tree: LuaTree) {
    self.tree = tree
    text = tree.text
  }

  mutating func run() {
    guard let block = tree.firstChild(of: tree.root) else { return }
    for statement in tree.children(of: block) {
      switch tree.kind(of: statement) {
      case .local: rewrite(local: statement)
      case .localFunction:
        blank(tree.tokens[tree.tokenRange(of: statement).lowerBound])
        if let declaration = tree.firstChild(of: statement) {
          names.append(tree.name(of: declaration))
        }
      default: break
      }
    }
    for offset in insertions.reversed() {
      text.replaceSubrange(offset..<offset, with: Array(" = nil".utf8))
    }
  }

  private mutating func rewrite(local statement: LuaNode) {
    let declarations = tree.children(of: statement).filter { tree.kind(of: $0) == .declaration }
    let attributes = declarations.compactMap { tree.firstChild(of: $0) }
    // A variable that is closed at the end of its block cannot be kept.
    guard !attributes.contains(where: { tree.text(of: $0).contains("close") }) else { return }
    let tokens = tree.tokenRange(of: statement)
    blank(tree.tokens[tokens.lowerBound])
    for attribute in attributes {
      for offset in tree.range(of: attribute) { text[offset] = UInt8(ascii: " ") }
    }
    names += declarations.map { tree.name(of: $0) }
    if !tree.tokens[tokens].contains(where: { $0.kind == .assign }) {
      insertions.append(tree.tokens[tokens.upperBound - 1].end)
    }
  }

  private mutating func blank(_ token: LuaToken) {
    for offset in token.start..<token.end { text[offset] = UInt8(ascii: " ") }
  }
}
