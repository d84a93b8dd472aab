package import LuaRuntime
import ScriptLibrary
import Synchronization

/// The scripts of the library, each compiled once for all states of the process.
package enum LibraryChunks {
  private static let compiled = Mutex<[String: LuaCompiledScript]>([:])

  /// Makes the function that runs a script of the library.
  ///
  /// - Parameters:
  ///   - path: Where it lies in the library: `lib/mount.lua`.
  ///   - name: Its name, which begins with `//`.
  ///   - state: The state that runs it.
  ///   - environment: Its globals.
  /// - Returns: The function, or `nil` when there is no such script.
  /// - Throws: `memory_limit`.
  package static func load(
    _ path: String,
    name: String,
    in state: LuaState,
    _ environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction? {
    if let script = compiled.withLock({ $0[path] }) {
      return try state.load(script, environment: environment)
    }
    guard let text = ScriptLibrary.files[path] else { return nil }
    let chunk = try state.load(text, name: name, environment: environment)
    if let script = chunk.compiled(name: name) {
      compiled.withLock { $0[path] = script }
    }
    return chunk
  }
}
