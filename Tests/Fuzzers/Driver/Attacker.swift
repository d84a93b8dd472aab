import TextTools

/// One kind of attack: it makes cases from numbers, runs them, and says what is wrong.
///
/// A crash or a hang is found by the process that started the one in which a case runs.
protocol Attacker: Sendable {
  /// The name in arguments, reports and folders.
  static var name: String { get }

  /// The cases of a round: what takes about as long as the other attackers' rounds.
  static var round: Int { get }

  /// Makes a case; the same numbers make the same one.
  func makeCase(_ random: inout SeededGenerator) -> AttackCase

  /// Runs a case.
  ///
  /// - Returns: What is wrong, or `nil` when all is well.
  func problem(of attack: AttackCase) async throws -> String?

  /// Simpler forms of a part, for shrinking; by default each without one of its words.
  func simplerForms(of part: String) -> [String]
}

extension Attacker {
  func simplerForms(of part: String) -> [String] {
    let words = part.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 1, words.count < 200 else { return [] }
    return words.indices.map { index in
      var shorter = words
      shorter.remove(at: index)
      return shorter.joined(separator: " ")
    }
  }

  /// The case of a seed.
  func makeCase(seed: UInt64) -> AttackCase {
    var random = SeededGenerator(seed: seed)
    return makeCase(&random)
  }
}

/// All attackers.
enum Attackers {
  static let all: [any Attacker] = [
    ProgramAttacker(), HostCallAttacker(), SpecCallAttacker(), ByteAttacker(), LinkAttacker(),
    EditAttacker(), DepthAttacker(), FileAttacker(),
  ]

  static func named(_ name: String) -> (any Attacker)? {
    (all + [DoubleAttacker()]).first { type(of: $0).name == name }
  }
}
