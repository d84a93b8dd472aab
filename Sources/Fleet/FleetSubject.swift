#if Releases
package import RoutePatterns

/// The subject of messages, such as `mr.shop.census.web-1`.
public struct FleetSubject: Sendable, Hashable, CustomStringConvertible {
  /// The text, with bytes outside `A–Z a–z 0–9 _ -` of a name as `=XX`.
  public let description: String

  private init(_ names: String..., any: Bool = false) {
    description = (["mr"] + names.map(FleetName.text) + (any ? ["*"] : [])).joined(separator: ".")
  }

  /// The news of a channel.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  /// - Returns: The subject.
  public static func news(_ app: String, channel: String) -> FleetSubject {
    FleetSubject(app, "channel", channel)
  }

  /// The question that asks all hosts for a report.
  ///
  /// - Parameter app: The name of the application.
  /// - Returns: The subject.
  public static func ask(_ app: String) -> FleetSubject { FleetSubject(app, "ask") }

  /// The reports of a host.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - host: The name of the host.
  /// - Returns: The subject.
  public static func census(_ app: String, host: String) -> FleetSubject {
    FleetSubject(app, "census", host)
  }

  /// The reports of all hosts, only for subscriptions.
  ///
  /// - Parameter app: The name of the application.
  /// - Returns: The subject.
  public static func census(_ app: String) -> FleetSubject {
    FleetSubject(app, "census", any: true)
  }

  /// The events of a path.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - path: The segments of the path.
  ///   - isDurable: Whether the fleet stores the events.
  /// - Returns: The subject.
  package static func event(
    _ app: String,
    _ path: [String],
    isDurable: Bool = false
  )
    -> FleetSubject
  {
    // A slash at the end of a path has no meaning for patterns.
    let names = path.last == "" ? path.dropLast() : path[...]
    return FleetSubject(text: events(app, names.map(FleetName.segment), isDurable: isDurable))
  }

  /// The events that a pattern may match, only for subscriptions.
  package static func events(_ app: String, _ filter: PathFilter) -> [FleetSubject] {
    let names = filter.segments.map { $0.map(FleetName.segment) ?? "*" }
    guard filter.isOpen else { return [FleetSubject(text: events(app, names))] }
    let rest = FleetSubject(text: events(app, names + [">"]))
    return names.isEmpty ? [rest] : [FleetSubject(text: events(app, names)), rest]
  }

  private static func events(_ app: String, _ names: [String], isDurable: Bool = false) -> String {
    let names = names.isEmpty ? [FleetName.segment("")] : names
    let kind = isDurable ? "durable" : "event"
    return (["mr", FleetName.text(app), kind] + names).joined(separator: ".")
  }

  /// The durable events that a pattern may match, only for subscriptions.
  package static func durable(_ app: String, _ filter: PathFilter) -> FleetSubject {
    let names = filter.segments.map { $0.map(FleetName.segment) ?? "*" }
    return FleetSubject(text: events(app, names, isDurable: true))
  }

  /// The dead letters of a durable event's subject.
  package var dead: FleetSubject {
    var names = description.split(separator: ".", omittingEmptySubsequences: false)
    if names.count > 2 { names[2] = "dead" }
    return FleetSubject(text: names.joined(separator: "."))
  }

  /// The values of a shared resource.
  package static func value(_ app: String, key: String) -> FleetSubject {
    FleetSubject(app, "value", key)
  }

  /// The values of all shared resources, only for subscriptions.
  package static func values(_ app: String) -> FleetSubject {
    FleetSubject(app, "value", any: true)
  }

  /// Creates the subject of a message that has arrived.
  package init(text: String) { description = text }

  /// Whether a receiver of this subject gets the messages of another one.
  package func covers(_ other: FleetSubject) -> Bool {
    var names = other.description.utf8.split(separator: UInt8(ascii: "."))[...]
    for own in description.utf8.split(separator: UInt8(ascii: ".")) {
      guard let name = names.popFirst() else { return false }
      if own.elementsEqual(">".utf8) { return true }
      guard own.elementsEqual("*".utf8) || own.elementsEqual(name) else { return false }
    }
    return names.isEmpty
  }
}

/// A key, whose value all machines of a fleet can read.
public struct FleetKey: Sendable, Hashable, CustomStringConvertible {
  /// The name of the set of keys, such as `mr_channels`.
  public let bucket: String

  /// The key in its bucket, such as `shop.stable`.
  public let description: String

  /// The subject to which a new value is also sent, if there is one.
  public let subject: FleetSubject?

  private init(_ bucket: String, _ names: [String], _ subject: FleetSubject? = nil) {
    (self.bucket, self.subject) = (bucket, subject)
    description = names.map(FleetName.text).joined(separator: ".")
  }

  /// The news of a channel.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  /// - Returns: The key.
  public static func news(_ app: String, channel: String) -> FleetKey {
    FleetKey("mr_channels", [app, channel], .news(app, channel: channel))
  }

  /// The value of a shared resource.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - key: The path of the resource.
  /// - Returns: The key.
  public static func value(_ app: String, key: String) -> FleetKey {
    FleetKey("mr_values", [app, key], .value(app, key: key))
  }

  /// The entry of a host that has joined a channel, which the fleet keeps for a day.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - channel: The name of the channel.
  ///   - host: The name of the host.
  /// - Returns: The key.
  public static func host(_ app: String, channel: String, _ host: String) -> FleetKey {
    FleetKey("mr_hosts", [app, channel, host])
  }

  /// The name of the host in a key of ``host(_:channel:_:)``, or `nil` for another key.
  package static func host(in key: String, of app: String, channel: String) -> String? {
    let names = key.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count == 3, names[0] == FleetName.text(app), names[1] == FleetName.text(channel)
    else { return nil }
    return FleetName.name(String(names[2]))
  }
}

/// The encoding of a name as a part of a subject or a key.
enum FleetName {
  /// The text of a segment of a path, which may be empty.
  static func segment(_ name: String) -> String { name.isEmpty ? "=" : text(name) }

  /// The text of a name; every name has exactly one.
  static func text(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The name of a text, or `nil` for a text that no name has.
  static func name(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    let name = String(decoding: bytes, as: UTF8.self)
    return self.text(name) == text ? name : nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
#endif
