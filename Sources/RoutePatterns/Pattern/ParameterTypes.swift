import TextTools

/// The types that templates may name: the built-in types, and the types of the application.
///
/// ```swift
/// var types = ParameterTypes.builtIn
/// try types.define("sku", matching: Constraint("[A-Z]{3}\\d+"))
/// let pattern = try RoutePattern("/item/:id<sku>", types: types)
/// ```
public struct ParameterTypes: Sendable {
  /// `int`, `number`, `bool`, `uuid`, `date`, `hex`, `slug` and `alpha`.
  public static let builtIn = ParameterTypes()

  private static let builtInTypes: [String: ParameterType] = [
    "int": .integer, "number": .number, "bool": .bool, "uuid": .uuid, "date": .date,
    "hex": .hex, "slug": .slug, "alpha": .alpha,
  ]

  /// The maximum number of samples for a type or a route: each is a row in every table about
  /// routes.
  package static let sampleLimit = 64

  static let builtInNames = builtInTypes.keys.sorted()

  private var types = ParameterTypes.builtInTypes

  private var samples: [String: [String]] = [:]

  private init() {}

  init(of parameters: [RouteParameter]) {
    for case .custom(let type) in parameters.lazy.map(\.type) { types[type.name] = .custom(type) }
  }

  /// Adds a type whose values match a constraint.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and `_`.
  ///   - constraint: The condition that text must meet.
  ///   - samples: Values that tools use when they need a location of a route. Default: none, so
  ///     that tools generate values.
  ///   - parse: Converts matching text to a value when the value is read; by default the value is
  ///     the text.
  /// - Throws: ``ParameterTypeError`` if the name is taken or invalid, or if a sample does not match
  ///   or there are too many.
  public mutating func define(
    _ name: String,
    matching constraint: Constraint,
    samples: [String] = [],
    parse: (@Sendable (String) -> (any Sendable)?)? = nil
  ) throws(ParameterTypeError) {
    try define(name, accepting: .constraint(constraint), samples: samples, parse: parse)
  }

  /// Adds a type with listed values.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and `_`.
  ///   - values: The values.
  ///   - samples: As in ``define(_:matching:samples:parse:)``.
  ///   - parse: As in ``define(_:matching:samples:parse:)``.
  /// - Throws: ``ParameterTypeError`` if the name is taken or invalid, if the list is empty or has an
  ///   empty value, or if a sample does not match or there are too many.
  public mutating func define(
    _ name: String,
    oneOf values: [String],
    samples: [String] = [],
    parse: (@Sendable (String) -> (any Sendable)?)? = nil
  ) throws(ParameterTypeError) {
    try define(name, accepting: .choice(values), samples: samples, parse: parse)
  }

  package mutating func define(
    _ name: String,
    accepting condition: CustomParameterType.Condition,
    samples: [String] = [],
    parse: (@Sendable (String) -> (any Sendable)?)? = nil
  ) throws(ParameterTypeError) {
    var parser = TemplateParser(name)
    guard !parser.parseName().isEmpty, parser.byte == nil else {
      throw ParameterTypeError(.badName, name: name)
    }
    guard types[name] == nil else { throw ParameterTypeError(.taken, name: name) }
    if case .choice(let values) = condition, values.isEmpty || values.contains("") {
      throw ParameterTypeError(.emptyChoice, name: name)
    }
    let type = ParameterType.custom(
      CustomParameterType(name: name, condition: condition, parse: parse)
    )
    guard samples.count <= Self.sampleLimit else {
      throw ParameterTypeError(.manySamples(count: samples.count), name: name)
    }
    if let wrong = samples.first(where: { !type.accepts($0) }) {
      throw ParameterTypeError(.badSample(wrong), name: name)
    }
    types[name] = type
    self.samples[name] = samples.isEmpty ? nil : samples
  }

  /// The samples of a type, as its author listed them; empty for other types.
  package func samples(of type: ParameterType) -> [String] {
    guard case .custom(let custom) = type, let samples = samples[custom.name] else { return [] }
    return type.choices.isEmpty ? samples : samples.filter(type.choices.contains)
  }

  package var names: [String] { types.keys.sorted() }

  package subscript(name: String) -> ParameterType? { types[name] }

  /// The names nearest to an undefined name.
  ///
  /// Names that are prefixes of each other are nearest: `integer` means `int`.
  func nearest(to name: String) -> [String] {
    let candidates = types.keys.map { known in
      let isCut = !name.isEmpty && (known.hasPrefix(name) || name.hasPrefix(known))
      return NearestNames.Candidate(key: isCut ? name : known, text: known)
    }
    return NearestNames.of(name, among: candidates, count: 2)
  }
}
