internal import CLua

extension LuaState {
  /// Gives scripts `native`: what a test runner asks of nested tables, and of who called.
  ///
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for them.
  package func openDeepFunctions(in environment: LuaEnvironment) throws(LuaError) {
    let pointer = try openPointer()
    let status = clua_open_deep(pointer, try number(of: environment.reference))
    guard status == CLUA_OK else { throw failure(status) }
  }
}
