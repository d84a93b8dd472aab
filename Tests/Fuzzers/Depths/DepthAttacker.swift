import TextTools

/// Drives every recursion that a script, a file or a link can start.
///
/// Depths within the limit are accepted, deeper ones are rejected, and no depth overflows the stack
/// of a thread.
///
/// Each part of a case is a number of levels and a kind. `edge` in place of the number means the
/// deepest accepted level, and one more. Cases run on stacks of 512 KiB.
struct DepthAttacker: Attacker {
  static let name = "depths"
  static let round = 60

  /// A number of levels that is too many for every stack.
  private static let tooMany = 10_000
  /// A number of levels that every stack must hold.
  private static let fewest = 16

  /// A case with every kind at its limit, one level beyond it, and far beyond it.
  static var whole: AttackCase {
    AttackCase(
      DepthKind.all.flatMap { kind in
        let levels =
          switch kind.bound {
          case .levels(let bound): ["\(bound)", "\(bound + 1)", "\(tooMany)"]
          case .stack: ["edge", "\(tooMany)"]
          case .any: ["64", "\(tooMany)"]
          }
        return levels.map { "\($0) \(kind.name)" }
      }
    )
  }

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    AttackCase(
      (0..<random.number(1...2))
        .map { _ in
          let kind = random.pick(DepthKind.all)
          let bound = if case .levels(let bound) = kind.bound { bound } else { 100 }
          let near = bound + random.number(-1...2)
          let levels =
            random.chance(50) ? near : random.number(1...random.pick([100, 1_000, 20_000]))
          return "\(levels) \(kind.name)"
        }
    )
  }

  func simplerForms(of part: String) -> [String] {
    let words = part.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let levels = Int(words[0]) else { return [] }
    return [levels / 2, levels * 9 / 10, levels - 1].filter { $0 > 0 && $0 < levels }
      .map { "\($0) \(words[1])" }
  }

  func problem(of attack: AttackCase) async throws -> String? {
    for part in attack.parts {
      let words = part.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let kind = DepthKind.all.first(where: { $0.name == words[1] })
      else { continue }
      if words[0] == "edge", let problem = try await problem(atEdgeOf: kind) { return problem }
      guard let levels = Int(words[0]) else { continue }
      let isAccepted = try await kind.goes(levels)
      guard let wanted = Self.isAccepted(levels, of: kind.bound), wanted != isAccepted else {
        continue
      }
      return "bound: \(levels) levels of \(kind.name) are \(isAccepted ? "accepted" : "refused")"
    }
    return nil
  }

  /// Finds the deepest level that the stack holds, and also tries the next one.
  private func problem(atEdgeOf kind: DepthKind) async throws -> String? {
    var (accepted, refused) = (0, Self.tooMany)
    while refused - accepted > 1 {
      let levels = (accepted + refused) / 2
      if try await kind.goes(levels) { accepted = levels } else { refused = levels }
    }
    guard accepted < Self.fewest || refused == Self.tooMany else { return nil }
    return "bound: \(accepted) levels of \(kind.name) are the most"
  }

  /// Whether this number of levels must be accepted.
  ///
  /// `nil` if unknown.
  private static func isAccepted(_ levels: Int, of bound: DepthKind.Bound) -> Bool? {
    switch bound {
    case .levels(let bound): levels <= bound
    case .stack: levels <= fewest ? true : levels >= tooMany ? false : nil
    // More levels may exceed the time limit of a script.
    case .any: levels <= 1_000 ? true : nil
    }
  }
}
