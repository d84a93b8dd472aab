import TextTools

/// Templates, and paths to look up in them.
struct RouteSamples {
  let templates: [String]
  /// Decoded paths, and the winning template of each, or -1.
  let paths: [(path: String, winner: Int)]
  /// Templates with only literals and parameters for the baseline; empty for the same templates.
  var plain: [[String]] = []

  /// GitHub's paths: one look-up each, with plausible values.
  static let github = RouteSamples(
    templates: GitHubRoutes.templates,
    paths: GitHubRoutes.templates.enumerated()
      .map { index, template in
        var values = SampleValues(seed: UInt64(index))
        return (values.path(of: template), index)
      }
  )

  /// The same in random order with random values, so that branch predictors do not learn the list.
  static let githubRandom = RouteSamples(
    templates: GitHubRoutes.templates,
    paths: {
      var random = SeededGenerator(seed: 2)
      var values = SampleValues(seed: 3)
      return (0..<4_000)
        .map { _ in
          let index = random.next(below: GitHubRoutes.templates.count)
          return (values.path(of: GitHubRoutes.templates[index]), index)
        }
    }()
  )

  /// The same look-ups, each with three additional segments.
  var misses: RouteSamples {
    let spoilt = paths.map { (path: $0.path + "/no/such/route", winner: -1) }
    return RouteSamples(templates: templates, paths: spoilt, plain: plain)
  }

  /// An application of modules with 50 routes each, where literals compete with parameters.
  static func modular(_ count: Int) -> RouteSamples {
    let words = [
      "orders", "users", "invoices", "settings", "reports", "messages", "projects", "teams",
      "documents", "payments",
    ]
    let shapes = [
      "", "/new", "/search", "/archived", "/:id", "/:id/edit", "/:id/history",
      "/:id/comments/:comment_id", "/:id/comments/latest", "/:id/files/:file_id/versions/:version",
    ]
    var templates: [String] = []
    for index in 0..<count {
      let module = index / 50
      let word = words[(module + index % 50 / 10) % words.count]
      templates.append("/module\(module)/\(word)\(shapes[index % 10])")
    }
    return RouteSamples(templates: templates, lookups: min(count, 20_000), seed: 4)
  }

  /// Many first segments, and one parameter each.
  static func flat(_ count: Int) -> RouteSamples {
    var random = SeededGenerator(seed: 5)
    let templates = (0..<count)
      .map { index in
        "/\(random.word(3...9))\(index)/:id"
      }
    return RouteSamples(templates: templates, lookups: min(count, 20_000), seed: 6)
  }
}

extension RouteSamples {
  /// Numbers and choices of words, compared with parameters of any text.
  static let constraints = form(1_000) { index in
    (
      "/shop\(index)/:id(\\d{1,6})/:lang<en|fr|zh>", ["/shop\(index)/:id/:lang"],
      ["/shop\(index)/4711/fr"]
    )
  }

  /// Two optional parts each, compared with the four expanded patterns.
  static let optionalParts = form(1_000) { index in
    let base = "/shop\(index)/list"
    return (
      "\(base)(/by/:order)(/page/:page)",
      [base, "\(base)/by/:order", "\(base)/page/:page", "\(base)/by/:order/page/:page"],
      [base, "\(base)/by/price", "\(base)/page/2", "\(base)/by/price/page/12"]
    )
  }

  /// Any number of segments between literals, compared with the expanded patterns.
  static let catchAlls = form(1_000) { index in
    let base = "/files\(index)"
    return (
      "\(base)/**/edit",
      ["\(base)/edit", "\(base)/:a/edit", "\(base)/:a/:b/edit", "\(base)/:a/:b/:c/edit"],
      ["\(base)/edit", "\(base)/docs/edit", "\(base)/docs/2026/edit", "\(base)/docs/2026/11/edit"]
    )
  }

  /// Routes of one form: each template, its replacement in the baseline, and matching paths.
  private static func form(
    _ count: Int,
    _ make: (Int) -> (template: String, plain: [String], paths: [String])
  ) -> RouteSamples {
    let all = (0..<count).map(make)
    var random = SeededGenerator(seed: 7)
    var paths = all.enumerated().flatMap { index, made in made.paths.map { ($0, index) } }
    for index in paths.indices { paths.swapAt(index, random.next(below: paths.count)) }
    return RouteSamples(
      templates: all.map(\.template),
      paths: paths.prefix(4_000).map { (path: $0.0, winner: $0.1) },
      plain: all.map(\.plain)
    )
  }

  private init(templates: [String], lookups: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var values = SampleValues(seed: seed &+ 100)
    self.init(
      templates: templates,
      paths: (0..<lookups)
        .map { _ in
          let index = random.next(below: templates.count)
          return (values.path(of: templates[index]), index)
        }
    )
  }
}

extension SeededGenerator {
  /// Returns a word of ASCII letters; each run generates the same words, for the same tables.
  mutating func word(_ lengths: ClosedRange<Int>) -> String {
    let length = lengths.lowerBound + next(below: lengths.count)
    let letters = (0..<length).map { _ in UInt8(ascii: "a") + UInt8(next(below: 26)) }
    return String(decoding: letters, as: UTF8.self)
  }
}

/// Plausible values for parameters, by their names.
struct SampleValues {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func path(of template: String) -> String {
    template.split(separator: "/", omittingEmptySubsequences: false)
      .map { segment in
        segment.hasPrefix(":") ? value(of: segment.dropFirst()) : String(segment)
      }
      .joined(separator: "/")
  }

  private mutating func value(of name: Substring) -> String {
    switch name {
    case "id", "number", "comment_id", "file_id", "version": String(1 + random.next(below: 99_999))
    case "sha", "access_token":
      (0..<40).map { _ in String(random.next(below: 16), radix: 16) }.joined()
    case "email": random.word(4...8) + "@example.com"
    case "state": "open"
    default: random.word(4...14)
    }
  }
}
