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

  static let count = 5_000

  @Test(arguments: [UInt64(1), UInt64.random(in: 0 ... .max)])
  func `the parser agrees with the naive one`(seed: UInt64) {
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
      // Only the real parser prints, so only it can find a text too long once printed.
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

  @Test(arguments: [UInt64(2), UInt64.random(in: 0 ... .max)])
  func `what is printed comes back`(seed: UInt64) throws {
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
