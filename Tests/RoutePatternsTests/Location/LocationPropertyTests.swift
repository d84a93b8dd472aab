import TestSupport
import Testing

@testable import RoutePatterns

@Suite struct LocationPropertyTests {
  /// Rules that use every mode and small limits.
  static let allRules: [LocationRules] = {
    var modes = LocationRules.standard
    modes["hash"] = LocationSchemeRules(fragment: .path)
    modes["terms"] = LocationSchemeRules(fragment: .query)
    modes["app"] = LocationSchemeRules(authority: .ignore)
    modes["fixed"] = LocationSchemeRules(authority: .host([]), fragment: .path)
    modes["listed"] = LocationSchemeRules(
      authority: .host(HostRule("h").map { [$0] } ?? []),
      fragment: .path
    )
    modes["http"].authority = .segment
    modes.plusAsSpace = false
    var small = LocationRules.standard
    small.maximumSegments = 2
    small.maximumQueryItems = 2
    small.maximumBytes = 40
    return [.standard, modes, small]
  }()

  static let count = TestScale.locations

  @Test(arguments: [UInt64(1), TestScale.seed])
  func `the parser agrees with a simple one`(seed: UInt64) {
    var random = LocationRandom(seed: seed)
    var bases: [Int: (real: Location, naive: NaiveLocation)] = [:]
    for number in 0..<LocationPropertyTests.count {
      let kind = number % LocationPropertyTests.allRules.count
      let rules = LocationPropertyTests.allRules[kind]
      let base = bases[kind]
      let text = random.locationText()
      let real = outcome(text, rules, base?.real)
      let naive = Result { try NaiveLocation(text, rules: rules, base: base?.naive) }
        .mapError { $0 as? NaiveLocation.Problem ?? NaiveLocation.Problem(word: "?", place: -1) }
      let comparable = real.map(NaiveLocation.init).mapError(NaiveLocation.Problem.init)
      // Only the real parser prints, so only it detects a text that is too long in printed form.
      if case .failure(let problem) = comparable, problem.word == "long", text.count <= 40 {
        continue
      }
      guard comparable == naive else {
        Issue.record(
          """
          seed \(seed), text \(number): '\(String(decoding: text, as: UTF8.self))' \(text)
          after \(base?.real.description ?? "nothing")
          parsed \(comparable)
          naive  \(naive)
          """
        )
        return
      }
      if case .success(let location) = real, case .success(let other) = naive {
        bases[kind] = number % 5 == 0 ? nil : (location, other)
      }
    }
  }

  /// The bytes of a path, so that each kind of byte occurs at each position of an eight-byte word.
  private static let pieces = Array("aZ09/-._:~!%2F?#=&@`{^ ".utf8) + [0xC3, 0xA9]

  @Test(arguments: [UInt64(5), TestScale.seed])
  func `eight bytes at a time parse like single bytes`(seed: UInt64) {
    var random = LocationRandom(seed: seed)
    for number in 0..<LocationPropertyTests.count {
      let rules = LocationPropertyTests.allRules[number % LocationPropertyTests.allRules.count]
      let start = ["/", "/", "/", "s://", "http://h/"].randomElement(using: &random) ?? "/"
      // Mostly common bytes, for long runs.
      let text =
        Array(start.utf8)
        + (0..<Int.random(in: 0..<26, using: &random))
        .map { _ in
          let isAny = Int.random(in: 0..<12, using: &random) == 0
          let pieces = isAny ? LocationPropertyTests.pieces : Array("abXY01/-_.".utf8)
          return pieces.randomElement(using: &random) ?? 0x61
        }
      let real = outcome(text, rules, nil)
      let naive = Result { try NaiveLocation(text, rules: rules, base: nil) }
        .mapError { $0 as? NaiveLocation.Problem ?? NaiveLocation.Problem(word: "?", place: -1) }
      let comparable = real.map(NaiveLocation.init).mapError(NaiveLocation.Problem.init)
      if case .failure(let problem) = comparable, problem.word == "long", text.count <= 40 {
        continue
      }
      var isRight = comparable == naive
      if case .success(let location) = real {
        let path = String(decoding: location.pathKey, as: UTF8.self)
        isRight =
          isRight && (!location.isPlainPath || location.description == path)
          && (location.isPlainPath || location.description != path
            || location.separator != LocationByte.slash || !location.isASCII)
      }
      guard isRight else {
        let written = String(decoding: text, as: UTF8.self)
        Issue.record(
          "seed \(seed), text \(number): '\(written)' parsed \(comparable) naive \(naive)"
        )
        return
      }
    }
  }

  @Test(arguments: [UInt64(2), TestScale.seed])
  func `a printed location round-trips`(seed: UInt64) throws {
    var random = LocationRandom(seed: seed)
    var bases: [Int: Location] = [:]
    for number in 0..<LocationPropertyTests.count {
      let kind = number % LocationPropertyTests.allRules.count
      let rules = LocationPropertyTests.allRules[kind]
      let text = random.locationText()
      guard case .success(let location) = outcome(text, rules, bases[kind]) else { continue }
      bases[kind] = location
      let problem = location.problem(rules: rules)
      guard problem == nil else {
        Issue.record(
          "seed \(seed), text \(number): '\(String(decoding: text, as: UTF8.self))' \(text): \(problem ?? "")"
        )
        return
      }
    }
  }

  private func outcome(
    _ text: [UInt8],
    _ rules: LocationRules,
    _ base: Location?
  ) -> Result<Location, LocationError> {
    Result { () throws(LocationError) in
      try Location(parsing: text, rules: rules, relativeTo: base)
    }
  }
}
