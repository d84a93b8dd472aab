import TestSupport
import Testing

/// Each family of attacks in its own process: the host stays alive, and the state usable.
struct LuaAttackTests {
  @Test(arguments: HostileScript.Family.allCases)
  func `an attack is stopped or refused, and the host continues`(family: HostileScript.Family) async
  {
    let progress = ChildProgress()
    let end = await #expect(processExitsWith: .success) {
      [family, progress = progress as ChildProgress] in
      for attack in family.scripts.map(Attack.init) {
        try progress.begin(attack.name)
        let problem = try attack.problem()
        #expect(problem == nil, "\(attack.name): \(problem ?? "")")
      }
    }
    let last = progress.end()
    #expect(end != nil, "\(family.rawValue): the process ended at '\(last)'")
  }
}
