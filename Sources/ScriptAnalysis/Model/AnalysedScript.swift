package import LuaSyntax
import ScriptHost
import Synchronization

/// A parsed script and the resolved names in it.
package final class AnalysedScript: Sendable {
  /// The maximum size of a script.
  package static let byteLimit = 512 << 10

  package let file: String
  package let tree: LuaTree
  package let lines: LineTable
  package let suppressions: Suppressions
  package let isSpec: Bool
  private let nodesByKind: [[LuaNode]]
  private let referencesByVariable: [[LuaReference]]
  /// The initial value of each local variable that is never set again.
  private let values: [Int: LuaNode]
  private let foundCallees = Found<[String?]>()
  private let foundTables = Found<[LuaNode]>()
  private let foundRoles = Found<[RoleUse]>()

  /// A lazily computed result that several rules use.
  private final class Found<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)

    func get(_ find: () -> Answer) -> Answer {
      answer.withLock { answer in
        if let answer { return answer }
        let found = find()
        answer = found
        return found
      }
    }
  }

  /// Whether it is the file of invariants, the only file that has the global `invariant`.
  var mayWriteInvariants: Bool { file == ScriptHost.invariantsFile }

  /// The tables that look like definitions of routes.
  var routeTables: [LuaNode] { foundTables.get { all(.table).filter(isRoute) } }

  /// The functions that serve routes, as far as the text shows.
  package var roleUses: [RoleUse] { foundRoles.get(findRoleUses) }

  package var text: [UInt8] { tree.text }

  /// Whether a file contains specs or helpers of specs.
  package static func isSpec(_ file: String) -> Bool {
    file.hasSuffix("_spec.lua") || file.hasPrefix("spec/") || file.contains("/spec/")
  }

  /// Parses a script.
  ///
  /// - Parameters:
  ///   - file: Its path.
  ///   - text: Its bytes. A first line that begins with `#` counts as empty, as in Lua.
  ///   - isSpec: Whether it contains specs or helpers of specs.
  package init(file: String, text: [UInt8], isSpec: Bool) {
    self.file = file
    self.isSpec = isSpec
    let text = Self.withoutPreamble(text)
    let tree = LuaTree(text, limit: Self.byteLimit)
    self.tree = tree
    lines = LineTable(text)
    suppressions = Suppressions(tree, lines)
    let nodes = tree.nodesByKind
    nodesByKind = nodes
    var references: [[LuaReference]] = Array(repeating: [], count: tree.scopes.variables.count)
    for use in tree.scopes.references { use.variable.map { references[$0].append(use) } }
    referencesByVariable = references
    let declaring: [LuaNode.Kind] = [.local, .localFunction]
    values = Self.constants(in: tree, declaring.flatMap { nodes[Int($0.rawValue)] }) {
      references[$0].contains(where: \.isWrite)
    }
  }

  /// A text with spaces in place of the byte order mark and the `#` line.
  private static func withoutPreamble(_ text: [UInt8]) -> [UInt8] {
    guard text.first == 0xEF || text.first == UInt8(ascii: "#") else { return text }
    var text = text
    let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for place in 0..<mark { text[place] = UInt8(ascii: " ") }
    guard mark < text.count, text[mark] == UInt8(ascii: "#") else { return text }
    var place = mark
    while place < text.count, text[place] != UInt8(ascii: "\n"), text[place] != UInt8(ascii: "\r") {
      text[place] = UInt8(ascii: " ")
      place += 1
    }
    return text
  }

  /// The values of the variables that are set only where they are declared.
  private static func constants(
    in tree: LuaTree,
    _ statements: [LuaNode],
    isWritten: (Int) -> Bool
  ) -> [Int: LuaNode] {
    var values: [Int: LuaNode] = [:]
    for node in statements {
      let parts = Array(tree.children(of: node))
      let names = parts.filter { tree.kind(of: $0) == .declaration }
      let last = parts.last.map {
        tree.kind(of: $0) == .expressions ? Array(tree.children(of: $0)) : [$0]
      }
      for (name, value) in zip(names, last ?? []) where tree.kind(of: value) != .declaration {
        guard let variable = tree.variable(of: name), !isWritten(variable) else { continue }
        values[variable] = value
      }
    }
    return values
  }

  /// The nodes of a kind, in unspecified order.
  package func all(_ kind: LuaNode.Kind) -> [LuaNode] { nodesByKind[Int(kind.rawValue)] }

  /// The nodes of a kind, in the order of the text.
  package func nodes(_ kind: LuaNode.Kind) -> [LuaNode] {
    all(kind).sorted { tree.range(of: $0).lowerBound < tree.range(of: $1).lowerBound }
  }

  func references(to variable: Int) -> [LuaReference] { referencesByVariable[variable] }

  /// The value of a local variable that is set only where it is declared.
  func constant(_ variable: Int) -> LuaNode? { values[variable] }

  /// The initial value of a local variable that is never set again; for another node, the node
  /// itself.
  package func value(of node: LuaNode) -> LuaNode {
    var node = node
    for _ in 0..<4 {
      if tree.kind(of: node) == .parenthesized, let inner = tree.firstChild(of: node) {
        node = inner
      } else if tree.kind(of: node) == .name, let variable = tree.variable(of: node),
        let value = values[variable]
      {
        node = value
      } else {
        break
      }
    }
    return node
  }

  /// The global path of an expression, such as `router.to`, or `nil`.
  func path(of node: LuaNode) -> String? {
    var node = value(of: node)
    var fields: [String] = []
    for _ in 0..<8 {
      switch tree.kind(of: node) {
      case .field:
        fields.append(tree.name(of: node))
        guard let base = tree.firstChild(of: node) else { return nil }
        node = value(of: base)
      case .name:
        guard tree.variable(of: node) == nil else { return nil }
        return ([tree.name(of: node)] + fields.reversed()).joined(separator: ".")
      default: return nil
      }
    }
    return nil
  }

  /// The local variable with this name at an offset, or `nil`.
  func variable(named name: String, at offset: Int) -> Int? {
    tree.scopes.variables.lastIndex { $0.name == name && $0.scope.contains(offset) }
  }

  /// The text of a string literal, or of a constant local variable that holds one.
  package func string(of node: LuaNode?) -> String? {
    node.flatMap { tree.string(of: value(of: $0)) }
  }

  package func arguments(of call: LuaNode) -> [LuaNode] {
    Array(tree.children(of: call).dropFirst())
  }

  /// The global path of the called function.
  package func callee(of call: LuaNode) -> String? {
    let callees = foundCallees.get {
      let calls = all(.call)
      var names: [String?] = Array(repeating: nil, count: (calls.last?.index ?? -1) + 1)
      for call in calls { names[call.index] = tree.firstChild(of: call).flatMap(path) }
      return names
    }
    return callees.indices.contains(call.index) ? callees[call.index] : nil
  }

  package func fields(of table: LuaNode) -> [(name: String, item: LuaNode, value: LuaNode)] {
    tree.children(of: table)
      .compactMap { item in
        guard tree.kind(of: item) == .namedItem, let value = tree.firstChild(of: item) else {
          return nil
        }
        return (tree.name(of: item), item, value)
      }
  }

  /// The items of a table without keys, in order.
  func items(of table: LuaNode) -> [LuaNode] {
    tree.children(of: table)
      .compactMap { tree.kind(of: $0) == .item ? tree.firstChild(of: $0) : nil }
  }

  func field(_ name: String, of table: LuaNode) -> LuaNode? {
    fields(of: table).first { $0.name == name }?.value
  }

  /// The functions that a call of `host.replies` names, each with its place.
  func requesters(namedBy call: LuaNode) -> [(name: String, item: LuaNode)] {
    let arguments = arguments(of: call)
    guard arguments.count > 1, let table = field("functions", of: value(of: arguments[1])) else {
      return []
    }
    return fields(of: value(of: table)).map { ($0.name, $0.item) }
  }

  /// Whether the table has only literal keys and no list that may continue.
  func hasWrittenKeysOnly(_ table: LuaNode) -> Bool {
    tree.children(of: table).allSatisfy { tree.kind(of: $0) == .namedItem }
  }

  /// The function around a node, or `nil` at the top level.
  func function(around node: LuaNode) -> LuaNode? {
    var place = tree.parent(of: node)
    while let node = place, tree.kind(of: node) != .function { place = tree.parent(of: node) }
    return place
  }

  /// The functions around a node, from the innermost outwards.
  func functions(around node: LuaNode) -> [LuaNode] {
    var functions: [LuaNode] = []
    while let function = function(around: functions.last ?? node) { functions.append(function) }
    return functions
  }

  package func line(at offset: Int) -> Int { lines.line(of: offset) }

  package func start(ofLine line: Int) -> Int { lines.start(ofLine: line) }

  func line(of node: LuaNode) -> Int { lines.line(of: tree.range(of: node).lowerBound) }

  /// The variable of a function's parameter, or `nil` if the function has fewer parameters.
  func parameter(_ place: Int, of function: LuaNode) -> Int? {
    guard let parameters = tree.firstChild(of: function),
      let node = tree.child(place, of: parameters), tree.kind(of: node) == .declaration
    else { return nil }
    return tree.variable(of: node)
  }

  /// The returns of a function, without those of nested functions.
  func returns(of function: LuaNode) -> [LuaNode] { tree.returns(of: function) }

  /// Whether `pcall` or an assertion makes the call and so catches its errors.
  func isTried(_ node: LuaNode) -> Bool {
    var function = function(around: node)
    while let node = function {
      if let call = tree.parent(of: node), tree.kind(of: call) == .call,
        let name = callee(of: call),
        name == "pcall" || name == "xpcall" || name.hasPrefix("assert")
      {
        return true
      }
      function = self.function(around: node)
    }
    return false
  }
}
