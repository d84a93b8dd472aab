@testable import RoutePatterns

extension RouteTable {
  /// The broken invariants that every search relies on; empty for a valid table.
  func brokenInvariants() -> [String] {
    var broken = routes.graph.brokenInvariants()
    if Set(winningOrder) != Set(entries.indices) { broken.append("an entry has no rank") }
    return broken
  }
}

extension RouteGraph {
  fileprivate func brokenInvariants() -> [String] {
    var broken: [String] = []
    func check(_ isFine: Bool, _ problem: @autoclosure () -> String) {
      if !isFine { broken.append(problem()) }
    }
    check(edges.last?.isLast == true, "the last edge is not marked")
    check(isOrdered || floors.count == records.count, "a record has no floor")
    for index in records.indices where records[index].length != GraphRecord.unused {
      let record = records[index]
      check(record.value < Int32(answers.count), "record \(index) ends at no rank")
      if record.flags.contains(.hasParameter) {
        check(!record.flags.contains(.hasEdges), "record \(index) has parameter and edges")
        check(records[Int(record.children) - 1].length == 0, "record \(index) has no parameter")
      }
      for child in literals(of: record) {
        check(self.child(of: index, text(of: child)) == child, "record \(child) is not found")
      }
      for edge in edges(of: record) {
        check(Int(edge.target) < records.count, "an edge of \(index) has no target")
        check(
          isOrdered || floors[Int(edge.target)] >= floors[index],
          "record \(index) is too high"
        )
      }
    }
    for rank in sameEnd.indices where sameEnd[rank] >= 0 {
      check(sameEnd[rank] > Int32(rank), "rank \(rank) is followed by a smaller one")
    }
    return broken
  }

  private func literals(of record: GraphRecord) -> [Int] {
    guard record.flags.probes > 0 else { return [] }
    let start = Int(record.children)
    let end = start + (1 << (63 - Int(record.shift))) + record.flags.probes - 1
    return (start..<end).filter { records[$0].length != GraphRecord.unused }
  }

  private func edges(of record: GraphRecord) -> ArraySlice<GraphEdge> {
    guard record.flags.contains(.hasEdges) else { return [] }
    let rest = edges[Int(record.edges)...]
    return rest.prefix(through: rest.firstIndex(where: \.isLast) ?? rest.startIndex)
  }

  private func text(of child: Int) -> [UInt8] {
    let record = records[child]
    let length = Int(record.length)
    if length > 16 { return Array(text[Int(record.tail)..<Int(record.tail) + length]) }
    let head = (0..<min(length, 8)).map { UInt8(truncatingIfNeeded: record.head >> (8 * $0)) }
    guard length > 8 else { return head }
    return head + (16 - length..<8).map { UInt8(truncatingIfNeeded: record.tail >> (8 * $0)) }
  }
}
