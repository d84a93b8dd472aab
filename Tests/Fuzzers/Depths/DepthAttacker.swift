import TextTools

/// Drives every recursion that a script, a file or a link can drive: up to its bound it is accepted,
/// beyond it is refused, and however deep it goes, the stack of a thread is enough.
///
/// Each part of a case is a count of levels and a kind. Cases run on stacks of 512 KiB.
struct DepthAttacker: Attacker {
  static let name = "depths"
  static let round = 60

  /// A case with every kind at its bound, one level beyond, and far beyond.
  static var whole: AttackCase {
    AttackCase(
      DepthKind.all.flatMap { kind in
        let levels = (kind.bound.map { [$0, $0 + 1] } ?? [64]) + [10_000]
        return levels.map { "\($0) \(kind.name)" }
      }
    )
  }

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    AttackCase(
      (0..<random.number(1...2))
        .map { _ in
          let kind = random.pick(DepthKind.all)
          let near = (kind.bound ?? 100) + random.number(-1...2)
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
      guard words.count == 2, let levels = Int(words[0]),
        let kind = DepthKind.all.first(where: { $0.name == words[1] })
      else { continue }
      let isAccepted = try await kind.goes(levels)
      guard let bound = kind.bound, isAccepted != (levels <= bound) else { continue }
      return "bound: \(levels) levels of \(kind.name) are \(isAccepted ? "accepted" : "refused")"
    }
    return nil
  }
}
