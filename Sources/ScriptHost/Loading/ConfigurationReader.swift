import LuaRuntime
import Moonroute
import RoutePatterns

struct ConfigurationReader {
  static let fields = [
    "animator", "canonical", "drop_query", "hosts", "initial", "link_options", "order", "overlap",
    "plus_as_space",
    "redirect_limit", "wait_limit",
  ]

  /// The most redirects that scripts may allow: an open holds each of its locations.
  private static let redirectLimit = 100

  /// The most names of dropped query items: every open compares its query with them.
  private static let droppedNameLimit = 256

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

  let animators: AnimatorReader

  let site: SourceSite?

  /// Applies the options if all of them are valid, and returns all mistakes.
  func apply(_ table: LuaTable, to rules: RouterRules) -> [FieldReader.Mistake] {
    var reader = FieldReader(table, as: "the configuration", known: Self.fields)
    var configuration = rules.configuration
    if let limit = reader.integer("redirect_limit") {
      configuration.redirectLimit = limit
      if limit < 1 { reader.refuse("redirect_limit", "must be at least 1, not \(limit).") }
      if limit > Self.redirectLimit {
        reader.refuse("redirect_limit", "must be at most \(Self.redirectLimit), not \(limit).")
      }
    }
    if let seconds = reader.number("wait_limit") {
      if seconds > 0, seconds < 1e6 {
        configuration.waitLimit = .milliseconds(Int64(seconds * 1_000))
      } else {
        reader.refuse("wait_limit", "must be a number of seconds above 0, not \(seconds).")
      }
    }
    if let overlap = reader.word("overlap", as: OpenOptions.Overlap.self) {
      configuration.whenBusy = overlap
    }
    if let options = reader.word("link_options", as: RouterConfiguration.LinkOptions.self) {
      configuration.linkOptions = options
    }
    setInitial(&reader, in: &configuration)
    if let canonical = reader.bool("canonical") { configuration.showsLinksAsPaths = canonical }
    if let plus = reader.bool("plus_as_space") { configuration.locationRules.plusAsSpace = plus }
    setHosts(&reader, in: &configuration)
    addDroppedNames(&reader, in: &configuration)
    if let animator = animators.animator(&reader, "animator") { configuration.animator = animator }
    if let order = reader.word("order", as: Order.self) { configuration.order = order.order }
    if reader.mistakes.isEmpty { rules.configuration = configuration }
    return reader.mistakes
  }

  private func setInitial(
    _ reader: inout FieldReader,
    in configuration: inout RouterConfiguration
  ) {
    guard !reader["initial"].isNil else { return }
    configuration.initialSite = site
    if let location = reader["initial"].object?.location {
      configuration.initial = location.description
    } else if let text = reader.text("initial") {
      if (try? Location(parsing: text, rules: configuration.locationRules)) == nil
        || text.isEmpty
      {
        reader.refuse(
          "initial",
          "must be a location such as \"/\", or the name of a route, not '\(text)'."
        )
      }
      configuration.initial = text
    }
  }

  private func addDroppedNames(
    _ reader: inout FieldReader,
    in configuration: inout RouterConfiguration
  ) {
    guard !reader["drop_query"].isNil else { return }
    var names = configuration.droppedQueryNames
    for name in reader.texts("drop_query") where !names.contains(name) {
      if let problem = RouterConfiguration.problem(droppingQuery: name) {
        reader.add(.wrongType, problem, field: "drop_query")
      }
      names.append(name)
    }
    if names.count > Self.droppedNameLimit {
      reader.refuse("drop_query", "must have at most \(Self.droppedNameLimit) names.")
    } else {
      configuration.droppedQueryNames = names
    }
  }

  private func setHosts(
    _ reader: inout FieldReader,
    in configuration: inout RouterConfiguration
  ) {
    guard !reader["hosts"].isNil else { return }
    var hosts: [HostRule] = []
    for text in reader.texts("hosts") {
      do throws(HostError) {
        hosts.append(try HostRule(parsing: text))
      } catch {
        reader.add(.wrongType, error.description, field: "hosts")
      }
    }
    for scheme in ["http", "https"] {
      configuration.locationRules[scheme].authority = .host(hosts)
    }
  }
}

extension FieldReader {
  fileprivate mutating func refuse(_ field: String, _ problem: String) {
    add(.wrongType, "'\(field)' \(problem)", field: field)
  }
}
