import BenchmarkBaselines
import RoutePatterns

/// Look-ups in tables, compared with the same algorithm in C.
enum MatchSubject {
  static let subject = BenchmarkSubject(
    name: "match",
    cases: [
      named("match/github/142") { .github },
      named("match/github-random/142") { .githubRandom },
      named("match/github-miss/142") { RouteSamples.github.misses },
      named("match/modular/1000") { .modular(1_000) },
      named("match/modular/10000") { .modular(10_000) },
      named("match/modular/100000") { .modular(100_000) },
      named("match/modular-miss/1000") { RouteSamples.modular(1_000).misses },
      named("match/flat/1000") { .flat(1_000) },
      named("match/flat/10000") { .flat(10_000) },
      named("match/flat/100000") { .flat(100_000) },
      named("match/constraints/1000") { .constraints },
      named("match/optional-parts/1000") { .optionalParts },
      named("match/catch-alls/1000") { .catchAlls },
    ],
    figures: { times in
      // Caches make C slower in a large table as well.
      ["modular", "flat"]
        .compactMap { situation in
          guard let small = times["match/\(situation)/1000"],
            let large = times["match/\(situation)/100000"]
          else { return nil }
          return BenchmarkFigure(
            name: "match/\(situation)/growth of 100000 over 1000, core over C",
            value: (large[1] / small[1]) / (large[0] / small[0]),
            unit: "×",
            goal: 1.25
          )
        }
    }
  )

  private static func named(
    _ name: String,
    _ samples: @escaping @Sendable () -> RouteSamples
  ) -> (name: String, make: @Sendable () throws -> BenchmarkCase) {
    (name, { try make(name, samples()) })
  }

  private static func make(_ name: String, _ samples: RouteSamples) throws -> BenchmarkCase {
    let isGitHub = name.hasPrefix("match/github")
    let table = RouteTable(try samples.templates.map { .init(pattern: try RoutePattern($0)) })
    let baseline = try RouteBaseline(
      samples.plain.isEmpty ? samples.templates : samples.plain.flatMap { $0 }
    )
    let buffer = PathBuffer(samples.paths.map(\.path))
    let locations = try samples.paths.map { try Location(parsing: $0.path) }
    try check(samples, table, baseline, buffer, locations)
    let held = HeldLocations(locations)
    let captures = UnsafeMutablePointer<RouteCapture>.allocate(capacity: 16)
    captures.initialize(repeating: .absent, count: 16)
    var peers = [
      BenchmarkCase.Peer(name: samples.plain.isEmpty ? "C" : "C, plain routes written out") {
        baseline.matchAll(buffer.paths)
      }
    ]
    // If the first matching route is not always the winner, a look-up needs a location.
    let hasCore = samples.plain.isEmpty || table.lookUp(buffer.paths[0], captures: captures) >= 0
    if hasCore {
      peers.append(
        .init(name: "core: bytes in, ranges out", goal: isGitHub ? 1.2 : nil, allocationLimit: 0) {
          buffer.paths.reduce(0) { $0 &+ table.lookUp($1, captures: captures) }
        }
      )
    }
    peers += [
      .init(
        name: "match(Location)",
        goal: isGitHub ? 1.6 : samples.plain.isEmpty ? nil : 3,
        allocationLimit: 0
      ) {
        held.reduce(0) { sum, held in
          guard let match = table.match(held.location) else { return sum &- 1 }
          return sum &+ match.entry
        }
      },
      // Longer values of the other samples do not fit into a string without an allocation.
      .init(
        name: "match(Location), every value as text",
        allocationLimit: samples.plain.isEmpty ? nil : 0
      ) {
        held.reduce(0) { sum, held in
          guard let match = table.match(held.location) else { return sum &- 1 }
          return match.slots.reduce(sum) { $0 &+ (match[text: $1.name]?.utf8.count ?? 0) }
        }
      },
    ]
    return BenchmarkCase(name: name, unitCount: samples.paths.count, peers: peers)
  }

  private static func check(
    _ samples: RouteSamples,
    _ table: RouteTable,
    _ baseline: RouteBaseline,
    _ buffer: PathBuffer,
    _ locations: [Location]
  ) throws {
    var captures = Array(repeating: RouteCapture.absent, count: 16)
    let owners = samples.plain.enumerated()
      .flatMap { index, plain in plain.map { _ in index } }
    for (index, sample) in samples.paths.enumerated() {
      let path = buffer.paths[index]
      let expected = baseline.match(path)
      let core = captures.withUnsafeMutableBufferPointer { captures in
        captures.baseAddress.map { table.lookUp(path, captures: $0) }
      }
      let match = table.match(locations[index])
      let values = match.map { match in
        match.withUnsafeCaptures { _, _, captures in Array(captures) }
      }
      if !samples.plain.isEmpty {
        let owner = expected.index < 0 ? -1 : owners[expected.index]
        guard owner == sample.winner, match?.entry ?? -1 == sample.winner else {
          throw BenchmarkError.wrongAnswer(path: sample.path)
        }
        continue
      }
      guard expected.index == sample.winner, core == sample.winner,
        match?.entry ?? -1 == sample.winner,
        match == nil || values == expected.captures(match?.slots.count ?? 0),
        match == nil || Array(captures.prefix(values?.count ?? 0)) == values
      else { throw BenchmarkError.wrongAnswer(path: sample.path) }
    }
  }
}

final class RouteBaseline {
  let table: OpaquePointer

  init(_ templates: [String]) throws {
    let texts = templates.map { Array($0.utf8CString) }
    let all = texts.flatMap { $0 }
    let made: OpaquePointer? = all.withUnsafeBufferPointer { all in
      guard let base = all.baseAddress else { return nil }
      var start = 0
      let pointers = texts.map { text in
        defer { start += text.count }
        return base + start
      }
      return baseline_maketable(pointers, pointers.count)
    }
    guard let made else { throw BenchmarkError.noMemory }
    table = made
  }

  deinit {
    baseline_freetable(table)
  }

  func matchAll(_ paths: [UnsafeBufferPointer<UInt8>]) -> Int {
    withUnsafeTemporaryAllocation(of: baseline_Capture.self, capacity: 16) { captures in
      guard let captures = captures.baseAddress else { return 0 }
      return paths.reduce(0) { sum, path in
        guard let base = path.baseAddress else { return sum }
        return sum &+ Int(baseline_match(table, base, path.count, captures))
      }
    }
  }

  func ask(_ script: OpaquePointer, _ path: UnsafeBufferPointer<UInt8>, times: Int) -> Int {
    withUnsafeTemporaryAllocation(of: baseline_Capture.self, capacity: 16) { captures in
      guard let captures = captures.baseAddress, let base = path.baseAddress,
        baseline_match(table, base, path.count, captures) >= 0
      else { return 0 }
      return Int(baseline_askguard(script, base, path.count, captures, Int32(times)))
    }
  }

  struct Answer {
    let index: Int
    let all: [RouteCapture]

    func captures(_ count: Int) -> [RouteCapture] { Array(all.prefix(count)) }
  }

  func match(_ path: UnsafeBufferPointer<UInt8>) -> Answer {
    var captures = Array(repeating: baseline_Capture(), count: 16)
    let index = path.baseAddress.map { baseline_match(table, $0, path.count, &captures) } ?? -1
    return Answer(
      index: Int(index),
      all: captures.map { capture in
        var copy = RouteCapture.absent
        (copy.start, copy.end) = (capture.start, capture.end)
        return copy
      }
    )
  }
}
