#if Command && Releases
import ArgumentParser
import Moonroute
import RuleProof
import ScriptAnalysis
import ScriptHost
import TextTools

/// Makes the bundle of an application.
struct BundleBuilder {
  /// The path of the application.
  let path: String

  let app: String
  let version: Int
  let origin: String?

  /// Packs the files of an application that a host has loaded.
  func bundle(of host: ScriptHost) async throws -> ScriptBundle {
    let found = try SideReader(path).current()
    var files = found.side.files.filter { ScriptBundle.contains($0.key) }
    if let access = try accessFile(of: host) { files[ScriptBundle.accessFile] = access }
    let scripts = files.filter { $0.key.hasSuffix(".lua") }
      .map { AnalysedScript(file: $0.key, text: $0.value, isSpec: AnalysedScript.isSpec($0.key)) }
    let views = await host.router.perform { application in
      let rules = application.router.rules
      return rules.directory.index.routes.compactMap(rules.viewName)
    }
    do throws(BundleError) {
      return try ScriptBundle(
        app: app,
        version: version,
        entry: found.side.entry,
        needs: ScriptBundle.Needs(of: scripts, views: views),
        origin: origin,
        files: files
      )
    } catch {
      throw ValidationError("\(error)".printable)
    }
  }

  private func accessFile(of host: ScriptHost) throws -> [UInt8]? {
    guard let folder = host.folder else { return nil }
    do throws(FileError) {
      return try FileReader(limit: ScriptBundle.fileBytes, below: [folder])
        .bytes(of: "\(folder)/\(ScriptBundle.accessFile)")
    } catch {
      throw ValidationError("\(error)".printable)
    }
  }
}
#endif
