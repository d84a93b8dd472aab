import Synchronization

extension Value {
  /// The numbers of objects, so that each reference is unique.
  private static let lastNumber = Atomic<UInt64>(0)

  /// Converts a value of the program to plain data, or otherwise to an object.
  ///
  /// - Parameter value: Any value. An instance of a class results in the same reference each time.
  public init(object value: some Sendable) {
    self = Self.plain(value) ?? Self.object(value)
  }

  private static func plain(_ value: Any) -> Value? {
    if let optional = value as? any OptionalValue {
      return optional.content.map(plain) ?? Value.null
    }
    return switch value {
    case let value as Value: value
    case let table as ValueTable: .table(table)
    case let reference as Value.ObjectReference: .reference(reference)
    case let bool as Bool: .bool(bool)
    case let text as String: .text(text)
    case let number as Double: .double(number)
    case let number as Float: .double(Double(number))
    case let integer as any FixedWidthInteger: Int64(exactly: integer).map(Value.int)
    case let list as [Any]: plain(list: list)
    case let record as [String: Any]: plain(record: record)
    default: nil
    }
  }

  private static func plain(list: [Any]) -> Value? {
    let items = list.compactMap(plain)
    return items.count == list.count ? .table(ValueTable(list: items)) : nil
  }

  private static func plain(record: [String: Any]) -> Value? {
    let fields = record.compactMapValues(plain)
    return fields.count == record.count ? .table(ValueTable(fields: fields)) : nil
  }

  private static func object(_ value: any Sendable) -> Value {
    let content: Any = (value as? any OptionalValue)?.content ?? value
    let kind = "\(type(of: content))"
    guard type(of: content) is AnyClass else {
      let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
      return .reference(Value.ObjectReference(value, id: number, kind: kind))
    }
    let id = UInt64(UInt(bitPattern: ObjectIdentifier(content as AnyObject)))
    return .reference(Value.ObjectReference(value, id: id, kind: kind))
  }
}

private protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var content: Any? { self }
}
