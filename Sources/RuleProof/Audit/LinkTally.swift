package import Rehearsal
/// Counts the endings of many links; its size depends on the number of kinds, not of links.
package struct LinkTally: Sendable {
  /// Links that ended in the same way.
  package struct Kind: Sendable {
    package let ending: Ending
    package let example: String
    package fileprivate(set) var count = 0
  }

  package struct DeadLink: Sendable {
    package let link: String
    package let ending: Ending
    package fileprivate(set) var count = 0
  }

  /// Beyond this number, kinds differ only by status and route.
  private static let kindLimit = 10_000
  private static let deadLimit = 10_000

  package private(set) var count = 0

  /// The number of dead links beyond the limit, which are only counted.
  package private(set) var untoldDeadCount = 0

  private let allowsFallback: Bool
  private var counts: [Ending: Kind] = [:]
  private var dead: [String: DeadLink] = [:]

  /// If `allowsFallback`, a link counts as good if a fallback replaces a script error.
  package init(allowsFallback: Bool = false) { self.allowsFallback = allowsFallback }

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

  /// The kinds by status, most frequent first.
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

  package var statuses: [(status: Ending.Status, count: Int)] {
    Ending.Status.allCases.compactMap { status in
      let count = counts.values.reduce(0) { $0 + ($1.ending.status == status ? $1.count : 0) }
      return count == 0 ? nil : (status, count)
    }
  }

  package var hasDead: Bool { !dead.isEmpty }

  package var deadLinks: [DeadLink] {
    dead.values.sorted { ($1.count, $0.link) < ($0.count, $1.link) }
  }
}
