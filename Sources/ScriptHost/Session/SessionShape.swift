package import Moonroute
package import RoutePatterns
import TextTools

/// The fields of the session that scripts declare; empty if they declare none.
package struct SessionShape: Sendable {
  /// A declared field, at any depth.
  package struct Field: Sendable, Equatable {
    package let kind: Kind

    /// Whether a table may lack the field; a field of the session itself may always be absent.
    package let isOptional: Bool

    package init(kind: Kind, isOptional: Bool) { (self.kind, self.isOptional) = (kind, isOptional) }
  }

  package indirect enum Kind: Sendable, Equatable {
    /// Any plain data.
    case any
    case value(ParameterType)
    case list(Field)
    /// Items by name.
    case map(Field)
    case table([String: Field])
  }

  /// A field of the session itself.
  package struct Declaration: Sendable {
    package let field: Field
    package let site: SourceSite?

    /// Whether the field survives the end of the program.
    package internal(set) var isStored = false
  }

  package internal(set) var declarations: [String: Declaration] = [:]

  package init() {}

  package var isEmpty: Bool { declarations.isEmpty }

  package var names: [String] { declarations.keys.sorted() }

  /// The field at the end of a path of names, or `nil` if the path is not declared.
  ///
  /// The items of a list or a map are not named, so a path with one has no field.
  package func field(at path: [String]) -> Field? {
    guard let name = path.first, var field = declarations[name]?.field else { return nil }
    for name in path.dropFirst() {
      guard case .table(let fields) = field.kind, let next = fields[name] else { return nil }
      field = next
    }
    return field
  }

  /// The error of an undeclared name on a path, or `nil`; also `nil` if nothing is declared.
  package func problem(at path: [String]) -> RouterError? {
    guard !isEmpty, let first = path.first else { return nil }
    guard let declaration = declarations[first] else {
      return .undeclared(first, of: "session", among: names) { declarations[$0]?.site }
    }
    var (field, words) = (declaration.field, "session" + first.asLuaIndex)
    for name in path.dropFirst() {
      guard case .table(let fields) = field.kind else { return nil }
      guard let next = fields[name] else {
        return .undeclared(name, of: words, among: fields.keys.sorted()) { _ in declaration.site }
      }
      (field, words) = (next, words + name.asLuaIndex)
    }
    return nil
  }
}

extension RouterError {
  /// The error of an undeclared field, with the nearest one and its place.
  static func undeclared(
    _ name: String,
    of owner: String,
    among names: [String],
    _ site: (String) -> SourceSite?
  ) -> RouterError {
    let nearest = NearestNames.of(name, among: names, count: 1)
    let place = site(nearest.first ?? names.first ?? "").map { " (declared in \($0))" } ?? ""
    return RouterError(
      .unknownField,
      "'\(name)' is not a field of \(owner)."
        + (nearest.isEmpty
          ? NearestNames.hintOrList(for: name, among: names)
          : NearestNames.hint(of: nearest.first) + place),
      nearest: nearest
    )
  }
}

extension SessionShape.Kind {
  /// The values that a tool may try, or `nil` for an unlimited type.
  package var choices: [Value]? {
    switch self {
    case .value(.bool): [.bool(true), .bool(false)]
    case .value(let type) where !type.choices.isEmpty: type.choices.map(Value.text)
    default: nil
    }
  }
}
