#if Releases
import MessageStream
package import ReleaseTrust

/// The files of a depot that changed with a publication, as one message.
///
/// A host trusts none of it: it verifies each file as if it had fetched it.
package struct FleetNews: Sendable, Equatable {
  /// The maximum size of a message.
  package static let byteLimit = 16 << 10

  /// The files by path; the timestamp is always one of them.
  let files: [String: [UInt8]]

  /// The version that the timestamp claims.
  let version: Int

  /// The bytes of the message.
  package let bytes: [UInt8]

  /// Reads a message; `nil` if it is not news.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit,
      case .object(let fields)? = try? JSONParser.parseStrictly(bytes, depth: 2)
    else { return nil }
    var files: [String: [UInt8]] = [:]
    for field in fields {
      guard let text = field.value.text else { return nil }
      if Self.mayContain(field.name) { files[field.name] = Array(text.utf8) }
    }
    self.init(files, bytes)
  }

  /// Makes a message of as many files as fit, the first ones first.
  package init?(_ files: [DepotFile]) {
    var fields: [JSON.Field] = []
    var taken: [String: [UInt8]] = [:]
    var bytes: [UInt8] = []
    for file in files where Self.mayContain(file.path) {
      let text = String(decoding: file.bytes, as: UTF8.self)
      guard Array(text.utf8) == file.bytes else { continue }
      let more = fields + [JSON.Field(file.path, .text(text))]
      let line = Array(JSON.object(more).line.utf8)
      guard line.count <= Self.byteLimit else { continue }
      (fields, bytes) = (more, line)
      taken[file.path] = file.bytes
    }
    self.init(taken, bytes)
  }

  private init?(_ files: [String: [UInt8]], _ bytes: [UInt8]) {
    guard let version = files[DepotPath.timestamp].flatMap(Self.version(ofTimestamp:)) else {
      return nil
    }
    (self.files, self.version, self.bytes) = (files, version, bytes)
  }

  /// The version that a timestamp claims.
  static func version(ofTimestamp bytes: [UInt8]) -> Int? {
    (try? JSONParser.parseStrictly(bytes, depth: StrictJSON.depthLimit))?["signed"]["version"].int
  }

  /// Whether news may contain a file: a bundle and a root always come from the depot.
  private static func mayContain(_ path: String) -> Bool {
    !isRoot(path) && (path.hasPrefix("metadata/") || path.hasPrefix("targets/channels/"))
  }

  /// Whether a path is the root file with which each look at a depot begins.
  static func isRoot(_ path: String) -> Bool {
    path.hasPrefix("metadata/") && path.hasSuffix(".root.json")
  }
}
#endif
