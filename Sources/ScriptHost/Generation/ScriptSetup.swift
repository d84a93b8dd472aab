import LuaRuntime
import Moonroute
import TextTools

struct ScriptSetup: Sendable {
  var source: ScriptSource
  let offers: HostOffers
  let memoryLimit: Int
  let runsHeadless: Bool
  /// Whether late parts are loaded with the other scripts.
  var loadsParts = false
  var log: @Sendable (LogEntry) -> Void = { _ in }
  var logLimit: LogLimit?
  var limits = LuaLimits()
  var isUnsafe = false
  var countsLines = false
  /// Makes the storage of a router that has none; if `nil`, the router has no storage.
  var makeStorage: (@Sendable () -> any ResourceStorage & Sendable)?
  /// The texts that replace scripts, by absolute path.
  var standIns: [String: [UInt8]] = [:]
  let hostCalls = ScriptObservers<HostCall>()
  let begunHostCalls = ScriptObservers<HostCall>()
  var modules = HostModules.sealed
}

/// The host's globals in the scripts.
enum HostModules: Sendable {
  /// Scripts cannot change them.
  case sealed
  /// Specs can replace their functions by stubs.
  case open
  /// Specs of a program without an application have only the globals of Lua and busted.
  case absent
}

extension ScriptSetup {
  /// The texts that replace scripts of this source, by their paths in it.
  var textsOver: [String: [UInt8]] {
    guard !standIns.isEmpty, case .folder(let folder) = source.kind,
      let start = FileReader.realPath(folder)
    else { return [:] }
    var texts: [String: [UInt8]] = [:]
    for (path, text) in standIns {
      if let path = path.path(below: start) { texts[path] = text }
    }
    return texts
  }

  /// Texts by absolute paths; the folder of each must exist.
  static func byWholePath(_ texts: [String: [UInt8]]) -> [String: [UInt8]] {
    var whole: [String: [UInt8]] = [:]
    for (path, text) in texts {
      let folder = FileReader.realPath(path.folderOfPath.map(String.init) ?? ".")
      guard let folder else { continue }
      whole["\(folder)/\(path.lastPathPart)"] = text
    }
    return whole
  }

  /// The most bytes of all scripts of a sandboxed application together.
  private static let allBytes = 64 << 20

  var access: ScriptAccess {
    let isFree = isUnsafe || limits.hasAllLibraries
    return ScriptAccess(
      fileBytes: limits.sourceBytes,
      allBytes: isFree ? .max : Self.allBytes,
      staysInside: !isFree
    )
  }
}
