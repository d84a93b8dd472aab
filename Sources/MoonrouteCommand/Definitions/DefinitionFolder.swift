import Foundation
import Moonroute
import ScriptAnalysis
import ScriptHost
import TextTools

/// The files that editors read of one application: its definitions, and the settings of the servers.
struct DefinitionFolder {
  /// A file that is not as it should be.
  struct File {
    /// Its path below the folder of the application.
    let name: String
    /// The text that it should have; `nil`: it should not be there.
    let text: String?
  }

  /// The largest file that is compared or completed.
  private static let byteLimit = 16 << 20

  private let folder: String
  private let definitions: EditorDefinitions

  /// A note for each spec that is too large to be read.
  let notes: [ScriptProblem]

  /// Makes the definitions of a loaded application.
  ///
  /// - Parameters:
  ///   - folder: The folder of the application.
  ///   - host: The host; it has loaded.
  ///   - offers: What the program offers, or `nil` when that is not known.
  @MainActor
  init(_ folder: String, of host: ScriptHost, offers: OfferList?) async {
    self.folder = folder
    let specs = SpecTexts(in: folder)
    notes = specs.notes
    definitions = await host.application.perform { application in
      EditorDefinitions(of: host, offers: offers, specs: specs.texts, in: application)
    }
  }

  /// The folder in which a file lies.
  static func folder(ofFile path: String) -> String {
    path.folderOfPath.map { String($0.dropLast()) } ?? "."
  }

  /// The name of an application: that of its folder, or of its file.
  static func name(of path: String) -> String {
    let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }

  /// Whether an application has definitions that are to be kept fresh.
  static func exists(in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(EditorDefinitions.folder)/app.lua")
  }

  /// The number of named routes, in words.
  var routeWords: String { counted(definitions.routeCount, "route") }

  /// The path of a file as a person would write it.
  func path(of name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }

  /// The files that are not as they should be, by path.
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

  /// The settings of the servers with everything that an application needs; `nil`: they have it.
  private func settings() throws -> String? {
    let problem: String
    do {
      return try EditorSettings(contents(of: EditorSettings.file)).completed
    } catch FileError.tooLarge(_, let bytes, let limit) {
      problem = "too large to check: \(bytes) bytes, \(limit) are allowed. Make it smaller"
    } catch let refusal as FileError {
      problem = "\(refusal) Put an ordinary file there"
    } catch {
      problem = "\(error) Take comments out"
    }
    Console.tell(
      "moonroute: \(path(of: EditorSettings.file).printable): \(problem.printable), or put "
        + "\"\(EditorDefinitions.folder)\" into its workspace.library by hand."
    )
    throw ExitStatus.no
  }

  private func contents(of name: String) throws(FileError) -> String? {
    let limit = name == EditorSettings.file ? EditorSettings.byteLimit : Self.byteLimit
    return try FileReader(limit: limit).bytes(of: path(of: name))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes files, and removes those that should not be there.
  ///
  /// - Throws: ``ExitStatus/internalError`` when one cannot be written; that is said then.
  func write(_ files: [File]) throws {
    do {
      let writer = FileWriter(below: [folder])
      for file in files {
        let path = path(of: file.name)
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
