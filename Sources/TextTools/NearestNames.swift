/// Finds the likely intended names for a mistyped name.
package enum NearestNames {
  /// The maximum number of candidates to compare; more would take too long for a suggestion.
  private static let candidateLimit = 5_000

  /// The maximum number of bytes to compare.
  private static let byteLimit = 200

  /// Returns the candidates closest to a name, best first, ties in alphabetical order.
  ///
  /// - Complexity: O(*n* · *k*²) for *n* candidates of length *k*; it compares at most 5,000.
  package static func of(
    _ name: String,
    among candidates: some Sequence<String>,
    count: Int = 3
  ) -> [String] {
    of(name, among: candidates.lazy.map { Candidate(key: $0, text: $0) }, count: count)
  }

  /// A possible correction.
  package struct Candidate {
    /// The text to compare.
    let key: String
    let text: String
    /// The number of bytes of the key that can be mistyped: a third of them may differ.
    let weight: Int

    package init(key: String, text: String, weight: Int? = nil) {
      self.key = key
      self.text = text
      self.weight = weight ?? key.utf8.count
    }
  }

  /// Returns the texts of the nearest candidates, best first, ties in alphabetical order.
  package static func of(
    _ name: String,
    among candidates: some Sequence<Candidate>,
    count: Int
  ) -> [String] {
    let wanted = Array(name.lowercased().utf8.prefix(byteLimit))
    var found: [(distance: Int, text: String)] = []
    for candidate in candidates.prefix(candidateLimit) {
      let bytes = Array(candidate.key.lowercased().utf8.prefix(byteLimit))
      let allowed = allowed(candidate.weight)
      guard abs(bytes.count - wanted.count) <= allowed else { continue }
      guard let distance = editDistance(wanted, bytes, limit: allowed) else { continue }
      found.append((distance, candidate.text))
    }
    found.sort { ($0.distance, $0.text) < ($1.distance, $1.text) }
    return found.prefix(count).map(\.text)
  }

  /// The largest edit distance of a near candidate.
  private static func allowed(_ weight: Int) -> Int { weight < 2 ? 0 : max(1, weight / 3) }

  /// Whether the lengths of a name and of a candidate in bytes differ by an allowed distance.
  package static func mayBeNear(_ count: Int, _ length: ClosedRange<Int>, weight: Int) -> Bool {
    let (allowed, count) = (allowed(weight), min(count, byteLimit))
    return min(length.lowerBound, byteLimit) - allowed <= count
      && count <= min(length.upperBound, byteLimit) + allowed
  }

  /// Returns a sentence that suggests the nearest name, with a leading space, or empty text.
  package static func hint(for name: String, among candidates: some Sequence<String>) -> String {
    hint(of: of(name, among: candidates, count: 1).first)
  }

  private static let listLimit = 20

  /// Returns a sentence that suggests the nearest name or lists all names, with a leading space;
  /// empty without candidates.
  package static func hintOrList(for name: String, among candidates: [String]) -> String {
    let hint = hint(for: name, among: candidates)
    guard hint.isEmpty, !candidates.isEmpty else { return hint }
    let names = candidates.prefix(listLimit).joined(separator: ", ")
    let rest = candidates.count - listLimit
    return " Available: \(names)\(rest > 0 ? " and \(rest) more" : "")."
  }

  /// Returns a sentence that suggests a name, with a leading space, or empty text.
  package static func hint(of nearest: String?) -> String {
    nearest.map { " Did you mean '\($0)'?" } ?? ""
  }

  /// Returns the edit distance between two texts, or `nil` above a limit; swapping two neighbours
  /// counts as one edit.
  private static func editDistance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
    guard byteDifference(left, right) <= 2 * limit else { return nil }
    let width = right.count + 1
    var rows = [Int](repeating: 0, count: 3 * width)
    for column in 0..<width { rows[column] = column }
    var (before, previous, current) = (2 * width, 0, width)
    for row in left.indices {
      rows[current] = row + 1
      var best = row + 1
      for column in right.indices {
        let substitution = rows[previous + column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(rows[previous + column + 1] + 1, rows[current + column] + 1, substitution)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, rows[before + column - 1] + 1)
        }
        rows[current + column + 1] = cost
        best = min(best, cost)
      }
      // A swap reaches back to the row before, which was not above the limit either.
      guard best <= limit + 1 else { return nil }
      (before, previous, current) = (previous, current, before)
    }
    let distance = rows[previous + right.count]
    return distance <= limit ? distance : nil
  }

  /// The number of bytes that only one of two texts has; one edit changes it by at most two.
  private static func byteDifference(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var counts = [Int](repeating: 0, count: 256)
    for byte in left { counts[Int(byte)] += 1 }
    for byte in right { counts[Int(byte)] -= 1 }
    var total = 0
    for byte in left + right {
      total += abs(counts[Int(byte)])
      counts[Int(byte)] = 0
    }
    return total
  }
}
