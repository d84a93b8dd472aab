extension ParameterType {
  /// Whether the bytes of a decoded value fit the type.
  func fits(_ value: ArraySlice<UInt8>) -> Bool {
    guard !value.isEmpty else { return false }
    switch self {
    case .text, .list: return true
    case .integer: return Self.integer(value) != nil
    case .number: return Self.isNumber(value)
    case .bool: return value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8)
    case .uuid: return Self.isUUID(value)
    case .date: return Self.isDate(value)
    case .hex: return value.allSatisfy(\.isHexDigit)
    case .slug: return value.allSatisfy(\.isSlug)
    case .alpha: return value.allSatisfy(\.isLetter)
    case .choice(let values):
      let given = String(decoding: value, as: UTF8.self)
      return values.contains(given)
    }
  }

  /// Reads an optional minus and digits, or `nil` if they do not fit in 64 bits.
  static func integer(_ value: ArraySlice<UInt8>) -> Int64? {
    let isNegative = value.first == UInt8(ascii: "-")
    let digits = isNegative ? value.dropFirst() : value
    guard !digits.isEmpty else { return nil }
    var result: Int64 = 0
    for byte in digits {
      guard byte.isDigit else { return nil }
      let digit = Int64(byte &- UInt8(ascii: "0"))
      let (product, overflows) = result.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflows || overflowsToo { return nil }
      result = sum
    }
    return result
  }

  private static func isNumber(_ value: ArraySlice<UInt8>) -> Bool {
    let unsigned = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
    let whole = unsigned.prefix(while: \.isDigit)
    guard !whole.isEmpty else { return false }
    let rest = unsigned.dropFirst(whole.count)
    guard let point = rest.first else { return true }
    let fraction = rest.dropFirst()
    return point == UInt8(ascii: ".") && !fraction.isEmpty && fraction.allSatisfy(\.isDigit)
  }

  private static func isUUID(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.count == 36 else { return false }
    return value.enumerated()
      .allSatisfy { offset, byte in
        switch offset {
        case 8, 13, 18, 23: byte == UInt8(ascii: "-")
        default: byte.isHexDigit
        }
      }
  }

  private static func isDate(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.count == 10 else { return false }
    var parts = [0, 0, 0]
    for (offset, byte) in value.enumerated() {
      if offset == 4 || offset == 7 {
        guard byte == UInt8(ascii: "-") else { return false }
        continue
      }
      guard byte.isDigit else { return false }
      let part = offset < 4 ? 0 : offset < 7 ? 1 : 2
      parts[part] = parts[part] * 10 + Int(byte &- UInt8(ascii: "0"))
    }
    let (year, month, day) = (parts[0], parts[1], parts[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && day >= 1 && day <= lengths[month - 1]
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
  var isSlug: Bool {
    isDigit || isLetter || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
