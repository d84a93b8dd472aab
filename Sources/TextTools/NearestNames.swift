/// Finds the likely intended names for a mistyped name.
package enum NearestNames {
  /// The maximum number of candidates to compare; more would take too long for a suggestion.
  private static let candidateLimit = 5_000

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
    let wanted = Array(name.lowercased().utf8.prefix(200))
    var found: [(distance: Int, text: String)] = []
    for candidate in candidates.prefix(candidateLimit) {
      let bytes = Array(candidate.key.lowercased().utf8.prefix(200))
      let allowed = candidate.weight < 2 ? 0 : max(1, candidate.weight / 3)
      guard abs(bytes.count - wanted.count) <= allowed else { continue }
      let distance = editDistance(wanted, bytes)
      if distance <= allowed { found.append((distance, candidate.text)) }
    }
    found.sort { ($0.distance, $0.text) < ($1.distance, $1.text) }
    return found.prefix(count).map(\.text)
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

  /// Returns the edit distance between two texts; swapping two neighbours counts as one edit.
  private static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let substitution = previous[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(previous[column + 1] + 1, current[column] + 1, substitution)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      before = previous
      previous = current
    }
    return previous[right.count]
  }
}
