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

  private let folder: String
  private let definitions: EditorDefinitions

  /// Makes the definitions of a loaded application.
  ///
  /// - Parameters:
  ///   - folder: The folder of the application.
  ///   - host: The host; it has loaded.
  ///   - offers: What the program offers, or `nil` when that is not known.
  @MainActor
  init(_ folder: String, of host: ScriptHost, offers: OfferList?) async {
    self.folder = folder
    let specs = Self.specs(in: folder)
    definitions = await host.application.perform { application in
      EditorDefinitions(of: host, offers: offers, specs: specs, in: application)
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

  /// The texts of the specs of an application, by path.
  static func specs(in folder: String) -> [String: [UInt8]] {
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder + "/spec")
    var texts: [String: [UInt8]] = [:]
    for path in paths ?? [] where path.hasSuffix(".lua") {
      let data = FileManager.default.contents(atPath: "\(folder)/spec/\(path)")
      data.map { texts["spec/" + path] = Array($0) }
    }
    return texts
  }

  /// The number of named routes, in words.
  var routeWords: String {
    definitions.routeCount == 1 ? "1 route" : "\(definitions.routeCount) routes"
  }

  /// The path of a file as a person would write it.
  func path(of name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }

  /// The files that are not as they should be, by path.
  func stale() throws -> [File] {
    var stale: [File] = []
    for name in definitions.files.keys.sorted() {
      let path = "\(EditorDefinitions.folder)/\(name)"
      let text = definitions.files[name] ?? ""
      if contents(of: path) != text { stale.append(File(name: path, text: text)) }
    }
    let old = try? FileManager.default.contentsOfDirectory(
      atPath: "\(folder)/\(EditorDefinitions.folder)"
    )
    for name in (old ?? []).sorted() where definitions.files[name] == nil {
      let path = "\(EditorDefinitions.folder)/\(name)"
      if name.hasSuffix(".lua"), contents(of: path)?.contains(EditorDefinitions.mark) == true {
        stale.append(File(name: path, text: nil))
      }
    }
    do throws(SettingsProblem) {
      if let text = try EditorSettings(contents(of: ".luarc.json")).completed {
        stale.append(File(name: ".luarc.json", text: text))
      }
    } catch {
      Console.tell(
        "moonroute: \(path(of: ".luarc.json").printable): \(error) Take comments out, or put "
          + "\"\(EditorDefinitions.folder)\" into its workspace.library by hand."
      )
      throw ExitStatus.no
    }
    return stale
  }

  private func contents(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(folder)/\(name)")
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes files, and removes those that should not be there.
  ///
  /// - Throws: ``ExitStatus/internalError`` when one cannot be written; that is said then.
  func write(_ files: [File]) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(EditorDefinitions.folder)",
        withIntermediateDirectories: true
      )
      for file in files {
        let path = "\(folder)/\(file.name)"
        guard let text = file.text else {
          try FileManager.default.removeItem(atPath: path)
          continue
        }
        try FileWriter.write(Array(text.utf8), to: path, allowedBy: FileReader(limit: 16 << 20))
      }
    } catch {
      Console.tell("moonroute: cannot write the types: \("\(error)".printable)")
      throw ExitStatus.internalError
    }
  }
}
