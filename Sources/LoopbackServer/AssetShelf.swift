#if Inspector
/// The files of the page by their paths.
struct AssetShelf: Sendable {
  /// A file with what its headers say.
  struct Item: Sendable {
    let content: ServerContent
    /// A name of these bytes, which others do not have.
    let tag: String

    /// Whether a client has these bytes already, as its `If-None-Match` says.
    func isKnown(to header: String) -> Bool {
      let tags = header.split(whereSeparator: { $0 == "," || $0 == " " })
      return tags.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }
  }

  private let items: [String: Item]

  init(_ assets: [LoopbackServer.Asset]) {
    var items: [String: Item] = [:]
    for asset in assets {
      let content = ServerContent(type: Self.type(of: asset.path), asset.bytes)
      items[asset.path] = Item(content: content, tag: Self.tag(asset.bytes))
    }
    if let page = items["/index.html"] { items["/"] = items["/"] ?? page }
    self.items = items
  }

  /// The file of a path, if there is one.
  subscript(path: String) -> Item? { items[path] }

  /// FNV-1a, 64 bits, and the number of bytes.
  private static func tag(_ bytes: [UInt8]) -> String {
    let hash = bytes.withUnsafeBytes { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
    return "\"\(ServerKey.digits(hash))-\(bytes.count)\""
  }

  private static func type(of path: String) -> String {
    switch path.split(separator: ".").last.map(String.init) {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "ico": "image/x-icon"
    case "json": "application/json"
    case "txt": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
#endif
