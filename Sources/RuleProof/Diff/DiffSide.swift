import Rehearsal
import ScriptAnalysis
import ScriptHost

/// The files of one version of an application.
package struct DiffSide: Sendable {
  /// The name in messages, such as `main` or `the current files`.
  package let name: String

  /// The bytes of each file by its path below the folder of the application.
  package let files: [String: [UInt8]]

  /// The script that is loaded first.
  package let entry: String

  package init(_ name: String, files: [String: [UInt8]], entry: String = "main.lua") {
    (self.name, self.files, self.entry) = (name, files, entry)
  }

  /// The name of the list of links in circulation, next to the scripts.
  package static let linksFile = "links.txt"

  /// Whether a file matters for the comparison.
  package static func reads(_ path: String) -> Bool {
    path == linksFile || path == CheckSettings.file || ScriptSource.isScript(path)
      || path.hasPrefix("spec/") && ScriptSource.isScript(String(path.dropFirst(5)))
  }

  package func hasSameFiles(as other: DiffSide) -> Bool {
    entry == other.entry && files == other.files
  }

  /// The rules of `check` that the version turns off, and their severities.
  var checkSettings: CheckSettings {
    var settings = CheckSettings()
    // `moonroute check` reports a mistake in the file.
    if let text = files[CheckSettings.file] {
      _ = settings.read(String(decoding: text, as: UTF8.self))
    }
    return settings
  }

  /// The texts of the scripts, without specs.
  var scripts: [String: [UInt8]] { files.filter { ScriptSource.isScript($0.key) } }

  func rehearsalScripts(makingHosts makeHost: RuleDiff.MakeHosts) -> RehearsalScripts {
    RehearsalScripts(scripts, makeHost: makeHost(.texts(scripts, entry: entry)))
  }

  /// The scripts and specs, parsed, sorted by file.
  var analysed: [AnalysedScript] {
    files.filter { $0.key.hasSuffix(".lua") }.sorted { $0.key < $1.key }
      .map { AnalysedScript(file: $0.key, text: $0.value, isSpec: AnalysedScript.isSpec($0.key)) }
  }
}
