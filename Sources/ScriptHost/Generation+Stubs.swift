import LuaRuntime

extension Generation {
  /// Puts a function in the place of one of the program.
  ///
  /// What a spec put there stays when `headless.lua` runs at a reload.
  func stub(_ name: String, with function: LuaFunction) {
    if phase == .stubbing {
      if !specStubs.contains(name) { stubs[name] = function }
    } else {
      stubs[name] = function
      specStubs.insert(name)
    }
  }

  /// Begins with what a spec put in the place of functions of the program, in the same Lua state.
  func takeStubs(of old: Generation) {
    specStubs = old.specStubs
    stubs = old.stubs.filter { specStubs.contains($0.key) }
  }
}
