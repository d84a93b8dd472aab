/// Finds the names that a mistyped one most likely stands for.
package enum NearestNames {
  /// The number of candidates looked at.
  ///
  /// Beyond it a suggestion is not worth its time.
  private static let candidateLimit = 5_000

  /// The candidates closest to a name, best first, ties in the order of their text.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - candidates: What could have been meant.
  ///   - count: How many answers at most. Default: 3.
  /// - Returns: The names as the candidates write them.
  /// - Complexity: O(*n* · *k*²) for *n* candidates of length *k*; at most 5,000 are looked at.
  package static func of(
    _ name: String,
    among candidates: some Sequence<String>,
    count: Int = 3
  ) -> [String] {
    of(name, among: candidates.lazy.map { Candidate(key: $0, text: $0) }, count: count)
  }

  /// Something that could have been meant.
  package struct Candidate {
    /// The text that is compared.
    let key: String
    /// The text that is answered.
    let text: String
    /// The bytes of the key that can be mistyped: a third of them may differ.
    let weight: Int

    /// Makes a candidate.
    ///
    /// - Parameters:
    ///   - key: What is compared.
    ///   - text: What is answered.
    ///   - weight: The bytes of the key that can be mistyped. Default: all.
    package init(key: String, text: String, weight: Int? = nil) {
      self.key = key
      self.text = text
      self.weight = weight ?? key.utf8.count
    }
  }

  /// The candidates whose keys are closest to a name.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - candidates: What is compared, and what is answered for it.
  ///   - count: How many answers at most.
  /// - Returns: The answers, best first, ties in the order of their text.
  /// - Complexity: As ``of(_:among:count:)``.
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

  /// The sentence that suggests the nearest name, with a space before it, or nothing.
  package static func hint(for name: String, among candidates: some Sequence<String>) -> String {
    hint(of: of(name, among: candidates, count: 1).first)
  }

  /// The number of names that a list of all has.
  private static let listLimit = 20

  /// The sentence that suggests the nearest name or, where none is near, lists what is there, with a
  /// space before it; nothing without candidates.
  ///
  /// - Parameters:
  ///   - name: The name as written.
  ///   - candidates: The names that could have been meant, in the order in which they are listed.
  /// - Returns: The sentence.
  package static func hintOrList(for name: String, among candidates: [String]) -> String {
    let hint = hint(for: name, among: candidates)
    guard hint.isEmpty, let first = candidates.first else { return hint }
    guard candidates.count > 1 else { return " There is only \(first)." }
    let names = candidates.prefix(listLimit).joined(separator: ", ")
    let rest = candidates.count - listLimit
    return " There are \(names)\(rest > 0 ? " and \(rest) more" : "")."
  }

  /// The sentence that suggests a name, with a space before it, or nothing.
  package static func hint(of nearest: String?) -> String {
    nearest.map { " Did you mean '\($0)'?" } ?? ""
  }

  /// The edits between two texts, a swap of neighbours counting as one.
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
