import TestSupport
import Testing

/// Each family of attacks in a process of its own: the host is alive, and the state usable.
struct LuaAttackTests {
  /// Attacks of one kind, and the rule that they try to break.
  enum Family: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case onTime = "a script that computes without end is stopped"
    case onMemory = "a script that wants too much memory is stopped"
    case onLibrary = "a library function that computes for long is stopped"
    case onParser = "a text that is hard to read is refused"
    case onValues = "a value that is hard to pass on is refused"
    case onPatterns = "a pattern that takes too long is stopped"
    case onLists = "a list that takes too long is stopped"
    case onTexts = "a text that takes too long is stopped"

    var testDescription: String { rawValue }

    var attacks: [Attack] {
      switch self {
      case .onTime: Attack.onTime
      case .onMemory: Attack.onMemory
      case .onLibrary: Attack.onLibrary
      case .onParser: Attack.onParser
      case .onValues: Attack.onValues
      case .onPatterns: Attack.onPatterns
      case .onLists: Attack.onLists
      case .onTexts: Attack.onTexts
      }
    }
  }

  @Test(arguments: Family.allCases)
  func `an attack is stopped or refused, and the host goes on`(family: Family) async {
    let progress = ChildProgress()
    let end = await #expect(processExitsWith: .success) {
      [family, progress = progress as ChildProgress] in
      for attack in family.attacks {
        try progress.begin(attack.name)
        let problem = try attack.problem()
        #expect(problem == nil, "\(attack.name): \(problem ?? "")")
      }
    }
    let last = progress.end()
    #expect(end != nil, "\(family.rawValue): the process ended at '\(last)'")
  }
}
