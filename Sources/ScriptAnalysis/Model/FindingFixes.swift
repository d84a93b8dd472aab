import Moonroute
package import ScriptHost

/// Applies the fixes of findings to the scripts.
package struct FindingFixes {
  package private(set) var count = 0

  /// The reasons why scripts were not changed.
  package private(set) var problems: [String] = []

  private let folder: String
  private let reader: FileReader
  private let scriptBytes: Int

  /// Creates a writer that has changed no script.
  ///
  /// - Parameters:
  ///   - folder: The folder of the application.
  ///   - host: The host of the scripts.
  package init(below folder: String, of host: ScriptHost) {
    self.folder = folder
    scriptBytes = min(host.scriptBytes, AnalysedScript.byteLimit)
    // A script's preamble is at most one line, which the loaded text does not contain.
    reader = FileReader(limit: 2 * AnalysedScript.byteLimit, below: [folder])
  }

  /// Writes each script with fixes, either completely or not at all.
  package mutating func write(_ findings: [ScriptFinding], in texts: [String: [UInt8]]) {
    let fixed = findings.filter { $0.fix != nil }
    let byFile = Dictionary(grouping: fixed) { $0.problem.site?.file ?? "" }
    for (file, found) in byFile.sorted(by: { $0.key < $1.key }) {
      guard let known = texts[file] else { continue }
      let path = folder == "." ? file : "\(folder)/\(file)"
      do throws(FileError) {
        let bytes = try reader.bytes(of: path) ?? []
        // A byte order mark and a `#!` line are not part of the loaded text.
        guard bytes.ends(with: known) else {
          problems.append("'\(path)' has changed since it was checked. Run the command again.")
          continue
        }
        let text = bytes.dropLast(known.count) + found.fixed(known)
        guard !text.elementsEqual(bytes) else { continue }
        let limit = AnalysedScript.isSpec(file) ? AnalysedScript.byteLimit : scriptBytes
        try FileWriter(below: [folder], limit: limit).write(Array(text), to: path)
        count += 1
      } catch {
        problems.append("\(error)")
      }
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
