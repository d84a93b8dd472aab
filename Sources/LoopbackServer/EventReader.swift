#if Inspector
/// Parses server-sent events; it drops comments, and events without a type or without data.
struct EventReader {
  private var line: [UInt8] = []
  private var type = ""
  private var data: [String] = []
  private var id: String?
  private var dataByteCount = 0

  var byteCount: Int { dataByteCount + line.count }

  mutating func read(_ bytes: some Collection<UInt8>) -> [ServerEvents.Event] {
    var events: [ServerEvents.Event] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end]
      rest = rest[rest.index(after: end)...]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if let event = takeLine() { events.append(event) }
      line = []
    }
    line += rest
    return events
  }

  /// The event that a complete line ends, if any.
  private mutating func takeLine() -> ServerEvents.Event? {
    guard !line.isEmpty else {
      defer { (type, data, id, dataByteCount) = ("", [], nil, 0) }
      guard !type.isEmpty, !data.isEmpty else { return nil }
      return ServerEvents.Event(type: type, data: data.joined(separator: "\n"), id: id)
    }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line.dropFirst(name.count + 1)
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: name, as: UTF8.self) {
    case "event": type = text
    case "data":
      data.append(text)
      dataByteCount += line.count
    case "id": id = text
    default: break
    }
    return nil
  }
}
#endif
