#if Inspector
/// The files of the page by path, at addresses that begin with the digest of all files.
///
/// Browsers can therefore cache them; an outdated digest returns the current file.
struct StaticFiles: Sendable {
  /// A file and its response headers.
  struct Item: Sendable {
    let content: ServerContent
    /// The compressed form, if the content is long enough.
    let packed: ServerContent?
    /// An entity tag that is unique for this content.
    let tag: String
    /// Whether the address always returns this content.
    var isFixed = false

    init(_ content: ServerContent) {
      (self.content, packed) = (content, content.compressed)
      tag = StaticFiles.tag(content.bytes)
    }

    /// Whether a client already has this content, by its `If-None-Match` header.
    func isKnown(to header: String) -> Bool {
      let tags = header.split(whereSeparator: { $0 == "," || $0 == " " })
      return tags.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }
  }

  private let items: [String: Item]
  /// The prefix of the fixed addresses: `/-/0123456789abcdef`.
  let fixed: String

  init(_ assets: [LoopbackServer.Asset]) {
    var items: [String: Item] = [:]
    for asset in assets {
      items[asset.path] = Item(ServerContent(type: Self.type(of: asset.path), asset.bytes))
    }
    let all = items.sorted { $0.key < $1.key }.map { $0.key + $0.value.tag }.joined()
    fixed = Self.root + ServerKey.digits(Self.hash(Array(all.utf8)))
    if let page = items["/index.html"] {
      var text = String(decoding: page.content.bytes, as: UTF8.self)
      for path in items.keys { text.replace("\"\(path)\"", with: "\"\(fixed)\(path)\"") }
      let bytes = Array(text.utf8)
      items["/"] = items["/"] ?? Item(ServerContent(type: page.content.type, bytes))
    }
    self.items = items
  }

  subscript(path: String) -> Item? {
    guard path.hasPrefix(Self.root) else { return items[path] }
    guard let slash = path.dropFirst(Self.root.count).firstIndex(of: "/") else { return nil }
    let rest = String(path[slash...])
    // The page itself has only one address.
    var item = rest == "/" ? nil : items[rest]
    item?.isFixed = path[..<slash] == fixed
    return item
  }

  /// The common prefix of all addresses with a digest.
  private static let root = "/-/"

  fileprivate static func tag(_ bytes: [UInt8]) -> String {
    "\"\(ServerKey.digits(hash(bytes)))-\(bytes.count)\""
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
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
