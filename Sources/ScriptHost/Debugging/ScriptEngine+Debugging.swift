import LuaRuntime
import Moonroute
import Synchronization

extension ScriptEngine {
  /// Attaches a debugger to the loaded scripts; later scripts get it before they run.
  func beginDebugging(by debugger: ScriptDebugger) {
    guard debugging?.debugger !== debugger, !debugger.isDetached else { return }
    if let old = debugging { endDebugging(by: old.debugger) }
    let fresh = EngineDebugging(self, by: debugger)
    debugging = fresh
    router.hooks.handlerReaders += 1
    fresh.applyExceptions()
    guard let generation else { return }
    debug(generation)
    generation.debugging?.noteAdoption()
  }

  func endDebugging(by debugger: ScriptDebugger) {
    guard debugging?.debugger === debugger else { return }
    for generation in liveGenerations {
      generation.debugging?.end()
      generation.debugging = nil
    }
    debugging?.end()
    debugging = nil
  }

  /// Attaches the debugger, if any, to a generation that has not run anything yet.
  func debug(_ generation: Generation) {
    if let debugger = host?.attachedDebugger.withLock({ $0 }) { beginDebugging(by: debugger) }
    guard let debugging, generation.debugging == nil else { return }
    generation.debugging = try? GenerationDebugging(generation, by: debugging.debugger, debugging)
  }
}
