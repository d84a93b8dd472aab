import ScriptHost
import TestSupport
import Testing

/// Archives that `moonroute bundle` has not written.
@Suite struct BundleArchiveTests {
  private static let bundle: [UInt8] = {
    let files = ["main.lua": "return 1\n", "routes/cart.lua": "-- cart\n"]
    let bundle = try? ScriptBundle(
      app: "shop",
      version: 7,
      needs: .init(),
      files: files.mapValues { Array($0.utf8) }
    )
    return bundle?.bytes ?? []
  }()

  private static func error(_ bytes: [UInt8]) -> String? {
    do throws(BundleError) {
      _ = try ScriptBundle(bytes)
      return nil
    } catch {
      return error.description
    }
  }

  /// Writes bytes into the header of the first file, and its checksum anew.
  private static func changed(_ place: Int, _ text: String, signed: Bool = true) -> [UInt8] {
    var bytes = bundle
    bytes.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    guard signed else { return bytes }
    bytes.replaceSubrange(148..<156, with: "        ".utf8)
    let sum = String(bytes[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = String(repeating: "0", count: 6 - sum.count) + sum
    bytes.replaceSubrange(148..<156, with: Array(digits.utf8) + [0, 0x20])
    return bytes
  }

  @Test func `the bytes are accepted as they are`() { #expect(Self.error(Self.bundle) == nil) }

  @Test(arguments: [
    (156, "1", "it is not an ordinary file (type '1')."),
    (156, "2", "it is not an ordinary file (type '2')."),
    (156, "3", "it is not an ordinary file (type '3')."),
    (156, "5", "it is not an ordinary file (type '5')."),
    (156, "L", "it is not an ordinary file (type 'L')."),
    (156, "S", "it is not an ordinary file (type 'S')."),
    (156, "x", "it is not an ordinary file (type 'x')."),
    (156, "g", "it is not an ordinary file (type 'g')."),
    (156, "\0", "it is not an ordinary file (type"),
    (257, "ustar  ", "its header is not in the format ustar."),
    (345, "etc", "it has a prefix."),
    (157, "/etc/passwd", "it names the target of a link."),
    (100, "0000755", "has an owner, a mode, a time or bytes"),
    (108, "0001750", "has an owner, a mode, a time or bytes"),
    (136, "00000000001", "has an owner, a mode, a time or bytes"),
    (265, "root", "has an owner, a mode, a time or bytes"),
    (124, "77777777777", "its size exceeds the archive."),
    (124, "\u{0}0000000000", "its size is not 11 octal digits."),
    (124, "0000000000 ", "its size is not 11 octal digits."),
  ])
  func `a header of another kind is refused`(place: Int, text: String, reason: String) {
    let error = Self.error(Self.changed(place, text))
    #expect(error?.contains(reason) == true, "\(error ?? "accepted")")
  }

  @Test func `a size in base 256 is refused`() {
    var bytes = Self.bundle
    bytes[124] = 0x80
    #expect(Self.error(bytes)?.contains("its size is not 11 octal digits.") == true)
  }

  @Test func `a wrong checksum is refused`() {
    let error = Self.error(Self.changed(148, "000000", signed: false))
    #expect(error?.contains("the checksum of its header is wrong.") == true)
  }

  @Test func `each flipped bit of a header or a file is refused or changes the contents`() throws {
    let original = try ScriptBundle(Self.bundle)
    // Three files, each with a header, and a part of the empty blocks at the end.
    let places = Array(0..<6 * 512) + stride(from: 6 * 512, to: Self.bundle.count, by: 97)
    for place in places {
      var bytes = Self.bundle
      bytes[place] ^= 1 << (place % 8)
      guard let read = try? ScriptBundle(bytes) else { continue }
      #expect(read != original)
      // The second block of a file has its contents.
      #expect(place / 512 % 2 == 1, "\(place)")
    }
  }

  @Test func `each shorter or longer archive is refused`() {
    for count in stride(from: 0, to: Self.bundle.count, by: 64) {
      #expect(Self.error(Array(Self.bundle[..<count])) != nil)
    }
    let longer = Self.bundle + [UInt8](repeating: 0, count: 10_240)
    #expect(Self.error(longer)?.contains("There is something behind the last file") == true)
  }

  @Test func `files out of order or twice are refused`() throws {
    let header = Array(Self.bundle[..<1_024])
    let twice = header + Self.bundle.dropLast(1_024)
    #expect(Self.error(twice)?.contains("in the archive twice") == true)
  }
}
