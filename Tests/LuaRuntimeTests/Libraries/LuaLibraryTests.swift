import LuaRuntime
import TestSupport
import Testing

/// Our own versions of Lua's libraries, compared with Lua's.
struct LuaLibraryTests {
  private static let chunk = 100

  /// The corpora other than the patterns, and the number of cases to generate for each.
  static let others: [(LibraryCorpus, Int)] = [
    (.string, 10_000), (.format, 10_000), (.utf8, 10_000), (.table, 3000), (.sort, 2000),
  ]

  /// Runs a corpus in a state, and returns a difference with its seed.
  private func difference(in corpus: LibraryCorpus, count: Int) throws -> String? {
    var generator = SystemRandomNumberGenerator()
    let script = try Script(limits: LuaLimits(computingTime: .seconds(60)))
    try script.environment.set("reference", to: .reference(script.state.makeReferenceLibraries()))
    let check = try script.load(corpus.source, name: "\(corpus.rawValue).lua")
    for _ in 0..<max(1, count * TestScale.libraryPercent / 100 / Self.chunk) {
      let seed = Int64.random(in: 1...Int64.max, using: &generator)
      let results = try script.state.call(check, [.integer(seed), .integer(Int64(Self.chunk))])
      if let problem = results.first?.utf8 {
        return "seed \(seed): \(String(decoding: problem, as: UTF8.self))"
      }
    }
    return nil
  }

  @Test func `a pattern matches as in Lua, with the same results and errors`() throws {
    #expect(try difference(in: .pattern, count: 100_000) == nil)
  }

  @Test(arguments: others)
  func `a function behaves as in Lua, with the same results and errors`(
    corpus: LibraryCorpus,
    count: Int
  ) throws {
    #expect(try difference(in: corpus, count: count) == nil)
  }
}
