#if Releases
import MessageStream
package import ReleaseTrust
package import ScriptHost
import TextTools

/// A folder that keeps the state of a host between its starts: the trusted metadata, the bundle in
/// use and the previous one, and the refused releases.
///
/// Each file is stored under its digest. The file `state.json` names them all and is replaced last
/// in one step, so a kill at any point leaves the old or the new state.
package struct ReleaseStore: Sendable {
  /// The state of a host.
  package struct State: Sendable, Equatable {
    package var trusted = TrustedFiles()
    /// The bundle in use and the previous one; empty for the program's own rules.
    package var bundles: [Bundle] = []
    package var refused: [ReleaseFollower.Refusal] = []
    /// The trial of the bundle in use, until it ends.
    package var trial: ReleaseTrial?
    /// The id of the host, if it was made at random.
    package var id: String?

    package init() {}

    /// Begins the trial of a bundle after the opens of the rules in use.
    mutating func begin(_ bundle: Bundle, digest: String, after opens: OpenCounts) {
      // A host never returns to a release whose trial did not end.
      bundles = [bundle] + (trial == nil ? bundles : Array(bundles.dropFirst())).prefix(1)
      trial = ReleaseTrial(of: digest, before: trial?.before ?? opens)
    }
  }

  package struct Bundle: Sendable, Equatable {
    /// The name in the depot, such as `bundles/shop-42.tar`.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  private static let stateFile = "state.json"
  private static let stateBytes = 4 << 20

  private let folder: String

  package init(_ folder: String) { self.folder = folder }

  private var reader: FileReader { FileReader(limit: TrustLimit.bundleBytes, below: [folder]) }

  // MARK: Reading

  /// Reads the state.
  ///
  /// A missing or damaged file is left out, as if it had never been stored.
  package func load() -> State {
    var state = State()
    guard let json = json() else { return state }
    if case .object(let files) = json["files"] {
      for file in files { state.trusted.files[file.name] = bytes(of: file.value.text) }
    }
    state.trusted.acceptedAt = json["accepted_at"].int.map { TrustTime(Int64($0)) }
    state.bundles = json["bundles"].items
      .compactMap { item in
        guard let name = item["name"].text, let bytes = bytes(of: item["sha256"].text) else {
          return nil
        }
        return Bundle(name: name, bytes: bytes)
      }
    state.refused = json["refused"].items
      .compactMap { item in
        guard let name = item["name"].text, let digest = item["sha256"].text,
          let reason = item["reason"].text
        else { return nil }
        return .init(
          name: name,
          version: item["version"].int,
          digest: digest,
          reason: reason,
          channelsVersion: item["channels"].int.map(Int64.init)
        )
      }
    state.id = json["id"].text
    if let trial = ReleaseTrial(json["trial"]),
      trial.digest == state.bundles.first.map({ Digest.sha256($0.bytes) })
    {
      state.trial = trial
    }
    return state
  }

  /// The message of an error, which names the folder instead of a file in it.
  ///
  /// The file has another name each time, so the same problem would be logged again and again.
  func message(of error: FileError) -> String {
    guard case .refused(_, let reason) = error else { return error.description }
    return FileError.refused(folder, reason: reason).description
  }

  private var statePath: String { "\(folder)/\(Self.stateFile)" }

  private func json() -> JSON? {
    let found = try? FileReader(limit: Self.stateBytes, below: [folder]).bytes(of: statePath)
    return found.flatMap { $0 }.flatMap { try? JSONParser.parse($0) }
  }

  /// The reason why the stored state cannot be used; `nil` if it can, or if none is stored.
  var problem: String? {
    let found: [UInt8]?
    do throws(FileError) {
      found = try FileReader(limit: Self.stateBytes, below: [folder]).bytes(of: statePath)
    } catch {
      return error.description
    }
    guard found != nil, json()?["files"] ?? .null == .null else { return nil }
    return
      "'\(statePath)' is damaged, so the host starts from scratch: it no longer knows which releases it"
      + " refused or which versions it has seen."
  }

  /// The bytes of a file, if they still have their digest.
  private func bytes(of digest: String?) -> [UInt8]? {
    guard let digest, Self.isDigest(digest),
      let bytes = (try? reader.bytes(of: "\(folder)/\(digest)")).flatMap({ $0 }),
      Digest.sha256(bytes) == digest
    else { return nil }
    return bytes
  }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }

  // MARK: Writing

  /// Replaces the state; after an error, the earlier state is still there.
  package func save(_ state: State) throws(FileError) {
    try FileWriter.named.makeFolder(folder, isPrivate: true)
    let writer = FileWriter(below: [folder], limit: TrustLimit.bundleBytes)
    var digests: Set<String> = []
    func store(_ bytes: [UInt8]) throws(FileError) -> JSON {
      let digest = Digest.sha256(bytes)
      if self.bytes(of: digest) == nil {
        try writer.write(bytes, to: "\(folder)/\(digest)", isPrivate: true)
      }
      digests.insert(digest)
      return .text(digest)
    }
    var (files, bundles): ([JSON.Field], [JSON]) = ([], [])
    for (name, bytes) in state.trusted.files { files.append(JSON.Field(name, try store(bytes))) }
    for bundle in state.bundles {
      bundles.append(.fields(("name", .text(bundle.name)), ("sha256", try store(bundle.bytes))))
    }
    let json = JSON.fields(
      ("accepted_at", state.trusted.acceptedAt.map { .integer($0.seconds) } ?? .null),
      ("bundles", .list(bundles)),
      ("files", .object(files)),
      ("id", .optional(state.id)),
      ("refused", .list(state.refused.map(\.json))),
      ("trial", state.trial?.json ?? .null)
    )
    let bytes = CanonicalJSON.bytes(json)
    try writer.write(bytes, to: "\(folder)/\(Self.stateFile)", isPrivate: true)
    removeFiles(except: digests)
  }

  /// Removes the files that the state no longer names; the next change tries again.
  private func removeFiles(except digests: Set<String>) {
    let writer = FileWriter(below: [folder], limit: 0)
    for path in FolderTree(folder, following: .none, depth: 1, where: Self.isDigest).files {
      guard let name = path.path(below: folder), !digests.contains(name) else { continue }
      try? writer.remove(path)
    }
  }
}

extension ReleaseFollower.Refusal {
  fileprivate var json: JSON {
    .fields(
      ("channels", channelsVersion.map(JSON.integer) ?? .null),
      ("name", .text(name)),
      ("reason", .text(reason)),
      ("sha256", .text(digest)),
      ("version", version.map(JSON.int) ?? .null)
    )
  }
}

extension ReleaseTrial {
  fileprivate init?(_ json: JSON) {
    guard let digest = json["sha256"].text, let starts = json["starts"].int else { return nil }
    self.init(of: digest, before: OpenCounts(json["before"]), starts: starts)
  }

  fileprivate var json: JSON {
    .fields(("before", before.json), ("sha256", .text(digest)), ("starts", .int(starts)))
  }
}
#endif
