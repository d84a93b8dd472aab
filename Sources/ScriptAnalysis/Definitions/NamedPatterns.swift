import Moonroute
import RoutePatterns
import ScriptHost

/// The named patterns of an application, for its definitions.
struct NamedPatterns {
  struct Parameter {
    let field: String
    let type: String
    let isOptional: Bool
  }

  struct Item {
    let name: String
    /// The name as a type, such as `"product"`.
    let literal: String
    /// The class name of its parameters, without the prefix.
    let className: String
    /// The pattern and the place, for readers.
    let note: String
    let parameters: [Parameter]
  }

  let routes: [Item]
  let events: [Item]
  let resources: [(text: String, note: String)]
  let tags: [String]
  /// The names that annotations cannot spell or that are registered later; they make lists open.
  let lateRoutes: [String]
  let hasOpenRoutes: Bool

  init(
    of host: ScriptHost,
    late: LateRegistrations,
    specs: LateRegistrations,
    in application: isolated LinkRouter
  ) {
    let converted = host.convertedTypes(in: application)
    let all = application.router.rules.directory.index.routes
    var taken: Set<String> = []
    func item(_ name: String, _ pattern: RoutePattern, _ site: SourceSite?) -> Item? {
      guard let literal = Annotation.literal(name) else { return nil }
      let plain = Annotation.className(name)
      var className = plain
      var number = 2
      while !taken.insert(className).inserted {
        className = "\(plain)_\(number)"
        number += 1
      }
      return Item(
        name: name,
        literal: literal,
        className: className,
        note: ([pattern.text] + [site?.description].compactMap(\.self)).joined(separator: ", "),
        parameters: Self.parameters(of: pattern, converted)
      )
    }
    let named = all.filter { $0.name != nil }
    let items = named.map { item($0.name ?? "", $0.pattern, $0.site) }
    routes = items.compactMap(\.self)
    taken = []
    events = application.events.named.compactMap { item($0.name, $0.pattern, nil) }
    resources = application.resources.list
      .compactMap { resource in resource.name.map { ($0, resource.pattern.text) } }
      .sorted { $0.0 < $1.0 }
    tags = Set(all.flatMap(\.tags)).union(late.tags).union(specs.tags).sorted()
    let known = Set(named.compactMap(\.name))
    lateRoutes = late.routeNames.union(specs.routeNames).subtracting(known).sorted()
    hasOpenRoutes = late.hasOpenRoutes || items.contains { $0 == nil }
  }

  private static func parameters(
    of pattern: RoutePattern,
    _ converted: Set<String>
  ) -> [Parameter] {
    let needed = pattern.neededParameters
    return pattern.parameters.compactMap { parameter in
      guard let field = Annotation.field(parameter.name) else { return nil }
      return Parameter(
        field: field,
        type: parameter.type.annotation(converted: converted),
        isOptional: !needed.contains(parameter.name)
      )
    }
  }
}

extension ParameterType {
  /// The type in Lua annotations, such as `integer`; values of `converted` types are not plain
  /// texts.
  func annotation(converted: Set<String>) -> String {
    switch self {
    case .integer: "integer"
    case .number: "number"
    case .bool: "boolean"
    case .list: "string[]"
    case .choice(let values): Annotation.literals(values)
    case .custom(let type):
      if type.parse != nil || converted.contains(type.name) {
        "any"
      } else if case .choice(let values) = type.condition {
        Annotation.literals(values)
      } else {
        "string"
      }
    default: "string"
    }
  }
}
