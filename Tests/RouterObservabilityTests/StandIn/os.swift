// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the declarations of Apple's log that RouterObservability uses, so that they are
// type-checked on systems without it. Nothing of it does anything.

public struct OSLogPrivacy: Sendable {
  public static let `private` = OSLogPrivacy()
  public static let `public` = OSLogPrivacy()
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) {}
  public mutating func appendInterpolation<Number: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> Number,
    privacy: OSLogPrivacy = .public
  ) {}
  public mutating func appendInterpolation(
    _ text: @autoclosure @escaping () -> String,
    privacy: OSLogPrivacy = .private
  ) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringInterpolation: OSLogInterpolation) {}
  public init(stringLiteral value: String) {}
}

public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func log(_ message: OSLogMessage) {}
  public func error(_ message: OSLogMessage) {}
}
