import Moonroute
package import ScriptHost
import TextTools

/// The texts of an application's specs, within a limit.
package struct SpecTexts: Sendable {
  /// The maximum total size; further texts are not read.
  private static let allBytes = 16 << 20

  package private(set) var texts: [String: [UInt8]] = [:]

  /// A note for each spec that is too large.
  package private(set) var notes: [ScriptProblem] = []

  /// Reads the scripts in the `spec` folder that are not known, without links to other folders.
  package init(in folder: String, except isKnown: (String) -> Bool = { _ in false }) {
    let reader = FileReader(limit: AnalysedScript.byteLimit, below: [folder])
    var room = Self.allBytes
    let specs = "\(folder)/spec"
    for path in FolderTree(specs).files.sorted() where path.hasSuffix(".lua") {
      guard let file = path.path(below: specs).map({ "spec/" + $0 }), !isKnown(file) else {
        continue
      }
      do throws(FileError) {
        guard let bytes = try reader.bytes(of: path) else { continue }
        room -= bytes.count
        if room >= 0 {
          texts[file] = bytes
        } else {
          note(file, "with the specs before it, it has more than \(Self.allBytes) bytes")
        }
      } catch .tooLarge(_, let bytes, let limit) {
        note(file, "\(bytes) bytes, at most \(limit) are allowed. Split it")
      } catch {
        // `test` reports why it cannot read the file.
        continue
      }
    }
  }

  private mutating func note(_ file: String, _ reason: String) {
    let rule = CheckRule.tooLarge
    notes.append(
      ScriptProblem(
        RouterError.Code(rawValue: rule.id),
        "too large to check: \(reason).",
        at: SourceSite(file: file, line: 1),
        severity: rule.severity
      )
    )
  }
}
