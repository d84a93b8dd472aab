import LuaRuntime
import Moonroute
import RoutePatterns

/// Reads the sample parameters of a route: `samples = { { id = 7 }, { id = 9 } }`, or a single one.
struct SamplesReader {
  private static let example = "{ { id = 7 }, { id = 9 } }"

  static func samples(_ reader: inout FieldReader) -> [[String: ParameterValue]] {
    guard let table = reader.table("samples") else { return [] }
    var samples: [[String: ParameterValue]] = []
    let isOne = table.array.isEmpty && !table.fields.isEmpty
    for item in isOne ? [.table(table)] : table.array {
      guard case .table(let fields) = item, let sample = sample(fields),
        isOne || table.fields.isEmpty
      else {
        let message = "'samples' lists parameters by name, such as \(example)."
        reader.add(.wrongType, message, field: "samples")
        return []
      }
      samples.append(sample)
    }
    return samples
  }

  private static func sample(_ table: LuaTable) -> [String: ParameterValue]? {
    guard table.array.isEmpty, !table.fields.isEmpty else { return nil }
    var sample: [String: ParameterValue] = [:]
    for field in table.fields {
      guard let name = field.key.string, let value = value(field.value) else { return nil }
      sample[name] = value
    }
    return sample
  }

  private static func value(_ value: LuaValue) -> ParameterValue? {
    switch value {
    case .string(let text): return .text(text)
    case .integer(let integer): return .int(integer)
    case .number(let number): return .double(number)
    case .boolean(let bool): return .bool(bool)
    case .table(let list) where list.fields.isEmpty && !list.array.isEmpty:
      let texts = list.array.compactMap { $0.string ?? $0.integer.map(String.init) }
      return texts.count == list.array.count ? .list(texts) : nil
    default: return nil
    }
  }
}
