import Testing
import TextTools

@Suite struct CountedTests {
  @Test func `a noun is plural unless the count is one`() {
    #expect(
      [0, 1, 2, -1].map { counted($0, "route") } == [
        "0 routes", "1 route", "2 routes", "-1 routes",
      ]
    )
    #expect([1, 2].map { counted($0, "person", "people") } == ["1 person", "2 people"])
  }
}
