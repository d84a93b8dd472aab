package import MessageStream
import TextTools

/// The scripts of an application in one file, with the specs that prove them.
///
/// The file is an archive that any `tar` can read. It has one possible form for its contents, so
/// equal contents have equal bytes.
package struct ScriptBundle: Sendable, Equatable {
  /// The names that the scripts use and the program must offer, sorted.
  package struct Needs: Sendable, Equatable {
    package var functions: [String]
    package var values: [String]
    package var views: [String]

    package init(functions: [String] = [], values: [String] = [], views: [String] = []) {
      (self.functions, self.values, self.views) = (functions, values, views)
    }

    /// Reads the names from a description of a bundle; `nil` if it has none.
    package init?(_ json: JSON) {
      guard let functions = json["functions"].texts, let values = json["values"].texts,
        let views = json["views"].texts
      else { return nil }
      self.init(functions: functions, values: values, views: views)
    }
  }

  package static let fileLimit = 4_096
  package static let fileBytes = 1 << 20
  package static let totalBytes = 16 << 20
  package static let versionLimit = 1 << 53

  /// The name of the file that describes the bundle.
  package static let manifestFile = "bundle.json"
  package static let accessFile = "access.snap"
  /// The folders of the specs in a bundle.
  package static let specFolders = ["spec/smoke/", "spec/journeys/"]

  /// The name of the application.
  package let app: String

  package let version: Int

  /// The script that is loaded first.
  package let entry: String

  package let needs: Needs

  /// Where the scripts come from, such as a commit.
  package let origin: String?

  /// The bytes of each file by its path, without the description of the bundle.
  package let files: [String: [UInt8]]

  /// Makes a bundle.
  ///
  /// - Throws: `BundleError` if the contents exceed a limit or a name is not allowed.
  package init(
    app: String,
    version: Int,
    entry: String = "main.lua",
    needs: Needs,
    origin: String? = nil,
    files: [String: [UInt8]]
  ) throws(BundleError) {
    (self.app, self.version, self.entry) = (app, version, entry)
    (self.needs, self.origin, self.files) = (needs, origin, files)
    try checkManifest()
    try checkFiles()
  }

  /// Whether a bundle of an application contains a file of its folder.
  package static func contains(_ path: String) -> Bool {
    path == accessFile || ScriptSource.isScript(path)
      || specFolders.contains { path.hasPrefix($0) }
        && ScriptSource.isScript(String(path.dropFirst("spec/".count)))
  }

  /// The scripts, without specs.
  package var source: ScriptSource {
    .texts(files.filter { ScriptSource.isScript($0.key) }, entry: entry)
  }

  /// Whether it has specs in a folder such as `spec/smoke/`.
  package func hasSpecs(in folder: String) -> Bool {
    files.keys.contains { $0.hasPrefix(folder) && $0.hasSuffix("_spec.lua") }
  }

  /// The file name without its folder: `shop-42.tar`.
  package var fileName: String { "\(app)-\(version).tar" }

  // MARK: Checks

  /// Whether a name is allowed for an application: `[a-z0-9][a-z0-9-]{0,62}`.
  package static func isAppName(_ name: String) -> Bool {
    (1...63).contains(name.utf8.count) && name.first != "-"
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private func checkManifest() throws(BundleError) {
    guard Self.isAppName(app) else {
      throw BundleError(
        "'\(app.printable)' is not a name for an application. Use 1 to 63 of the characters a-z,"
          + " 0-9 and '-', and begin with a letter or a digit."
      )
    }
    guard (1...Self.versionLimit).contains(version) else {
      throw BundleError("A version is a whole number from 1 to 2^53, but this is \(version).")
    }
    guard files[entry] != nil, ScriptSource.isScript(entry) else {
      throw BundleError("The bundle has no script '\(entry.printable)', which is loaded first.")
    }
    for names in [needs.functions, needs.values, needs.views] {
      guard zip(names, names.dropFirst()).allSatisfy({ $0.utf8.lexicographicallyPrecedes($1.utf8) })
      else { throw BundleError("The names in 'needs' must be sorted, each once.") }
    }
    let texts = needs.functions + needs.values + needs.views + (origin.map { [$0] } ?? [])
    if let text = texts.first(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) {
      throw BundleError("'\(text.printable)' in the bundle has a control character.")
    }
  }

  private func checkFiles() throws(BundleError) {
    guard files.count < Self.fileLimit else {
      throw BundleError("The bundle has more than \(Self.fileLimit) files.")
    }
    var total = 0
    var names: [String: String] = [:]
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try Self.check(path)
      if let other = names.updateValue(path, forKey: path.lowercased()) {
        throw BundleError("'\(other)' and '\(path)' differ only in case. Rename one of them.")
      }
      guard bytes.count <= Self.fileBytes else {
        throw BundleError("'\(path)' has more than \(Self.fileBytes >> 20) MiB.")
      }
      guard bytes.first != 0x1B, String(validating: bytes, as: UTF8.self) != nil else {
        throw BundleError("'\(path)' is not a text in UTF-8.")
      }
      total += bytes.count
    }
    guard total <= Self.totalBytes else {
      throw BundleError("The files have more than \(Self.totalBytes >> 20) MiB together.")
    }
    for path in names.keys {
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        guard let file = names[String(folder)] else { continue }
        throw BundleError("'\(file)' is both a file and a folder. Rename one of them.")
      }
    }
  }

  private static func check(_ path: String) throws(BundleError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard path.utf8.count <= UstarArchive.pathBytes else {
      throw BundleError("'\(path.printable)' has more than \(UstarArchive.pathBytes) bytes.")
    }
    guard parts.allSatisfy({ !$0.isEmpty && $0.first != "." }), path.utf8.allSatisfy(isPathByte)
    else {
      throw BundleError(
        "'\(path.printable)' is not a path for a bundle. Use letters, digits, '_', '-', '.' and"
          + " '/'; no part begins with a dot."
      )
    }
    guard contains(path) else {
      throw BundleError(
        "'\(path)' does not belong into a bundle: only scripts, \(accessFile), and the specs in"
          + " \(specFolders.joined(separator: " and "))."
      )
    }
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/")].contains(byte)
    }
  }
}

extension ScriptBundle {
  /// The bytes of the file.
  package var bytes: [UInt8] {
    var all = files
    all[Self.manifestFile] = manifest
    return UstarArchive(
      all.map { UstarArchive.File(path: $0.key, bytes: $0.value) }
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    )
    .bytes
  }

  /// Reads the bytes of a bundle; it refuses bytes that differ from those it would write.
  ///
  /// - Throws: `BundleError` with the first rule that the bytes break.
  package init(_ bytes: [UInt8]) throws(BundleError) {
    guard bytes.count <= Self.archiveBytes else {
      throw BundleError("The archive has more than \(Self.archiveBytes) bytes.")
    }
    let archive = try UstarArchive(bytes, fileLimit: Self.fileLimit)
    var files: [String: [UInt8]] = [:]
    for file in archive.files {
      guard files.updateValue(file.bytes, forKey: file.path) == nil else {
        throw BundleError("'\(file.path.printable)' is in the archive twice.")
      }
    }
    guard let manifest = files.removeValue(forKey: Self.manifestFile) else {
      throw BundleError("The archive has no \(Self.manifestFile), so it is not a bundle.")
    }
    try self.init(manifest: manifest, files: files)
    guard self.manifest == manifest else {
      throw BundleError("\(Self.manifestFile) is not in the form that 'moonroute bundle' writes.")
    }
    guard self.bytes == bytes else {
      throw BundleError("The files of the archive are not sorted by their paths.")
    }
  }

  /// The largest size of an archive within the limits of its files.
  package static let archiveBytes = totalBytes + (2 * fileLimit + 4) * 512 + (20 << 10)

  private init(manifest: [UInt8], files: [String: [UInt8]]) throws(BundleError) {
    let json = (try? JSONParser.parse(manifest)) ?? .null
    guard json["api"].int == 1, let app = json["app"].text, let entry = json["entry"].text,
      let version = json["version"].int, let needs = Needs(json["needs"])
    else {
      throw BundleError(
        "\(Self.manifestFile) needs the fields api (1), app, entry, needs and version. A newer"
          + " 'moonroute' may have written it."
      )
    }
    try self.init(
      app: app,
      version: version,
      entry: entry,
      needs: needs,
      origin: json["source"].text,
      files: files
    )
  }

  /// The bytes of `bundle.json`.
  package var manifest: [UInt8] { CanonicalJSON.bytes(json(isComplete: true)) }

  /// The description of the bundle in the metadata of a depot, which leaves out the entry.
  package var summary: JSON { json(isComplete: false) }

  private func json(isComplete: Bool) -> JSON {
    var fields = [
      JSON.Field("api", .integer(1)), JSON.Field("app", .text(app)),
      JSON.Field(
        "needs",
        .fields(
          ("functions", .list(needs.functions.map(JSON.text))),
          ("values", .list(needs.values.map(JSON.text))),
          ("views", .list(needs.views.map(JSON.text)))
        )
      ), JSON.Field("version", .int(version)),
    ]
    if isComplete { fields.append(JSON.Field("entry", .text(entry))) }
    if let origin { fields.append(JSON.Field("source", .text(origin))) }
    return .object(fields)
  }
}

extension JSON {
  fileprivate var texts: [String]? {
    guard case .list(let items) = self else { return nil }
    let texts = items.compactMap(\.text)
    return texts.count == items.count ? texts : nil
  }
}
