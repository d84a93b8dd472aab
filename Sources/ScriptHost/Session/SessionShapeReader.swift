import LuaRuntime
import Moonroute
import RoutePatterns
import TextTools

/// Reads the declared fields of the session from the table of a script.
struct SessionShapeReader {
  /// The most fields of a session, at all depths.
  static let fieldLimit = 1_000

  let types: ParameterTypes

  /// The number of fields read so far, also in earlier declarations.
  var count: Int

  /// - Throws: `wrong_type`, `unknown_type` or `bad_pattern`.
  mutating func field(
    _ value: LuaValue,
    at path: String
  ) throws(LuaError) -> SessionShape.Field {
    count += 1
    guard count <= Self.fieldLimit else {
      throw LuaError("wrong_type", "The session declares more than \(Self.fieldLimit) fields.")
    }
    switch value {
    case .string(let text):
      let type = TypeText(text)
      return wrap(try kind(of: type, at: path), type.suffixes)
    case .table(let table): return try self.table(table, at: path)
    default:
      throw LuaError(
        "wrong_type",
        "\(path) needs a type such as 'int', or a table of fields, not \(value.shownShortly)."
      )
    }
  }

  private mutating func table(
    _ table: LuaTable,
    at path: String
  ) throws(LuaError) -> SessionShape.Field {
    var suffixes: [TypeText.Suffix] = []
    if let first = table.array.first {
      let text = TypeText(first.string ?? "")
      guard text.word.isEmpty, !text.suffixes.isEmpty, table.array.count == 1 else {
        throw LuaError(
          "wrong_type",
          "\(path) has the item \(first.shownShortly). Write fields by name. Only '?', '[]' or '{}'"
            + " may come first."
        )
      }
      suffixes = text.suffixes
    }
    guard !table.fields.isEmpty else {
      throw LuaError("wrong_type", "\(path) declares no fields. Write 'any' for free-form data.")
    }
    var fields: [String: SessionShape.Field] = [:]
    for field in table.fields {
      guard let name = field.key.string else {
        throw LuaError(
          "wrong_type",
          "\(path) has the key \(field.key.value.shownShortly). Use text."
        )
      }
      fields[name] = try self.field(field.value, at: path + name.asLuaIndex)
    }
    return wrap(.table(fields), suffixes)
  }

  private func wrap(
    _ kind: SessionShape.Kind,
    _ suffixes: [TypeText.Suffix]
  ) -> SessionShape.Field {
    var field = SessionShape.Field(kind: kind, isOptional: false)
    for suffix in suffixes {
      field =
        switch suffix {
        case .optional: SessionShape.Field(kind: field.kind, isOptional: true)
        case .list: SessionShape.Field(kind: .list(field), isOptional: false)
        case .map: SessionShape.Field(kind: .map(field), isOptional: false)
        }
    }
    return field
  }

  private func kind(
    of text: TypeText,
    at path: String
  ) throws(LuaError) -> SessionShape.Kind {
    if text.word == "any" { return .any }
    do throws(PatternError) {
      return .value(try text.type(among: types))
    } catch {
      if case .unknownType(let type, let nearest) = error.reason {
        let hint = NearestNames.hint(of: nearest.first)
        throw LuaError("unknown_type", "\(path) has the unknown type '\(type)'.\(hint)")
      }
      throw LuaError(
        "bad_pattern",
        "'\(text.word)' is not a type for \(path). Write 'string', 'int', 'a|b' or another type."
          + " Add '?' if it may be absent, '[]' for a list or '{}' for values by name."
      )
    }
  }
}
