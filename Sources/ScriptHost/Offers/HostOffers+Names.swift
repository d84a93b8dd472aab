import Moonroute

extension HostOffers {
  /// The names that `host` defines itself.
  package static let ownNames: Set<String> = ["call", "replies", "requests", "stub"]

  static let ownTypes = ["boolean", "function", "integer", "number", "string", "table"]

  /// Adds the name of a function or value, and records the problem with it, if any.
  mutating func claim(_ name: String) {
    if Self.ownNames.contains(name) {
      report(name, "'host.\(name)' is built in.")
    } else if functions[name] != nil || values[name] != nil {
      report(name, "Two functions or values are offered as 'host.\(name)'.")
    }
  }

  mutating func claim(view name: String) {
    guard views[name] != nil else { return }
    report(name, "Two views are offered as '\(name)'.")
  }

  mutating func claim(type name: String) {
    if Self.ownTypes.contains(name) {
      report(name, "The type '\(name)' is built in.")
    } else if types.contains(where: { $0.name == name }) {
      report(name, "Two types are offered as '\(name)'.")
    }
  }

  private mutating func report(_ name: String, _ problem: String) {
    problems.append(RouterError(.duplicate, "\(problem) Choose another name."))
  }
}

struct HostArguments {
  private let values: [Value]
  private let name: String
  private var index = 0

  init(_ values: [Value], of name: String) { (self.values, self.name) = (values, name) }

  /// The next argument, decoded; an omitted argument is ``Value/null``.
  mutating func next<Input: Decodable>(_ type: Input.Type) throws -> Input {
    let value = values.indices.contains(index) ? values[index] : .null
    index += 1
    do {
      return try value.decode(type)
    } catch let error as DecodingError {
      throw RouterError(
        .wrongType,
        "bad argument #\(index) to 'host.\(name)' (\(error.words))",
        underlying: error
      )
    }
  }
}
