internal import CLua
internal import Synchronization

/// Stops the scripts of a state at their next line, from any thread.
package final class LuaPauser: Sendable {
  /// The address of the state while it is open and debugged.
  private let address: Mutex<UInt>

  init(_ pointer: OpaquePointer) { address = Mutex(UInt(bitPattern: pointer)) }

  package func pause() {
    // The state is not closed meanwhile: closing waits for the lock.
    address.withLock { address in
      if let pointer = OpaquePointer(bitPattern: address) { clua_pause(pointer) }
    }
  }

  /// Makes ``pause()`` do nothing from now on.
  func end() { address.withLock { $0 = 0 } }
}

struct LuaDebugging {
  let pauser: LuaPauser
  /// Kept alive, since texts without a frame have these globals.
  let environment: LuaEnvironment
  let stop: (LuaStop) -> LuaGo
}
