import Testing

/// Each attack in a process of its own: the host is alive, and the state usable.
struct LuaAttackTests {
  @Test(arguments: Attack.onTime.indices)
  func `a script that computes without end is stopped`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let problem = try Attack.onTime[index].problem()
      #expect(problem == nil, "\(Attack.onTime[index].name): \(problem ?? "")")
    }
  }

  @Test(arguments: Attack.onMemory.indices)
  func `a script that wants too much memory is stopped`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let problem = try Attack.onMemory[index].problem()
      #expect(problem == nil, "\(Attack.onMemory[index].name): \(problem ?? "")")
    }
  }

  @Test(arguments: Attack.onLibrary.indices)
  func `a library function that computes for long is stopped`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let problem = try Attack.onLibrary[index].problem()
      #expect(problem == nil, "\(Attack.onLibrary[index].name): \(problem ?? "")")
    }
  }

  @Test(arguments: Attack.onParser.indices)
  func `a text that is hard to read is refused`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let problem = try Attack.onParser[index].problem()
      #expect(problem == nil, "\(Attack.onParser[index].name): \(problem ?? "")")
    }
  }

  @Test(arguments: Attack.onValues.indices)
  func `a value that is hard to pass on is refused`(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      let problem = try Attack.onValues[index].problem()
      #expect(problem == nil, "\(Attack.onValues[index].name): \(problem ?? "")")
    }
  }
}
