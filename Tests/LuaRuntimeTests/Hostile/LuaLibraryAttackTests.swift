import Testing

/// Attacks by way of the libraries, each in a process of its own.
struct LuaLibraryAttackTests {
  @Test(arguments: Attack.onPatterns.indices)
  func `a pattern that takes too long is stopped`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let problem = try Attack.onPatterns[index].problem()
      #expect(problem == nil, "\(Attack.onPatterns[index].name): \(problem ?? "")")
    }
  }

  @Test(arguments: Attack.onLists.indices)
  func `a list that takes too long is stopped`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let problem = try Attack.onLists[index].problem()
      #expect(problem == nil, "\(Attack.onLists[index].name): \(problem ?? "")")
    }
  }

  @Test(arguments: Attack.onTexts.indices)
  func `a text that takes too long is stopped`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let problem = try Attack.onTexts[index].problem()
      #expect(problem == nil, "\(Attack.onTexts[index].name): \(problem ?? "")")
    }
  }
}
