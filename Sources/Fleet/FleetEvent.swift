#if Releases
import MessageStream
import Moonroute
import ScriptHost

/// An event in a message of a fleet.
struct FleetEvent: Sendable {
  /// The largest message that is read; a sender's own limit is on the values, before any escapes.
  private static let byteLimit = 640 << 10

  /// The largest name of a host.
  private static let nameByteLimit = 256

  let location: String
  let extra: Value
  /// The name of the sending host.
  let host: String
  /// A random number of each start of a member, by which it recognizes its own messages.
  let run: String

  init(_ location: String, _ extra: Value, host: String, run: String) {
    (self.location, self.extra, self.host, self.run) = (location, extra, host, run)
  }

  /// Reads a message; `nil` if it is not an event.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, let json = try? JSONParser.parse(bytes),
      let location = json["at"].text, let host = json["from"].text, let run = json["run"].text,
      host.utf8.count <= Self.nameByteLimit
    else { return nil }
    self.init(location, Value(wire: json["extra"]), host: host, run: run)
    guard extra.reasonAgainstFleet == nil else { return nil }
  }

  var bytes: [UInt8] {
    let json = JSON.fields(
      ("at", .text(location)),
      ("extra", JSON(extra)),
      ("from", .text(host)),
      ("run", .text(run))
    )
    return Array(json.line.utf8)
  }
}
#endif
