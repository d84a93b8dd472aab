extension LuaTree {
  private static let testWords: Set<String> = [
    "context", "describe", "insulate", "it", "spec", "test",
  ]

  /// Whether the file contains tests: it calls `describe` or `it` with a name and a function,
  /// outside of functions, so that helper files for specs do not count.
  package var hasTests: Bool {
    guard let block = firstChild(of: root) else { return false }
    return children(of: block)
      .contains { statement in
        guard kind(of: statement) == .callStatement, let call = firstChild(of: statement),
          kind(of: call) == .call, let callee = firstChild(of: call), kind(of: callee) == .name,
          Self.testWords.contains(name(of: callee))
        else { return false }
        let parts = nodes(from: call)
        return parts.contains { kind(of: $0) == .string }
          && parts.contains { kind(of: $0) == .function }
      }
  }
}

extension LuaTree {
  /// A row of `it.each` with another number of entries than most rows of the call.
  package struct UnevenRow {
    package let node: LuaNode
    package let count: Int
    package let usualCount: Int
  }

  /// The rows of a call such as `it.each { { 1, 2 }, { 3 } }`, or nothing for another call.
  private func rows(of call: LuaNode) -> [LuaNode] {
    guard kind(of: call) == .call, let callee = firstChild(of: call), kind(of: callee) == .field,
      name(of: callee) == "each", let table = child(1, of: call), kind(of: table) == .table,
      children(of: table).allSatisfy({ kind(of: $0) == .item })
    else { return [] }
    return children(of: table).compactMap { firstChild(of: $0) }
  }

  /// Finds the rows that differ; the numbers of entries must all be known.
  package func unevenRows(of call: LuaNode) -> [UnevenRow] {
    let rows = rows(of: call)
    let counts = rows.compactMap(entryCount)
    guard counts.count == rows.count, var usual = counts.first else { return [] }
    var uses: [Int: Int] = [:]
    for count in counts { uses[count, default: 0] += 1 }
    for count in counts where uses[count, default: 0] > uses[usual, default: 0] { usual = count }
    return zip(rows, counts)
      .compactMap { row, count in
        count == usual ? nil : UnevenRow(node: row, count: count, usualCount: usual)
      }
  }

  /// The number of entries of a literal row without trailing nils, or `nil` if it is unknown.
  private func entryCount(of row: LuaNode) -> Int? {
    switch kind(of: row) {
    case .string, .number, .trueLiteral, .falseLiteral: return 1
    case .table: break
    default: return nil
    }
    let items = Array(children(of: row))
    let values = items.compactMap { kind(of: $0) == .item ? firstChild(of: $0) : nil }
    let open: [LuaNode.Kind] = [.call, .methodCall, .varargs]
    guard values.count == items.count, values.last.map({ !open.contains(kind(of: $0)) }) ?? true
    else { return nil }
    return values.lastIndex { kind(of: $0) != .nilLiteral }.map { $0 + 1 } ?? 0
  }

  /// The line of a row, from 1, of the innermost call of `each` whose body is given on a line.
  package func line(ofRow number: Int, at line: Int) -> Int? {
    let table = LineTable(text)
    var found: (range: Range<Int>, row: LuaNode)?
    var nodes = nodes(from: root)
    while let node = nodes.next() {
      guard kind(of: node) == .call, let inner = firstChild(of: node) else { continue }
      let range = range(of: node)
      let rows = rows(of: inner)
      guard rows.indices.contains(number - 1), !range.isEmpty,
        (table.line(of: range.lowerBound)...table.line(of: range.upperBound - 1)).contains(line),
        found.map({ range.count < $0.range.count }) ?? true
      else { continue }
      found = (range, rows[number - 1])
    }
    return found.map { table.line(of: self.range(of: $0.row).lowerBound) }
  }
}
