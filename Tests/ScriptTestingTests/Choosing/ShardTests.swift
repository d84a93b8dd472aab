import ScriptTesting
import Testing

@Suite struct ShardTests {
  @Test(arguments: ["1/1", "2/5", "5/5", "100000/100000"])
  func `a part is a number of a count`(text: String) { #expect(SpecShard(text) != nil) }

  @Test(
    arguments: [
      "", "1", "0/5", "6/5", "1/0", "-1/5", "1/-5", "+1/5", "1/5/5", "a/b", "1/", "/5", " 1/5",
      "1/100001", "99999999999999999999/1", "½/1",
    ]
  )
  func `any other text is refused`(text: String) { #expect(SpecShard(text) == nil) }

  @Test func `all parts together contain each file once, in any order and number`() throws {
    let names =
      (0..<23).map { "spec/f\($0 * 7 % 23)_spec.lua" } + ["spec/é", "spec/e\u{301}", "b", "b"]
    for count in 1...30 {
      let shards = try (1...count).map { try #require(SpecShard("\($0)/\(count)")) }
      for files in [names, names.reversed(), names.sorted()] {
        let parts = shards.map { $0.files(of: files) }
        #expect(parts.flatMap(\.self).sorted() == names.sorted())
        let sizes = parts.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      }
    }
  }

  @Test func `a part does not depend on the order of files, and keeps it`() throws {
    let shard = try #require(SpecShard("2/2"))
    #expect(shard.files(of: ["d", "b", "a", "c"]) == ["d", "b"])
    #expect(shard.files(of: ["a", "b", "c", "d"]) == ["b", "d"])
  }
}
