import Foundation
public import Moonroute

extension StageModel {
  /// The stage as text; empty for an empty one.
  public var savedText: String {
    guard root != nil else { return "" }
    let json = router.stage.saved.json
    let data = try? JSONSerialization.data(withJSONObject: json, options: [.sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Shows again what was on the stage once.
  ///
  /// - Parameter text: What ``savedText`` answered. What is none leaves everything as it is.
  /// - Returns: Whether something was there to show.
  @discardableResult
  public func restore(_ text: String) async -> Bool {
    guard let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      let saved = Value(json: json)
    else { return false }
    do {
      try await router.restore(saved)
      return root != nil
    } catch { return false }
  }

  /// Opens a location.
  ///
  /// - Parameter text: The location.
  /// - Returns: How it ended.
  @discardableResult
  public func open(_ text: String) async -> Outcome { await router.open(text) }
}

extension Value {
  /// The value as Foundation's JSON has it.
  ///
  /// Saved stages have neither references nor tables that are a list and a record at once.
  fileprivate var json: Any {
    switch self {
    case .none, .reference: NSNull()
    case .bool(let bool): bool
    case .integer(let integer): integer
    case .number(let number): number
    case .text(let text): text
    case .table(let table):
      table.fields.isEmpty ? table.items.map(\.json) as Any : table.fields.mapValues(\.json)
    }
  }

  /// The value of Foundation's JSON.
  fileprivate init?(json: Any) {
    switch json {
    case let list as [Any]: self = .table(Table(items: list.compactMap(Value.init(json:))))
    case let record as [String: Any]:
      self = .table(Table(fields: record.compactMapValues(Value.init(json:))))
    case let text as String: self = .text(text)
    case let number as NSNumber: self = Self.number(number)
    default: return nil
    }
  }

  private static func number(_ number: NSNumber) -> Value {
    switch String(cString: number.objCType) {
    case "c", "B": .bool(number.boolValue)
    case "d", "f": .number(number.doubleValue)
    default: .integer(number.int64Value)
    }
  }
}
