/// Which names of files and folders matter.
enum WatchedNames {
  /// Whether a file of that name may be a script, and not what an editor leaves beside one.
  static func matters(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "#")
    else { return false }
    if name.hasSuffix("~") || name.hasSuffix(".swp") || name.hasSuffix(".tmp") { return false }
    return !name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
