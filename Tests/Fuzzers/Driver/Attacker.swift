import TextTools

/// A kind of attack: makes cases from random numbers, runs them, and describes problems.
///
/// A case runs in a child process, and the parent process detects a crash or a hang.
protocol Attacker: Sendable {
  /// The name in arguments, reports and folders.
  static var name: String { get }

  /// The number of cases in a round. The rounds of all attackers take about equally long.
  static var round: Int { get }

  /// Makes a case. The same numbers make the same case.
  func makeCase(_ random: inout SeededGenerator) -> AttackCase

  /// Runs a case.
  ///
  /// - Returns: A description of the problem, or `nil`.
  func problem(of attack: AttackCase) async throws -> String?

  /// Simpler forms of a part, for shrinking. By default, each form omits one word.
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

  /// The case for a seed.
  func makeCase(seed: UInt64) -> AttackCase {
    var random = SeededGenerator(seed: seed)
    return makeCase(&random)
  }
}

/// All attackers.
enum Attackers {
  static let all: [any Attacker] =
    [
      ProgramAttacker(), HostCallAttacker(), SpecCallAttacker(), ByteAttacker(), LinkAttacker(),
      EditAttacker(), DepthAttacker(), FileAttacker(),
    ] + releases

  /// The attackers of the trait `Releases`.
  #if Releases
  private static let releases: [any Attacker] = [TrustAttacker()]
  #else
  private static let releases: [any Attacker] = []
  #endif

  static func named(_ name: String) -> (any Attacker)? {
    (all + [DoubleAttacker()]).first { type(of: $0).name == name }
  }
}
