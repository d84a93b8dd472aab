#if Command
import ArgumentParser
import LinkFiles
import ScriptAnalysis
import ScriptHost

extension LinkSettings {
  /// Reads the settings file of an application; no settings without one.
  ///
  /// - Throws: `ValidationError` for a mistake in the file.
  static func read(of host: ScriptHost) throws -> LinkSettings {
    guard let folder = host.folder else { return LinkSettings() }
    do {
      let json = try CheckSettings.field("links", in: folder)
      return try json.map { try LinkSettings(reading: $0) } ?? LinkSettings()
    } catch {
      throw ValidationError("\(folder)/\(CheckSettings.file): \(error)")
    }
  }
}
#endif
