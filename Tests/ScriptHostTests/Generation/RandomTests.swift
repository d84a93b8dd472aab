import Testing

@testable import ScriptHost

/// The numbers of `math.random`, which are the same in each run without a program.
@Suite struct RandomTests {
  private static let main = "drawn = {} for i = 1, 4 do drawn[i] = math.random(1 << 40) end"
  private static let numbers = "table.concat(drawn, ' '), math.random(1 << 40)"
  private static let seeded = "math.randomseed(0) \(main) return \(numbers)"

  @Test func `without a program, each load draws the numbers after randomseed(0)`() async throws {
    let scripts = try await LoadedScripts.load(Self.main, runsHeadless: true)
    let first = await scripts.evaluate(Self.numbers)
    try await scripts.host.load()
    #expect(await scripts.evaluate(Self.numbers) == first)
    let other = try await LoadedScripts.load(Self.main, runsHeadless: true)
    #expect(await other.evaluate(Self.numbers) == first)
    #expect(await other.evaluate(Self.seeded) == first)
  }

  @Test func `headless.lua draws the first of these numbers`() async throws {
    let scripts = try await LoadedScripts.load(
      "second = math.random(1 << 40)",
      files: ["headless.lua": "first = math.random(1 << 40)"],
      runsHeadless: true
    )
    let drawn = await scripts.evaluate("first, second")
    _ = await scripts.evaluate("math.randomseed(0)")
    #expect(await scripts.evaluate("math.random(1 << 40), math.random(1 << 40)") == drawn)
  }

  @Test func `in a program, each load draws other numbers`() async throws {
    let scripts = try await LoadedScripts.load(Self.main)
    let first = await scripts.evaluate(Self.numbers)
    try await scripts.host.load()
    let second = await scripts.evaluate(Self.numbers)
    #expect(second != first)
    let seeded = await scripts.evaluate(Self.seeded)
    #expect(first != seeded)
    #expect(second != seeded)
  }

  @Test func `a script can use random numbers`() async throws {
    let main = "math.randomseed() \(Self.main)"
    let scripts = try await LoadedScripts.load(main, runsHeadless: true)
    let first = await scripts.evaluate(Self.numbers)
    try await scripts.host.load()
    #expect(await scripts.evaluate(Self.numbers) != first)
  }
}
