internal import CLua

extension LuaState {
  /// Makes `count` allocations of Lua fail from the given one on, counted from 1; 0 stops this.
  package func failAllocation(_ number: Int, count: Int = 2) {
    guard let pointer = stateHandle.pointer else { return }
    clua_fail_allocation(pointer, UInt64(max(0, number)), UInt64(max(0, count)))
  }

  /// Makes new states count instructions all the time, as on systems without a watchdog, for tests.
  package static func denyWatchdog(_ isDenied: Bool) {
    clua_deny_watchdog(isDenied)
  }

  /// Raises an unprotected error, which poisons the state.
  package func provokePanic() throws(LuaError) {
    let status = clua_provoke_panic(try openPointer())
    throw failure(status)
  }

  /// Makes a table of Lua's own `string`, `table` and `utf8` libraries, for tests.
  ///
  /// Scripts do not have them: they compute without any limit.
  package func makeReferenceLibraries() throws(LuaError) -> LuaReference {
    try makeReference { pointer, _, number in clua_make_reference_libraries(pointer, number) }
  }
}

extension LuaState {
  /// Gives scripts `native`: functions of a test runner about nested tables and callers.
  ///
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for them.
  package func openNativeFunctions(in environment: LuaEnvironment) throws(LuaError) {
    let pointer = try openPointer()
    let status = clua_open_native(pointer, try number(of: environment.reference))
    guard status == CLUA_OK else { throw failure(status) }
  }
}
