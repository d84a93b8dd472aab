import RoutePatterns
import Testing

@Suite struct LocationLinkTests {
  @Test func `a link is built from parts in order`() throws {
    let link = try Link {
      Scheme("router")
      Segment("a")
      Query("k", "v")
      Segment("b/c")
      Query("k", "w x")
      Query("flag")
      Fragment("top")
    }
    #expect(link.description == "router://a/b%2Fc?k=v&k=w%20x&flag#top")
  }

  @Test func `a web link has a host`() throws {
    let link = try Link {
      Scheme("https")
      Host("example.com:8080")
      Segment("a")
    }
    #expect(link == Location("https://example.com:8080/a"))
  }

  @Test(arguments: [true, false])
  func `parts can depend on conditions`(isLong: Bool) throws {
    let link = try Link {
      Segment("list")
      if isLong {
        for page in 1...2 { Query("page", "\(page)") }
      } else {
        Query("short")
      }
      if isLong { Fragment("end") }
    }
    #expect(link.description == (isLong ? "/list?page=1&page=2#end" : "/list?short"))
  }

  @Test func `of parts that can appear only once, the last one counts`() throws {
    let link = try Link {
      Scheme("a")
      Scheme("b")
    }
    #expect(link.description == "b://")
  }

  @Test func `parts that would not round-trip are refused`() {
    #expect(throws: LocationError.unprintableSegment(segment: "..", index: 0)) {
      try Link { Segment("..") }
    }
  }
}
