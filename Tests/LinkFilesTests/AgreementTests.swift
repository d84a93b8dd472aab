import Moonroute
import RoutePatterns
import TestSupport
import TextTools
import Testing

@testable import LinkFiles

/// The files and the table agree about random links.
///
/// Naive matchers apply the files; they are written from the description of the files.
struct AgreementTests {
  private static let literals = ["a", "b", "user", "new", "a b", "ü", "x.y", "A"]

  private static let types = ["", "", "", "<int>", "<x|y|ü>", "<date>"]

  private static let values = [
    "a", "b", "user", "new", "7", "x", "y", "ü", "a b", "x.y", "2024-02-29", "-", "a-b", "A", "%",
  ]

  private struct Random {
    var generator: SeededGenerator

    mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[generator.next(below: elements.count)]
    }

    mutating func chance(_ percent: Int) -> Bool { generator.next(below: 100) < percent }
  }

  private static func pattern(_ random: inout Random) -> String {
    var (text, count) = ("", 0)
    for index in 0..<(1 + random.generator.next(below: 4)) {
      let isParameter = random.chance(45)
      count += isParameter ? 1 : 0
      let segment = "/" + (isParameter ? ":p\(count)" + random.pick(types) : random.pick(literals))
      text += index > 0 && random.chance(15) ? "(\(segment))" : segment
    }
    return random.chance(12) ? text + random.pick(["/**", "/*"]) : text
  }

  private static func path(_ random: inout Random) -> String {
    var path = ""
    for _ in 0..<random.generator.next(below: 6) {
      path += "/" + (random.chance(3) ? "" : PercentCoding.segment(random.pick(values)))
    }
    return path.isEmpty || random.chance(20)
      ? PercentText.encoded(path) + "/" : PercentText.encoded(path)
  }

  /// Whether the warnings announce that the files open the app for a path without a route: the files
  /// know no types, a parameter before `**` may take several segments, and segments may be empty.
  private static func isListed(_ path: String, _ system: String, _ plan: LinkPlan) -> Bool {
    guard let location = try? Location(parsing: "https://shop.example.com\(path)") else {
      return false
    }
    return plan.warnings.contains { warning in
      switch warning {
      case .typed(let pattern, _):
        let untyped = pattern.replacing("<int>", with: "").replacing("<date>", with: "")
        return ((try? RoutePattern(untyped))?.match(location)) != nil
      case .crossing: return system == "apple"
      default: return false
      }
    } || path.contains("//")
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func `files and table agree, except for types`(seed: UInt64) throws {
    var random = Random(generator: SeededGenerator(seed: seed))
    var (count, openCount) = (0, 0)
    while count < 2_000 {
      let patterns = (0..<(1 + random.generator.next(below: 8))).map { _ in Self.pattern(&random) }
      let fixture = try LinkFixture([])
      var used: [String] = []
      for pattern in patterns
      where (try? fixture.rules.add(LinkRoute(pattern).view("X"))) != nil {
        used.append(pattern)
      }
      let plan = fixture.plan
      let files = plan.files[0]
      let naive = NaiveMatchers(apple: files.apple.json, android: files.android.json)
      let checker = fixture.checker()
      for _ in 0..<100 {
        count += 1
        let path = Self.path(&random)
        let verdict = checker.verdict(about: "https://shop.example.com\(path)")
        let opens = verdict.table.opens
        openCount += opens ? 1 : 0
        for (system, naiveOpens) in zip(
          verdict.systems,
          [naive.appleOpens(path), naive.androidOpens(path)]
        ) {
          #expect(
            system.decision.answer == .unclear || (system.decision.answer == .opens) == naiveOpens,
            "\(system.name) \(path) \(used)"
          )
          guard naiveOpens != opens else { continue }
          #expect(
            naiveOpens && Self.isListed(path, system.name, plan),
            "\(system.name) \(path) \(used)"
          )
        }
      }
    }
    #expect(openCount > 100)
  }
}
