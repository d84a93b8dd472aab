#if Command
import ArgumentParser
import RuleProof
import ScriptAnalysis
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The destination of specs for findings: a folder of the application, or one file.
struct FoundSpecs {
  private static let numberLimit = 100

  /// Whether the destination is a file, for the first finding only.
  let isFile: Bool

  private let path: String
  private let reader: FileReader

  /// Rejects a destination outside of the application, where a spec would not find it.
  init(at path: String, of application: String) throws {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    isFile = path.hasSuffix(".lua")
    let folder = isFile ? Self.folder(of: self.path) : self.path
    let name = folder.isEmpty ? "." : folder
    guard let root = FileReader.realPath(application) else {
      throw ValidationError("There is no folder '\(application.printable)'.")
    }
    reader = FileReader(limit: AnalysedScript.byteLimit, below: [root])
    try Self.checkParent(of: name, reader, application)
    do throws(FileError) {
      try reader.writer.makeFolder(name)
    } catch .link(let link) {
      throw ValidationError("\(FileError.link(link))".printable)
    } catch {
      throw ValidationError("'\(name.printable)' is not a folder that can be written.")
    }
    guard FileManager.default.isWritableFile(atPath: name) else {
      throw ValidationError("'\(name.printable)' is not a folder that can be written.")
    }
    guard isFile, let bytes = try? reader.bytes(of: self.path) else { return }
    guard bytes.starts(with: Array(WanderSpec.headlineStart.utf8)) else {
      throw ValidationError(
        "'\(path.printable)' already exists and was not written by wander. Name another file."
      )
    }
  }

  /// The folder of a path without its last slash, except for the root.
  private static func folder(of path: String) -> String {
    let folder = path.folderOfPath ?? ""
    return folder.count > 1 ? String(folder.dropLast()) : String(folder)
  }

  /// Rejects a path if its nearest existing folder is outside of the application.
  private static func checkParent(
    of name: String,
    _ reader: FileReader,
    _ application: String
  ) throws {
    var known = name
    while FileReader.realPath(known) == nil {
      let parent = Self.folder(of: known)
      known = parent.isEmpty ? "." : parent
      if known == "." || known == "/" { break }
    }
    try check(known, reader, application)
  }

  private static func check(
    _ folder: String,
    _ reader: FileReader,
    _ application: String
  ) throws {
    do {
      try reader.checkFolder(folder)
    } catch {
      throw ValidationError(
        "'\(folder.printable)' is not in the application, so a spec there would not find it."
          + " Write into \(application.printable)/spec/found."
      )
    }
  }

  /// Writes a spec, and replaces an existing one only if it reports the same finding.
  func write(_ found: WanderFound) throws -> String {
    let spec = WanderSpec(found)
    let file = try place(for: spec)
    do {
      try reader.writer.write(Array(spec.text.utf8), to: file)
    } catch {
      throw ValidationError("\(error)".printable)
    }
    return file
  }

  private func place(for spec: WanderSpec) throws -> String {
    if isFile {
      guard try isFree(path, for: spec) else {
        throw ValidationError(
          "'\(path.printable)' already exists and is about something else. Name another file."
        )
      }
      return path
    }
    let base = "\(path)/\(spec.fileName.dropLast("_spec.lua".count))"
    for number in 1...Self.numberLimit {
      let file = number == 1 ? "\(base)_spec.lua" : "\(base)_\(number)_spec.lua"
      if try isFree(file, for: spec) { return file }
    }
    throw ValidationError(
      "'\(path.printable)' is full of specs about '\(spec.fileName.printable)'."
    )
  }

  /// Whether the file does not exist or contains a spec for the same finding.
  private func isFree(_ file: String, for spec: WanderSpec) throws -> Bool {
    do {
      guard let bytes = try reader.bytes(of: file) else { return true }
      return bytes.starts(with: Array((spec.headline + "\n").utf8))
    } catch {
      throw ValidationError("\(error)".printable)
    }
  }
}
#endif
