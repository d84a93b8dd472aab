/// One part of the spec files, where several machines share a run.
///
/// The parts of one count hold each file exactly once, whatever a machine remembers of earlier runs:
/// files are dealt out by their names alone.
public struct SpecShard: Sendable, Equatable {
  /// The number of the part, counted from 1.
  public let number: Int
  /// The number of parts.
  public let count: Int

  /// Reads `2/5`; `nil` for anything else, and for a part that there is not.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let number = Int(parts[0]), let count = Int(parts[1]),
      count <= 100_000, number >= 1, number <= count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The files of the part, in the order in which they are given.
  public func files(of all: [String]) -> [String] {
    let order = all.indices.sorted { one, other in
      all[one] == all[other]
        ? one < other : all[one].utf8.lexicographicallyPrecedes(all[other].utf8)
    }
    var isChosen = [Bool](repeating: false, count: all.count)
    for (place, index) in order.enumerated() where place % count == number - 1 {
      isChosen[index] = true
    }
    return all.indices.filter { isChosen[$0] }.map { all[$0] }
  }
}
