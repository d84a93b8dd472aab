import Foundation
import Testing

@testable import RoutePatterns

/// Feeds the parser with bytes that no author would write; it must neither trap nor hang.
///
/// Each run tries 50,000 texts. For more, set `MOONROUTE_FUZZ_SECONDS`, as in
/// `MOONROUTE_FUZZ_SECONDS=3600 swift test --filter LocationFuzz`; to repeat a run, set
/// `MOONROUTE_FUZZ_SEED` to the seed that it printed.
@Suite struct LocationFuzzTests {
  static let rules = LocationPropertyTests.allRules

  @Test func `no bytes make the parser trap`() {
    let seed = LocationFuzzTests.number("MOONROUTE_FUZZ_SEED") ?? .random(in: 0 ... .max)
    var random = LocationRandom(seed: seed)
    for number in 0..<50_000 {
      guard check(&random, number, seed: seed) else { return }
    }
    guard let seconds = LocationFuzzTests.number("MOONROUTE_FUZZ_SECONDS") else { return }
    print("fuzzing locations for \(seconds) seconds from seed \(seed)")
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Int64(clamping: seconds))
    var number = 50_000
    while clock.now < end {
      guard check(&random, number, seed: seed) else { return }
      number += 1
    }
    print("fuzzed \(number) locations")
  }

  /// Tries one text, and answers whether all was well.
  private func check(_ random: inout LocationRandom, _ number: Int, seed: UInt64) -> Bool {
    let rules = LocationFuzzTests.rules[number % LocationFuzzTests.rules.count]
    let bytes = number % 2 == 0 ? random.bytes(upTo: 64) : random.locationText()
    let base = number % 7 == 0 ? Location("shop://user/7?a=1#b") : nil
    let location = try? Location(parsing: bytes, rules: rules, relativeTo: base)
    let text = String(decoding: bytes, as: UTF8.self)
    let other = try? Location(parsing: text, rules: rules, relativeTo: base)
    let isText = text.utf8.elementsEqual(bytes)
    // Debug builds are slow at this; the property tests look at every location.
    let deep = number % 8 == 0 ? location?.problem(rules: rules) : nil
    let problem = isText && location != other ? "the text and its bytes differ" : deep
    guard let problem else { return true }
    Issue.record("seed \(seed), text \(number): \(bytes): \(problem)")
    return false
  }

  /// Reads a number from the environment.
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
}
