// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Empty declarations of the part of Apple's logging that RouterObservability uses, for
// type-checking on systems without it.

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
