import TextTools

/// An attacker that finds the faults its cases request, for tests of the code that runs attackers.
struct DoubleAttacker: Attacker {
  static let name = "doubles"
  static let round = 3

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    let words = ["well", "well", "well", "well", "well", "well", "wrong", "crash", "hang"]
    return AttackCase((0..<random.number(1...12)).map { _ in "a \(random.pick(words)) b" })
  }

  func problem(of attack: AttackCase) async throws -> String? {
    for part in attack.parts {
      if part.contains("crash") { fatalError("as the case says") }
      while part.contains("hang") { try await Task.sleep(for: .seconds(1)) }
      if part.contains("wrong") { return "wrong: as the case says" }
    }
    return nil
  }
}
