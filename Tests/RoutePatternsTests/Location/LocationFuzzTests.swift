import TestSupport
import Testing

@testable import RoutePatterns

/// Feeds the parser with random bytes; it must not trap or hang.
///
/// For a longer run, set `MOONROUTE_SOAK` to a factor, as in `MOONROUTE_SOAK=1000 swift test
/// --filter LocationFuzz`; to repeat a run, set `MOONROUTE_SEED` to the seed in the failure
/// message.
@Suite struct LocationFuzzTests {
  static let rules = LocationPropertyTests.allRules

  @Test func `no bytes crash the parser`() {
    let seed = TestScale.seed
    var random = LocationRandom(seed: seed)
    for number in 0..<TestScale.fuzzedLocations {
      guard check(&random, number, seed: seed) else { return }
    }
  }

  /// Checks one text, and returns whether it passed.
  private func check(_ random: inout LocationRandom, _ number: Int, seed: UInt64) -> Bool {
    let rules = LocationFuzzTests.rules[number % LocationFuzzTests.rules.count]
    let bytes = number % 2 == 0 ? random.bytes(upTo: 64) : random.locationText()
    let base = number % 7 == 0 ? Location("shop://user/7?a=1#b") : nil
    let location = try? Location(parsing: bytes, rules: rules, relativeTo: base)
    let text = String(decoding: bytes, as: UTF8.self)
    let other = try? Location(parsing: text, rules: rules, relativeTo: base)
    let isText = text.utf8.elementsEqual(bytes)
    // This is slow in debug builds; the property tests check every location.
    let deep = number % 8 == 0 ? location?.problem(rules: rules) : nil
    let problem = isText && location != other ? "the text and its bytes differ" : deep
    guard let problem else { return true }
    Issue.record("seed \(seed), text \(number): \(bytes): \(problem)")
    return false
  }
}
