internal import CLua
internal import Synchronization

/// Stops the scripts of a state at their next line, from any thread.
package final class LuaPauser: Sendable {
  /// The address of the state, as long as it is open and debugged.
  private let address: Mutex<UInt>

  init(_ pointer: OpaquePointer) { address = Mutex(UInt(bitPattern: pointer)) }

  /// Stops the script that runs, or the next one.
  package func pause() {
    // The state is not closed meanwhile: that waits for the lock.
    address.withLock { address in
      if let pointer = OpaquePointer(bitPattern: address) { clua_pause(pointer) }
    }
  }

  /// Does nothing any more.
  func end() { address.withLock { $0 = 0 } }
}

/// The part of a state that it holds for its debugger.
struct LuaDebugging {
  let pauser: LuaPauser
  /// Held, since texts without a frame have these globals.
  let environment: LuaEnvironment
  let stop: (LuaStop) -> LuaGo
}
