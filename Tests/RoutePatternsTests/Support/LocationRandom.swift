import TextTools

/// Generates location texts from a seed.
struct LocationRandom: RandomNumberGenerator {
  private var numbers: SeededGenerator

  init(seed: UInt64) {
    numbers = SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 { numbers.next() }

  /// Generates the text of a location from interesting pieces.
  mutating func locationText() -> [UInt8] {
    var bytes: [UInt8] = []
    if Int.random(in: 0..<3, using: &self) > 0 {
      bytes += LocationRandom.beginnings.randomElement(using: &self) ?? []
    }
    for _ in 0..<Int.random(in: 0..<12, using: &self) {
      bytes += LocationRandom.pieces.randomElement(using: &self) ?? []
    }
    return bytes
  }

  /// Generates random bytes, often only ASCII.
  mutating func bytes(upTo count: Int) -> [UInt8] {
    let highest: UInt8 = Int.random(in: 0..<4, using: &self) == 0 ? 0xFF : 0x7F
    let count = Int.random(in: 0...count, using: &self)
    return (0..<count).map { _ in UInt8.random(in: 0...highest, using: &self) }
  }

  private static let beginnings: [[UInt8]] = [
    "/", "//", "./", "../", "%2E/", "?", "#", "http://", "HTTPS://", "https:", "shop://", "Shop:",
    "app://", "hash://h/p#", "listed://h/p#", "terms://", "fixed://", "  /", "\u{3000}/", "1a:",
    "a.b-c+d://",
  ]
  .map { Array($0.utf8) }

  private static let pieces: [[UInt8]] =
    [
      "/", "/", "/", "//", ".", "..", "%2e", "%2E.", "/./", "/../", "%2F", "%2f", "%", "%4", "%zz",
      "%25", "%41", "%ff", "%E5%AD%A6", "%E5%AD", "学", "校", "é", "e\u{301}", "\u{212A}", "İ", "😀",
      "a",
      "b", "User", "7", "?", "?", "#", "#/", "&", "&", "=", "=", "+", "%2B", "%20", "%26", "%3D",
      " ",
      "\u{3000}", "\u{A0}", "\t", "\r\n", "\0", ":", "@", "[", "]", "[::1]", ":443", ":80",
      ":99999",
      "example.com", "xn--bcher-kva", "xn--", "XN--4CA", "u\u{308}", "。", "-", "|", "\\", "\"", "<",
      "k=v", "tab=posts",
    ]
    .map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE4, 0xBD], [0x80], [0xED, 0xA0, 0x80], [0xFE]]
}
