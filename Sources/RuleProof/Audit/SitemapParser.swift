import TextTools

/// Extracts the texts of the `loc` elements of a sitemap, even from malformed XML.
///
/// Source: https://www.sitemaps.org/protocol.html
struct SitemapParser: LinkParser {
  private enum Place {
    case outside
    case tag
    case address
  }

  /// The maximum bytes of an address; longer text is ignored.
  private static let addressLimit = 1 << 16

  private let name: String
  private var place = Place.outside
  private var text: [UInt8] = []
  private(set) var skippedCount = 0

  init(name: String) { self.name = name }

  mutating func read(_ bytes: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError) {
    for byte in bytes {
      switch (place, byte) {
      case (.outside, UInt8(ascii: "<")):
        (place, text) = (.tag, [])
      case (.outside, _): break
      case (.tag, UInt8(ascii: ">")):
        place = try Self.isAddress(text, name) ? .address : .outside
        text = []
      case (.tag, _): if text.count < 64 { text.append(byte) }
      case (.address, _):
        text.append(byte)
        if byte == UInt8(ascii: ">"), text.suffix(6).elementsEqual("</loc>".utf8) {
          add(text.dropLast(6), to: &links)
          (place, text) = (.outside, [])
        } else if text.count >= Self.addressLimit {
          (place, text, skippedCount) = (.outside, [], skippedCount + 1)
        }
      }
    }
  }

  mutating func finish(into links: inout [String]) {
    if place == .address { skippedCount += 1 }
  }

  private func add(_ bytes: ArraySlice<UInt8>, to links: inout [String]) {
    var text = RawText.text(bytes).trimmed
    if text.hasPrefix("<![CDATA["), text.hasSuffix("]]>") {
      text = text.dropFirst(9).dropLast(3).trimmed
    } else {
      text = XMLText.decoded(text)
    }
    if !text.isEmpty { links.append(text) }
  }

  private static func isAddress(_ tag: [UInt8], _ name: String) throws(LinkListError) -> Bool {
    let words = tag.split { [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/")].contains($0) }
    guard let first = words.first else { return false }
    if first.elementsEqual("sitemapindex".utf8) {
      throw LinkListError(
        "\(name): this lists other sitemaps, not pages. Use the sitemaps at the addresses in it."
      )
    }
    return first.elementsEqual("loc".utf8) && tag.last != UInt8(ascii: "/")
      && tag.first != UInt8(ascii: "/")
  }
}
