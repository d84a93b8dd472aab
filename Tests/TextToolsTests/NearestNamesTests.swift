import Testing
import TextTools

/// All layers use the same rule for suggestions.
@Suite struct NearestNamesTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let candidates: [String]
    let nearest: [String]

    init(_ name: String, _ candidates: [String], _ nearest: [String]) {
      (self.name, self.candidates, self.nearest) = (name, candidates, nearest)
    }

    var testDescription: String { "\(name) among \(candidates)" }
  }

  static let cases = [
    // One edit of any kind: an added, removed or changed letter, or two swapped neighbours.
    Case("nname", ["name"], ["name"]), Case("nam", ["name"], ["name"]),
    Case("nane", ["name"], ["name"]), Case("nmae", ["name"], ["name"]),
    // A third of the candidate's bytes may differ, but at least one.
    Case("naem", ["name"], ["name"]), Case("nbbe", ["name"], []), Case("tp", ["top"], ["top"]),
    Case("proirtiy", ["priority"], ["priority"]), Case("proirtix", ["priority"], []),
    // A one-byte candidate has no byte that can be mistyped.
    Case("b", ["a"], []), Case("a", ["a"], ["a"]), Case("ax", ["a"], []),
    Case("ax", ["ab"], ["ab"]),
    // Case is ignored.
    Case("HOME", ["home"], ["home"]), Case("Ärger", ["ärger"], ["ärger"]),
    // The best first, ties in alphabetical order, at most three results.
    Case("item", ["items", "itme", "item2", "ites", "stem"], ["item2", "items", "ites"]),
    Case("", ["", "ab"], [""]),
  ]

  @Test(arguments: cases)
  func `names are near if at most a third of their bytes differ`(_ row: Case) {
    #expect(NearestNames.of(row.name, among: row.candidates) == row.nearest)
  }

  @Test(arguments: [
    ("nam", ["name", "path"], " Did you mean 'name'?"), ("nam", [], ""),
    ("zoe", ["jonas"], " Available: jonas."),
    ("zoe", ["jonas", "mei"], " Available: jonas, mei."),
    (
      "zoe", (1...22).map { "person\($0)" },
      " Available: " + (1...20).map { "person\($0)" }.joined(separator: ", ") + " and 2 more."
    ),
  ])
  func `existing names are listed if no name is near`(
    name: String,
    candidates: [String],
    sentence: String
  ) {
    #expect(NearestNames.hintOrList(for: name, among: candidates) == sentence)
  }

  @Test func `a candidate is compared by its key and returned as its text`() {
    let candidates = [
      NearestNames.Candidate(key: "route", text: "router.route"),
      NearestNames.Candidate(key: "other", text: "router.other"),
    ]
    #expect(NearestNames.of("rout", among: candidates, count: 1) == ["router.route"])
  }

  @Test func `only the bytes that can be mistyped count towards the limit`() {
    let light = NearestNames.Candidate(key: "/user/1234567", text: "light", weight: 4)
    let heavy = NearestNames.Candidate(key: "/user/1234567", text: "heavy")
    #expect(NearestNames.of("/usr/123456", among: [light, heavy], count: 3) == ["heavy"])
  }

  @Test func `the sentence names the best one, or nothing`() {
    #expect(NearestNames.hint(for: "nam", among: ["name"]) == " Did you mean 'name'?")
    #expect(NearestNames.hint(for: "nam", among: ["other"]) == "")
    #expect(NearestNames.hint(of: "name") == " Did you mean 'name'?")
    #expect(NearestNames.hint(of: nil) == "")
  }

  /// The edit distance from its definition: an edit at the end, or a swap of the last two.
  private static func distance(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    guard let a = left.last, let b = right.last else { return left.count + right.count }
    let (short, other) = (left.dropLast(), right.dropLast())
    if a == b { return distance(short, other) }
    var best = min(distance(short, right), distance(left, other), distance(short, other))
    if short.last == b, other.last == a {
      best = min(best, distance(short.dropLast(), other.dropLast()))
    }
    return best + 1
  }

  @Test(arguments: 0..<UInt64(40))
  func `near names have the edit distance of its definition`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func name() -> String {
      String((0..<Int.random(in: 3...6, using: &random)).map { _ in "abc".randomElement() ?? "a" })
    }
    for _ in 0..<20 {
      let (wanted, candidate) = (name(), name())
      let distance = Self.distance(Array(wanted.utf8)[...], Array(candidate.utf8)[...])
      let isNear = distance <= max(1, candidate.utf8.count / 3)
      let found = NearestNames.of(wanted, among: [candidate])
      #expect(found.isEmpty != isNear, "\(wanted) \(candidate)")
    }
  }

  @Test func `only the first five thousand candidates are compared`() {
    let many = (0..<5_000).map { "x\($0)-far-away" }
    #expect(NearestNames.of("nam", among: many.dropLast() + ["name"]) == ["name"])
    #expect(NearestNames.of("nam", among: many + ["name"]) == [])
  }
}
