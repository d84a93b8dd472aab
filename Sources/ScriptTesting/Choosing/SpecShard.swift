/// One part of the spec files, for runs that several machines share.
///
/// The parts of one count contain each file exactly once. They depend only on file names, not on
/// the history of a machine.
package struct SpecShard: Sendable, Equatable {
  /// The number of the part, starting at 1.
  package let number: Int
  /// The number of parts.
  package let count: Int

  /// Parses text such as `2/5`.
  ///
  /// Returns `nil` for invalid text or a number out of range.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let number = Int(parts[0]), let count = Int(parts[1]),
      count <= 100_000, number >= 1, number <= count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Returns the files of the part in their given order.
  package func files(of all: [String]) -> [String] {
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
