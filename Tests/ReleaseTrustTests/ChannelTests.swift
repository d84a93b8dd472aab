#if Releases
import MessageStream
import Testing

@testable import ReleaseTrust

struct ChannelTests {
  /// The record of the plan.
  private static let text = """
    {"app":"shop","channel":"stable","offers":[{"bundle":"bundles/shop-42.tar",\
    "salt":"9f0c2e17aa01bb02","share":100},{"bundle":"bundles/shop-41.tar","salt":"",\
    "share":10000}],"retry":[],"state":"live"}
    """

  private func record(_ text: String = text) throws(TrustError) -> ChannelRecord {
    try ChannelRecord(Array(text.utf8), file: "stable.json")
  }

  @Test func `a record is read and written`() throws {
    let record = try record()
    #expect(record.bytes == Array(Self.text.utf8))
    #expect(record.offers.map(\.share) == [100, 10_000] && record.state == .live)
  }

  @Test(arguments: [
    ("\"app\":\"shop\"", "\"app\":\"Shop\""), ("\"app\":\"shop\",", ""),
    ("stable\"", "-stable\""), ("\"live\"", "\"dead\""), ("10000", "10001"), ("100}", "-1}"),
    ("9f0c2e17aa01bb02", "9f0c2e17aa01bb0"), ("9f0c2e17aa01bb02", "9F0C2E17AA01BB02"),
    ("\"retry\":[]", "\"retry\":[{\"channels\":1,\"sha256\":\"00\"}]"),
    ("\"retry\":[]", "\"retry\":[1]"), ("\"retry\":[]", "\"retry\":{}"),
    ("bundles/shop-42", "channels/shop-42"), ("bundles/shop-42", "bundles/../shop-42"),
    ("{\"app\"", "{ \"app\""), ("\"state\":\"live\"}", "\"state\":\"live\"}\n"),
    ("\"offers\":[", "\"offers\":[7,"),
  ])
  func `a wrong record is refused`(old: String, new: String) {
    #expect(throws: TrustError.self) { try record(Self.text.replacingText(old, new)) }
  }

  @Test(arguments: [
    ("9f0c2e17aa01bb02", "web-1", 9_178), ("9f0c2e17aa01bb02", "gerät-7", 5_380),
    ("0000000000000000", "web-1", 3_903), ("", "web-1", 0),
  ])
  func `a draw is the same everywhere`(salt: String, host: String, draw: Int) {
    #expect(ChannelRecord.Offer(bundle: "a", salt: salt, share: 1).draw(for: host) == draw)
  }

  @Test func `a share of 1 % is about 100 of 10,000 hosts, and a larger one keeps them`() {
    let hosts = (0..<10_000).map { "host-\($0)" }
    func taken(_ share: Int, salt: String) -> Set<String> {
      let offer = ChannelRecord.Offer(bundle: "a", salt: salt, share: share)
      let record = ChannelRecord(app: "shop", channel: "stable", offers: [offer])
      return Set(hosts.filter { record.offer(for: $0) { _ in true } == offer })
    }
    let salt = "9f0c2e17aa01bb02"
    let first = taken(100, salt: salt)
    #expect((80...120).contains(first.count), "\(first.count)")
    let second = taken(1_000, salt: salt)
    #expect((900...1_100).contains(second.count) && first.isSubset(of: second))
    #expect(taken(10_000, salt: salt).count == 10_000 && taken(0, salt: salt).isEmpty)
    #expect(taken(100, salt: "9f0c2e17aa01bb03").intersection(first).count < 20)
    #expect(taken(1, salt: "").count == 10_000 && taken(0, salt: "").isEmpty)
  }

  @Test func `a host takes the first offer that it can run`() throws {
    let record = try record()
    func bundle(_ host: String, _ accepted: Set<String>) -> String? {
      record.offer(for: host, accepting: accepted.contains)?.bundle
    }
    let (new, old) = ("bundles/shop-42.tar", "bundles/shop-41.tar")
    let early = try #require(
      (0..<10_000).map { "host-\($0)" }.first { record.offers[0].draw(for: $0) < 100 }
    )
    #expect(bundle(early, [new, old]) == new)
    #expect(bundle(early, [old]) == old)
    #expect(bundle("web-1", [new, old]) == old)
    #expect(bundle("web-1", [new]) == nil)
  }
}
#endif
