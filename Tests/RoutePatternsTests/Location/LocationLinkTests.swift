import RoutePatterns
import Testing

@Suite struct LocationLinkTests {
  @Test func `a link is built from parts in order`() throws {
    let link = try Location {
      LinkPart.scheme("router")
      LinkPart.segment("a")
      LinkPart.query("k", "v")
      LinkPart.segment("b/c")
      LinkPart.query("k", "w x")
      LinkPart.query("flag")
      LinkPart.fragment("top")
    }
    #expect(link.description == "router://a/b%2Fc?k=v&k=w%20x&flag#top")
  }

  @Test func `a web link has a host`() throws {
    let link = try Location {
      LinkPart.scheme("https")
      LinkPart.host("example.com:8080")
      LinkPart.segment("a")
    }
    #expect(link == Location("https://example.com:8080/a"))
  }

  @Test(arguments: [true, false])
  func `parts can depend on conditions`(isLong: Bool) throws {
    let link = try Location {
      LinkPart.segment("list")
      if isLong {
        for page in 1...2 { LinkPart.query("page", "\(page)") }
      } else {
        LinkPart.query("short")
      }
      if isLong { LinkPart.fragment("end") }
    }
    #expect(link.description == (isLong ? "/list?page=1&page=2#end" : "/list?short"))
  }

  @Test func `of parts that can appear only once, the last one counts`() throws {
    let link = try Location {
      LinkPart.scheme("a")
      LinkPart.scheme("b")
    }
    #expect(link.description == "b://")
  }

  @Test func `parts that would not round-trip are refused`() {
    #expect(throws: LocationError(.unprintableSegment(segment: "..", index: 0))) {
      try Location { LinkPart.segment("..") }
    }
  }
}
