import Moonroute
import RoutePatterns
import TextTools

/// The links for a walk: locations of every route with sample parameters, boundary values and
/// hostile values.
struct WanderLinks: Sendable {
  /// The locations of a route, starting with those of its samples.
  private struct Place: Sendable {
    let route: String
    let file: String?
    let texts: [String]
    /// A sample with hostile values in its last segment, as far as the route still wins.
    let attacks: [String]
  }

  private static let numbers = ["0", "-1", "9223372036854775807"]

  /// Parameters that an attacker, a broken mail program or a search engine could send.
  private static let hostile =
    numbers + [
      "9223372036854775808", "1e999", "nil", "..", ".", "%2F", "%2e%2e", "%00", "%", "%s", "[", "(",
      "a%20b", "%E2%80%AE", "%F0%9F%92%A3", "'", "\"", "<script>",
      "x" + String(repeating: "a", count: 300),
    ]

  private static let endings = [
    "/", "//", "/x", "?", "?q=", "?q=%00", "?back=https://example.com", "?back=//example.com/x",
    "?route_fallback_url=/", "#x", "?a=1&a=2",
  ]

  private let places: [Place]

  private let words: WanderWords

  /// The number of tries of each route.
  private var counts: [Int]

  init(of rules: RouterRules, _ words: WanderWords) {
    self.words = words
    let index = rules.directory.index
    places = index.winningRoutes.sorted { $0.id < $1.id }
      .compactMap { route in
        let samples = SampleLocations(of: route, in: index, rules: rules)
        var texts: [String] = []
        for location in samples.locations where !texts.contains(location.description) {
          texts.append(location.description)
        }
        guard let first = texts.first else { return nil }
        let last = Self.segments(of: first).last
        let attacks = Self.hostile.map { Self.replacing(last, of: first, $0) }
          .filter { text in Location(text).flatMap { index.match($0)?.route } === route }
        return Place(
          route: route.label,
          file: route.site?.file,
          texts: texts,
          attacks: attacks
        )
      }
    counts = [Int](repeating: 0, count: places.count)
  }

  var isEmpty: Bool { places.isEmpty }

  /// A location of each route.
  var first: [String] { places.compactMap(\.texts.first) }

  /// The location of each route with each value that its file compares an item of the query with.
  var compared: [String] {
    places.flatMap { place in
      let text = place.texts[0]
      return words.comparisons(in: place.file)
        .map { text + (text.contains("?") ? "&" : "?") + "\($0.name)=\($0.value)" }
    }
  }

  /// The hostile parameters of each route, as locations.
  var attacks: [[String]] { places.map(\.attacks) }

  /// A sample location of a route.
  func location(of route: String, _ random: inout SeededGenerator) -> String? {
    guard let place = places.first(where: { $0.route == route }) else { return nil }
    return place.texts[random.next(below: place.texts.count)]
  }

  /// Prefers routes with few tries, and routes not yet opened from the top screen.
  mutating func next(
    _ random: inout SeededGenerator,
    isNew: (String) -> Bool
  ) -> String {
    var best = random.next(below: places.count)
    for _ in 0..<2 {
      let other = random.next(below: places.count)
      let (one, two) = (isNew(places[best].route), isNew(places[other].route))
      if two != one ? two : counts[other] < counts[best] { best = other }
    }
    counts[best] += 1
    let texts = places[best].texts
    let text = texts[random.next(below: texts.count)]
    switch random.next(below: 10) {
    case 0: return Self.mutated(text, &random)
    case 1:
      guard let item = words.item(for: places[best].file, &random) else { return text }
      return text + (text.contains("?") ? "&" : "?") + item
    case 2 where random.next(below: 2) == 0:
      return text + Self.endings[random.next(below: Self.endings.count)]
    default: return text
    }
  }

  /// Adds the tries of a journey since it began.
  mutating func learn(from journey: WanderLinks, since before: WanderLinks) {
    for place in counts.indices { counts[place] += journey.counts[place] - before.counts[place] }
  }

  private static func mutated(_ text: String, _ random: inout SeededGenerator) -> String {
    let segments = segments(of: text)
    guard let last = segments.last else {
      return text + hostile[random.next(below: hostile.count)]
    }
    // Prefer the last segment, which is usually a parameter.
    let place = random.next(below: 2) == 0 ? last : segments[random.next(below: segments.count)]
    let isNumber = parts(of: text)[place].utf8.allSatisfy { (0x30...0x39).contains($0) }
    let values = isNumber && random.next(below: 2) == 0 ? numbers : hostile
    return replacing(place, of: text, values[random.next(below: values.count)])
  }

  private static func parts(of text: String) -> [String] {
    text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The places of the segments of the path, without a scheme.
  private static func segments(of text: String) -> [Int] {
    let parts = parts(of: text)
    return parts.indices.filter { !parts[$0].isEmpty && !parts[$0].contains(":") }
  }

  private static func replacing(_ place: Int?, of text: String, _ value: String) -> String {
    guard let place else { return text }
    var parts = parts(of: text)
    parts[place] = value
    return parts.joined(separator: "/")
  }
}
