package import Rehearsal
/// The endings of many links, counted; it takes room for each kind of ending, not for each link.
package struct LinkTally: Sendable {
  /// Links that ended in the same way.
  package struct Kind: Sendable {
    package let ending: Ending
    /// The first link of the kind.
    package let example: String
    /// The number of links.
    package fileprivate(set) var count = 0
  }

  /// A link that leads nowhere.
  package struct DeadLink: Sendable {
    package let link: String
    package let ending: Ending
    /// How often it is in the lists.
    package fileprivate(set) var count = 0
  }

  /// The most kinds that are told apart; those beyond it are told by status and route alone.
  private static let kindLimit = 10_000

  /// The most dead links that are told apart.
  private static let deadLimit = 10_000

  /// The number of links.
  package private(set) var count = 0

  /// The number of dead links that are not told apart, since there are too many.
  package private(set) var untoldDeadCount = 0

  private let allowsFallback: Bool
  private var counts: [Ending: Kind] = [:]
  private var dead: [String: DeadLink] = [:]

  /// Counts nothing yet.
  ///
  /// - Parameter allowsFallback: Whether a link that a script broke counts as a good one if
  ///   something else is shown instead. Default: it leads nowhere.
  package init(allowsFallback: Bool = false) { self.allowsFallback = allowsFallback }

  /// Counts a link with the kind of its ending.
  ///
  /// - Complexity: O(1).
  package mutating func add(_ link: String, _ kind: Ending) {
    count += 1
    let isKnown = counts.count < Self.kindLimit || counts[kind] != nil
    let key = isKnown ? kind : kind.withoutReason
    counts[key, default: Kind(ending: key, example: link)].count += 1
    if kind.isDead, !(allowsFallback && kind.isBroken) { addDead(link, kind) }
  }

  private mutating func addDead(_ link: String, _ kind: Ending) {
    guard dead.count < Self.deadLimit || dead[link] != nil else {
      untoldDeadCount += 1
      return
    }
    dead[link, default: DeadLink(link: link, ending: kind)].count += 1
  }

  /// The kinds, by status, the most frequent first.
  package var kinds: [Kind] {
    let order = Dictionary(
      uniqueKeysWithValues: zip(Ending.Status.allCases, Ending.Status.allCases.indices)
    )
    return counts.values.sorted { left, right in
      let places = (order[left.ending.status] ?? 0, order[right.ending.status] ?? 0)
      if places.0 != places.1 { return places.0 < places.1 }
      if left.count != right.count { return left.count > right.count }
      return left.ending.words < right.ending.words
    }
  }

  /// The number of links of each status, where there are any.
  package var statuses: [(status: Ending.Status, count: Int)] {
    Ending.Status.allCases.compactMap { status in
      let count = counts.values.reduce(0) { $0 + ($1.ending.status == status ? $1.count : 0) }
      return count == 0 ? nil : (status, count)
    }
  }

  /// Whether a link leads nowhere.
  package var hasDead: Bool { !dead.isEmpty }

  /// The links that lead nowhere, the most frequent first.
  package var deadLinks: [DeadLink] {
    dead.values.sorted { ($1.count, $0.link) < ($0.count, $1.link) }
  }
}
