/// The types without associated values, tested on bytes.
enum BuiltInType {
  /// Whether a non-empty value matches the type with a code.
  static func fits(code: UInt8, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    switch code {
    case ParameterType.integer.code: integer(value) != nil
    case ParameterType.number.code: isNumber(value)
    case ParameterType.bool.code:
      value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8)
    case ParameterType.uuid.code: isUUID(value)
    case ParameterType.date.code: isDate(value)
    case ParameterType.hex.code: value.allSatisfy(\.isHexDigit)
    case ParameterType.slug.code: value.allSatisfy(\.isSlug)
    case ParameterType.alpha.code: value.allSatisfy(\.isLetter)
    default: true
    }
  }

  /// Reads an optional minus and digits, or returns `nil` if they do not fit in 64 bits.
  static func integer(_ value: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let first = value.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    guard value.count > (isNegative ? 1 : 0) else { return nil }
    var result: Int64 = 0
    for index in (isNegative ? 1 : 0)..<value.count {
      let digit = value[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (product, overflows) = result.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) =
        isNegative
        ? product.subtractingReportingOverflow(Int64(digit))
        : product.addingReportingOverflow(Int64(digit))
      if overflows || overflowsToo { return nil }
      result = sum
    }
    return result
  }

  private static func isNumber(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = value.first == UInt8(ascii: "-") ? 1 : 0
    let whole = digitCount(value, from: index)
    guard whole > 0 else { return false }
    index += whole
    if index == value.count { return true }
    guard value[index] == UInt8(ascii: ".") else { return false }
    let fraction = digitCount(value, from: index + 1)
    return fraction > 0 && index + 1 + fraction == value.count
  }

  private static func digitCount(_ value: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < value.count, value[index].isDigit { index += 1 }
    return index - start
  }

  private static func isUUID(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard value.count == 36 else { return false }
    for (index, byte) in value.enumerated() {
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
      default: guard byte.isHexDigit else { return false }
      }
    }
    return true
  }

  private static func isDate(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard value.count == 10, value[4] == UInt8(ascii: "-"), value[7] == UInt8(ascii: "-"),
      let year = digits(value, 0..<4), let month = digits(value, 5..<7),
      let day = digits(value, 8..<10)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length =
      switch month {
      case 2: isLeap ? 29 : 28
      case 4, 6, 9, 11: 30
      case 1...12: 31
      default: 0
      }
    return day >= 1 && day <= length
  }

  private static func digits(_ value: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var result = 0
    for index in range {
      guard value[index].isDigit else { return nil }
      result = result * 10 + Int(value[index] &- UInt8(ascii: "0"))
    }
    return result
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
