import LuaRuntime
import Moonroute
import RoutePatterns

struct TypeReader {
  static let fields = ["format", "match", "parse", "samples"]

  let bridge: LuaBridge

  /// Defines the type if its whole definition is valid, and returns all mistakes.
  func define(_ name: String, _ table: LuaTable) -> [FieldReader.Mistake] {
    var reader = FieldReader(table, as: "a type", known: Self.fields)
    let condition = condition(&reader)
    let type = ScriptType(parse: reader.function("parse"), format: reader.function("format"))
    let samples = reader.texts("samples")
    guard let condition, reader.mistakes.isEmpty else { return reader.mistakes }
    do throws(ParameterTypeError) {
      try bridge.scope.rules.types.define(name, accepting: condition, samples: samples)
      bridge.types[name] = type
    } catch {
      reader.add(Self.code(of: error), error.description, field: Self.field(of: error))
    }
    return reader.mistakes
  }

  private func condition(_ reader: inout FieldReader) -> CustomParameterType.Condition? {
    switch reader["match"] {
    case .string(let expression):
      do throws(ConstraintError) {
        return .constraint(try Constraint(expression))
      } catch {
        reader.add(.badPattern, error.description, field: "match")
        return nil
      }
    case .table: return .choice(reader.texts("match"))
    case let other:
      reader.expect("a constraint or a list of texts", in: "match", got: other)
      return nil
    }
  }

  private static func code(of error: ParameterTypeError) -> RouterError.Code {
    switch error.reason {
    case .badName: .badPattern
    case .taken: .duplicate
    case .emptyChoice, .badSample, .manySamples: .wrongType
    }
  }

  private static func field(of error: ParameterTypeError) -> String? {
    switch error.reason {
    case .badSample, .manySamples: "samples"
    case .badName, .taken, .emptyChoice: nil
    }
  }
}
