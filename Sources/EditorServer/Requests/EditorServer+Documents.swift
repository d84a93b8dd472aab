import MessageStream
import ScriptAnalysis
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EditorServer {
  func open(_ item: JSON) {
    guard let uri = item["uri"].text, let text = item["text"].text else { return }
    open(uri, text, version: item["version"].int ?? 0)
  }

  /// Searches for the applications of texts without one again, because a `main.lua` may be new.
  func findFolders() {
    let alone = documents.values.filter { $0.folder == nil }.sorted { $0.uri < $1.uri }
    for document in alone where document.path.flatMap(folder(of:)) != nil {
      let text = String(decoding: document.text, as: UTF8.self)
      open(document.uri, text, version: document.version)
    }
  }

  private func open(_ uri: String, _ text: String, version: Int) {
    let path = FileURI.path(ofURI: uri)
    let folder = path.flatMap(folder(of:))
    let file = path.map { path in
      folder.flatMap { path.path(below: $0) } ?? Self.lastPart(of: path)
    }
    documents[uri] = TextDocument(
      uri: uri,
      folder: folder,
      file: file ?? uri,
      version: version,
      text: text,
      encoding: client.encoding
    )
    adopt(uri)
  }

  func change(_ params: JSON) {
    guard let uri = params["textDocument"]["uri"].text, var document = documents[uri] else {
      return
    }
    let version = params["textDocument"]["version"].int ?? document.version + 1
    guard document.apply(params["contentChanges"].items, version: version) else { return }
    documents[uri] = document
    adopt(uri)
  }

  /// Closes a text, so that the file on disk is used again.
  func close(_ params: JSON) {
    guard let uri = params["textDocument"]["uri"].text,
      let document = documents.removeValue(forKey: uri)
    else { return }
    guard let folder = document.folder else {
      tell(
        "textDocument/publishDiagnostics",
        .fields(("uri", .text(uri)), ("diagnostics", .list([])))
      )
      return
    }
    applications[folder]?.scripts[document.file] = Self.script(document.file, in: folder)
    checkSoon(folder)
  }

  /// Adds the text of a document to its application, and publishes its own findings.
  private func adopt(_ uri: String) {
    guard let document = documents[uri] else { return }
    guard let folder = document.folder else { return publishAlone(document) }
    if applications[folder] == nil { applications[folder] = try? EditedApplication(folder: folder) }
    applications[folder]?.scripts[document.file] = document.script
    publish(document.file, of: folder)
    checkSoon(folder)
  }

  /// Parses a script on disk, or returns `nil` if the file does not exist.
  static func script(_ file: String, in folder: String) -> AnalysedScript? {
    text(of: file, in: folder)
      .map { AnalysedScript(file: file, text: $0, isSpec: AnalysedScript.isSpec(file)) }
  }

  /// The bytes of a file on disk, or `nil` if it is not readable.
  private static func text(of file: String, in folder: String) -> [UInt8]? {
    let reader = FileReader(limit: AnalysedScript.byteLimit, below: [folder])
    return (try? reader.bytes(of: "\(folder)/\(file)")) ?? nil
  }

  // MARK: Folders

  /// The nearest folder above a file with a `main.lua`, on disk or in the editor.
  func folder(of path: String) -> String? {
    let open = Set(documents.values.compactMap(\.path)).union([path])
    var folder = path
    while let above = folder.folderOfPath {
      folder = String(above.dropLast())
      let main = folder + "/main.lua"
      if open.contains(main) || FileManager.default.fileExists(atPath: main) {
        return folder
      }
    }
    return nil
  }

  private static func lastPart(of path: String) -> String {
    path.lastPathPart.isEmpty ? path : String(path.lastPathPart)
  }

  func document(of file: String, in folder: String) -> TextDocument? {
    documents.values.first { $0.folder == folder && $0.file == file }
  }

  /// The open scripts of an application by path, without specs.
  func scriptTexts(of folder: String) -> [String: [UInt8]] {
    let scripts = documents.values.filter {
      $0.folder == folder && $0.file.hasSuffix(".lua") && !$0.file.hasPrefix("spec/")
    }
    return Dictionary(scripts.map { ($0.file, $0.text) }) { first, _ in first }
  }

  /// The URI of an application's file; if the file is open, the editor's own URI.
  func uri(of file: String, in folder: String) -> String {
    document(of: file, in: folder)?.uri ?? FileURI.uri(ofPath: "\(folder)/\(file)")
  }

  /// The line table of an application's file.
  func positions(of file: String, in folder: String) -> TextPositions {
    if let document = document(of: file, in: folder) { return document.positions }
    let text =
      applications[folder]?.scripts[file]?.text ?? Self.text(of: file, in: folder) ?? []
    return TextPositions(text, client.encoding)
  }
}
