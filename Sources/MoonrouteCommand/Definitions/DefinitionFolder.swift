import Moonroute
import ScriptAnalysis
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files for editors of one application: its definitions and the language server settings.
struct DefinitionFolder {
  struct File {
    /// Its path relative to the application's folder.
    let name: String
    /// The required text, or `nil` to remove the file.
    let text: String?
  }

  private static let byteLimit = 16 << 20

  private let folder: String
  private let definitions: EditorDefinitions

  /// A note for each spec that is too large.
  let notes: [ScriptProblem]

  @MainActor
  init(_ folder: String, of host: ScriptHost, offers: OfferList?) async {
    self.folder = folder
    let specs = SpecTexts(in: folder)
    notes = specs.notes
    definitions = await host.router.perform { application in
      EditorDefinitions(of: host, offers: offers, specs: specs.texts, in: application)
    }
  }

  static func folder(ofFile path: String) -> String {
    path.folderOfPath.map { String($0.dropLast()) } ?? "."
  }

  static func name(of path: String) -> String {
    let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }

  /// Whether an application has generated definitions that must stay current.
  static func exists(in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(EditorDefinitions.folder)/app.lua")
  }

  var routeWords: String { counted(definitions.routeCount, "route") }

  /// The path of a file, relative to the current folder.
  func path(of name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }

  func stale() throws -> [File] {
    var stale: [File] = []
    for name in definitions.files.keys.sorted() {
      let path = "\(EditorDefinitions.folder)/\(name)"
      let text = definitions.files[name] ?? ""
      if (try? contents(of: path)) != text { stale.append(File(name: path, text: text)) }
    }
    let old = try? FileManager.default.contentsOfDirectory(
      atPath: "\(folder)/\(EditorDefinitions.folder)"
    )
    for name in (old ?? []).sorted() where definitions.files[name] == nil {
      let path = "\(EditorDefinitions.folder)/\(name)"
      if name.hasSuffix(".lua"), (try? contents(of: path))?.contains(EditorDefinitions.mark) == true
      {
        stale.append(File(name: path, text: nil))
      }
    }
    if let text = try settings() { stale.append(File(name: EditorSettings.file, text: text)) }
    return stale
  }

  /// The complete settings for the language servers, or `nil` if nothing is missing.
  private func settings() throws -> String? {
    let problem: String
    do {
      return try EditorSettings(contents(of: EditorSettings.file)).completed
    } catch FileError.tooLarge(_, let bytes, let limit) {
      problem = "too large to check: \(bytes) bytes, at most \(limit) are allowed. Make it smaller"
    } catch let refusal as FileError {
      problem = "\(refusal) Put an ordinary file there"
    } catch {
      problem = "\(error) Remove the comments"
    }
    Console.tell(
      "moonroute: \(path(of: EditorSettings.file).printable): \(problem.printable), or put "
        + "\"\(EditorDefinitions.folder)\" into its workspace.library by hand."
    )
    throw ExitStatus.no
  }

  private func contents(of name: String) throws(FileError) -> String? {
    try FileReader(limit: Self.byteLimit(of: name)).bytes(of: path(of: name))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func byteLimit(of name: String) -> Int {
    name == EditorSettings.file ? EditorSettings.byteLimit : byteLimit
  }

  /// Writes files, and removes the ones without a text.
  func write(_ files: [File]) throws {
    do {
      for file in files {
        let path = path(of: file.name)
        let writer = FileWriter(below: [folder], limit: Self.byteLimit(of: file.name))
        guard let text = file.text else {
          try writer.remove(path)
          continue
        }
        try writer.write(Array(text.utf8), to: path)
      }
    } catch {
      Console.tell("moonroute: cannot write the types: \("\(error)".printable)")
      throw ExitStatus.internalError
    }
  }
}
