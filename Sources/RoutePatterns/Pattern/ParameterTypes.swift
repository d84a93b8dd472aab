import TextTools

/// The types that templates may name: the built-in ones, and those the application adds.
///
/// ```swift
/// var types = ParameterTypes.builtIn
/// try types.define("sku", matching: .constraint(Constraint("[A-Z]{3}\\d+")))
/// let pattern = try RoutePattern("/item/:id<sku>", types: types)
/// ```
public struct ParameterTypes: Sendable {
  /// `int`, `number`, `bool`, `uuid`, `date`, `hex`, `slug` and `alpha`.
  public static let builtIn = ParameterTypes()

  private static let builtInTypes: [String: ParameterType] = [
    "int": .integer, "number": .number, "bool": .bool, "uuid": .uuid, "date": .date,
    "hex": .hex, "slug": .slug, "alpha": .alpha,
  ]

  /// The samples that a type or a route may have: each is a row of every table about routes.
  package static let sampleLimit = 64

  static let builtInNames = builtInTypes.keys.sorted()

  private var types = ParameterTypes.builtInTypes

  /// The values of added types that tools try, by the name of the type.
  private var samples: [String: [String]] = [:]

  private init() {}

  /// The built-in types, and those that some parameters have.
  init(of parameters: [RouteParameter]) {
    for case .custom(let type) in parameters.lazy.map(\.type) { types[type.name] = .custom(type) }
  }

  /// Adds a type.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and `_`.
  ///   - condition: What decides whether text fits.
  ///   - samples: Values that tools try where a location of a route is needed. Default: none, so
  ///     that they make up values.
  ///   - parse: Makes a value from text that fits, when the value is read; by default the text is
  ///     the value.
  /// - Throws: ``ParameterTypeError`` if the name is taken or is no name, if the list is empty, or if
  ///   a sample does not fit or there are too many.
  public mutating func define(
    _ name: String,
    matching condition: CustomParameterType.Condition,
    samples: [String] = [],
    parse: (@Sendable (String) -> (any Sendable)?)? = nil
  ) throws(ParameterTypeError) {
    var parser = TemplateParser(name)
    guard !parser.parseName().isEmpty, parser.byte == nil else { throw .badName(name) }
    guard types[name] == nil else { throw .taken(name) }
    if case .choice(let values) = condition, values.isEmpty || values.contains("") {
      throw .emptyChoice(name)
    }
    let type = ParameterType.custom(
      CustomParameterType(name: name, condition: condition, parse: parse)
    )
    guard samples.count <= Self.sampleLimit else {
      throw .manySamples(name, count: samples.count)
    }
    if let wrong = samples.first(where: { !type.accepts($0) }) {
      throw .badSample(name, sample: wrong)
    }
    types[name] = type
    self.samples[name] = samples.isEmpty ? nil : samples
  }

  /// The values of a type that tools try, as its author gave them; none for other types.
  package func samples(of type: ParameterType) -> [String] {
    if case .custom(let custom) = type { samples[custom.name] ?? [] } else { [] }
  }

  package var names: [String] { types.keys.sorted() }

  /// The type of a name, or `nil`.
  subscript(name: String) -> ParameterType? { types[name] }

  /// The names nearest to an undefined one.
  ///
  /// A name that begins with the other one is as near as can be: `integer` means `int`.
  func nearest(to name: String) -> [String] {
    let candidates = types.keys.map { known in
      let isCut = !name.isEmpty && (known.hasPrefix(name) || name.hasPrefix(known))
      return NearestNames.Candidate(key: isCut ? name : known, text: known)
    }
    return NearestNames.of(name, among: candidates, count: 2)
  }
}
