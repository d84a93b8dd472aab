package import LuaRuntime
import EmbeddedFiles
import Synchronization

/// The scripts of the library, each compiled at most twice for all states of the process.
///
/// A compiled script is stored only at its second use: most processes have a single state.
package enum LibraryChunks {
  private enum Known {
    case used
    case compiled(LuaCompiledScript)
  }

  private static let known = Mutex<[String: Known]>([:])

  /// Makes the function of a script such as `lib/mount.lua`; its name begins with `//`.
  package static func load(
    _ path: String,
    name: String,
    in state: LuaState,
    _ environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction? {
    let before = known.withLock { $0[path] }
    if case .compiled(let script) = before {
      return try state.load(script, environment: environment)
    }
    guard let text = ScriptLibrary.text(of: path) else { return nil }
    let chunk = try state.load(text, name: name, environment: environment)
    let script = before == nil ? nil : chunk.compiled(name: name)
    known.withLock { $0[path] = script.map(Known.compiled) ?? .used }
    return chunk
  }
}
