import LuaRuntime
import Moonroute
import RoutePatterns

/// Reads what `router.configure` is given.
struct ConfigurationReader {
  private static let fields = [
    "animator", "hosts", "order", "overlap", "plus_as_space", "redirect_limit", "wait_limit",
  ]

  /// Which of several matches wins.
  private enum Order: String, CaseIterable {
    case rank
    case first
    case last

    var order: RouteTable.Order {
      switch self {
      case .rank: .rank
      case .first: .first
      case .last: .last
      }
    }
  }

  let generation: Generation

  /// The mistakes found so far.
  private(set) var mistakes: [FieldReader.Mistake] = []

  /// Reads for a generation.
  init(generation: Generation) { self.generation = generation }

  /// Applies what is right and takes down what is not.
  mutating func apply(_ table: LuaTable, to rules: RouterRules) {
    var reader = FieldReader(table, as: "the configuration", known: Self.fields)
    var configuration = rules.configuration
    if let limit = reader.integer("redirect_limit") {
      if limit >= 1 {
        configuration.redirectLimit = limit
      } else {
        reader.add(
          .wrongType,
          "'redirect_limit' must be at least 1, not \(limit).",
          field: "redirect_limit"
        )
      }
    }
    if let seconds = reader.number("wait_limit") {
      if seconds > 0, seconds < 1e6 {
        configuration.waitLimit = .milliseconds(Int64(seconds * 1_000))
      } else {
        reader.add(
          .wrongType,
          "'wait_limit' must be a number of seconds above 0, not \(seconds).",
          field: "wait_limit"
        )
      }
    }
    if let overlap = reader.word("overlap", as: OpenOptions.Overlap.self) {
      configuration.overlap = overlap
    }
    if let plus = reader.bool("plus_as_space") { configuration.locationRules.plusAsSpace = plus }
    setHosts(&reader, in: &configuration)
    if let order = reader.word("order", as: Order.self) { configuration.order = order.order }
    if case .fixed(let animator)? =
      AnimatorReader(generation: generation).choice(&reader, "animator")
    {
      configuration.animator = animator
    }
    rules.configuration = configuration
    mistakes += reader.mistakes
  }

  private func setHosts(
    _ reader: inout FieldReader,
    in configuration: inout RouterConfiguration
  ) {
    guard !reader["hosts"].isNil else { return }
    var hosts: [HostRule] = []
    for text in reader.texts("hosts") {
      if let host = HostRule(text) {
        hosts.append(host)
      } else {
        reader.add(
          .wrongType,
          "'\(text)' is no host. Write \"example.com\" or \"*.example.com\".",
          field: "hosts"
        )
      }
    }
    for scheme in ["http", "https"] {
      configuration.locationRules[scheme].authority = .host(hosts)
    }
  }
}
