package import Rehearsal

/// Opens the links of yesterday with the rules before and after a release.
///
/// Each link opens once with both rules, as two audits would open it. A link is dead if it opened
/// before and now leads nowhere or fails.
package struct ShadowRun: Sendable {
  /// The links with one ending before and another one after.
  package struct Change: Sendable {
    /// The endings in words, such as `opened product`.
    package let before: String
    package let after: String
    package let isDead: Bool
    package let example: String
    package fileprivate(set) var count = 0
  }

  private struct Key: Hashable {
    let before: String
    let after: String
  }

  /// The most kinds of changes that are listed; further links are only counted.
  private static let kindLimit = 10_000

  package private(set) var count = 0
  package private(set) var movedCount = 0
  package private(set) var deadCount = 0

  private var changes: [Key: Change] = [:]
  private let openers: (before: LinkOpener, after: LinkOpener)

  /// Loads both versions.
  package init(from before: RehearsalScripts, to after: RehearsalScripts) async throws {
    let old = try await LinkOpener(before, as: nil)
    do {
      openers = (old, try await LinkOpener(after, as: nil))
    } catch {
      await old.end()
      throw error
    }
  }

  package func end() async {
    await openers.before.end()
    await openers.after.end()
  }

  package var sameCount: Int { count - movedCount - deadCount }

  /// The changes, dead links first, then the most frequent.
  package var all: [Change] {
    changes.values.sorted { first, second in
      guard first.isDead == second.isDead else { return first.isDead }
      return (second.count, first.before, first.after) < (first.count, second.before, second.after)
    }
  }

  /// Opens further links.
  package mutating func open(_ links: [String]) async {
    async let old = openers.before.open(links)
    async let new = openers.after.open(links)
    let endings = zip(await old, await new).map { ($0.ending, $1.ending) }
    for (link, (before, after)) in zip(links, endings) { add(link, before, after) }
  }

  private mutating func add(_ link: String, _ before: Ending, _ after: Ending) {
    count += 1
    let key = Key(before: before.kind.words, after: after.kind.words)
    guard key.before != key.after else { return }
    let isDead = before.isGood && after.isLost
    if isDead { deadCount += 1 } else { movedCount += 1 }
    guard changes.count < Self.kindLimit || changes[key] != nil else { return }
    let change = Change(before: key.before, after: key.after, isDead: isDead, example: link)
    changes[key, default: change].count += 1
  }
}
