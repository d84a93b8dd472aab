package import Moonroute
import LuaRuntime

extension ScriptHost {
  package var entryFile: String { setup.source.entry }

  package func generationNumber(in application: isolated LinkRouter) -> Int? {
    engine(in: application).generation?.number
  }

  /// The size of the largest script that loads, in bytes.
  package var scriptBytes: Int { setup.access.fileBytes }

  /// The text of a script as it would be compiled, or `nil` if it cannot be read.
  package func scriptText(of path: String) -> [UInt8]? {
    let access = setup.access
    let reader = setup.source.reader(limit: access.fileBytes, staysInside: access.staysInside)
    return (try? setup.source.read(path, by: reader)).flatMap { $0 }
      .map(ScriptTexts.withoutPreamble)
  }

  /// The folder of the scripts, or `nil` if their source is not a folder.
  package var folder: String? {
    if case .folder(let folder) = setup.source.kind { return folder }
    return nil
  }

  package var offeredViews: [String] { setup.offers.viewNames }

  package func convertedTypes(in application: isolated LinkRouter) -> Set<String> {
    let types = engine(in: application).generation?.bridge.types ?? [:]
    return Set(types.filter { $0.value.parse != nil || $0.value.format != nil }.keys)
  }
}
