/// Non-ASCII letters in ASCII spelling (RFC 3492), without the prefix `xn--`.
///
/// https://www.rfc-editor.org/rfc/rfc3492
enum Punycode {
  private static let base = 36
  private static let firstThreshold = 1
  private static let lastThreshold = 26
  private static let firstScalar = 0x80
  private static let firstBias = 72
  /// The largest possible difference between two scalars of a host.
  private static let largest = Int(Int32.max)

  /// Returns `nil` if the text is not Punycode.
  ///
  /// - Complexity: O(*n*²) for *n* bytes.
  static func decoded(_ text: some Collection<UInt8>) -> [Unicode.Scalar]? {
    let bytes = Array(text)
    let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
    let plain = bytes[..<(hyphen ?? 0)]
    guard plain.allSatisfy({ $0 < 0x80 }) else { return nil }
    var scalars = plain.map { Unicode.Scalar($0) }
    var digits = bytes[(hyphen.map { $0 + 1 } ?? 0)...]
    var (value, index, bias) = (firstScalar, 0, firstBias)
    while !digits.isEmpty {
      guard let delta = number(&digits, bias) else { return nil }
      let count = scalars.count + 1
      bias = adapted(delta, count, isFirst: index == 0)
      index += delta
      value += index / count
      index %= count
      guard value <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
      scalars.insert(scalar, at: index)
      index += 1
    }
    return scalars
  }

  private static func number(_ digits: inout ArraySlice<UInt8>, _ bias: Int) -> Int? {
    var (number, weight, place) = (0, 1, base)
    while let byte = digits.popFirst() {
      guard let digit = digit(byte) else { return nil }
      number += digit * weight
      guard number <= largest else { return nil }
      let threshold = threshold(at: place, bias)
      if digit < threshold { return number }
      weight *= base - threshold
      guard weight <= largest else { return nil }
      place += base
    }
    return nil
  }

  /// - Complexity: O(*n*²) for *n* scalars.
  static func encoded(_ scalars: some Collection<Unicode.Scalar>) -> String {
    var bytes = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    let plainCount = bytes.count
    if plainCount > 0 { bytes.append(UInt8(ascii: "-")) }
    var (value, delta, bias, count) = (firstScalar, 0, firstBias, plainCount)
    for next in Set(scalars.map { Int($0.value) }).sorted() where next >= firstScalar {
      delta += (next - value) * (count + 1)
      value = next
      for scalar in scalars {
        if scalar.value < value { delta += 1 }
        guard scalar.value == value else { continue }
        append(delta, bias, to: &bytes)
        bias = adapted(delta, count + 1, isFirst: count == plainCount)
        (delta, count) = (0, count + 1)
      }
      (delta, value) = (delta + 1, value + 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ number: Int, _ bias: Int, to bytes: inout [UInt8]) {
    var (number, place) = (number, base)
    while true {
      let threshold = threshold(at: place, bias)
      guard number >= threshold else { break }
      let rest = number - threshold
      bytes.append(byte(threshold + rest % (base - threshold)))
      (number, place) = (rest / (base - threshold), place + base)
    }
    bytes.append(byte(number))
  }

  private static func threshold(at place: Int, _ bias: Int) -> Int {
    min(max(place - bias, firstThreshold), lastThreshold)
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    let (damp, skew) = (700, 38)
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var place = 0
    while delta > (base - firstThreshold) * lastThreshold / 2 {
      delta /= base - firstThreshold
      place += base
    }
    return place + (base - firstThreshold + 1) * delta / (delta + skew)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }

  private static func byte(_ digit: Int) -> UInt8 {
    UInt8(digit < 26 ? digit + 0x61 : digit - 26 + 0x30)
  }
}
