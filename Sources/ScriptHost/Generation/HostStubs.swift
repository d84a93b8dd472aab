import LuaRuntime

/// The functions of scripts that stand in for those of the program.
final class HostStubs {
  /// The functions by name.
  private(set) var functions: [String: LuaFunction] = [:]

  /// The names of stubs that a spec made, which `headless.lua` does not replace.
  private var specNames: Set<String> = []

  /// Whether `host.stub` works after loading, as it does in specs.
  var worksInSpecs = false

  private let scope: RegistrationScope

  /// Makes the stubs of a generation; there are none yet.
  init(scope: RegistrationScope) { self.scope = scope }

  /// Whether a function may be stubbed now.
  var isOpen: Bool { scope.phase == .stubbing || worksInSpecs }

  /// The stub of a name, or `nil` when there is none.
  subscript(_ name: String) -> LuaFunction? { functions[name] }

  /// Puts a function in the place of one of the program.
  ///
  /// A stub that a spec made stays when `headless.lua` runs at a reload.
  func add(_ name: String, _ function: LuaFunction) {
    if scope.phase == .stubbing {
      if !specNames.contains(name) { functions[name] = function }
    } else {
      functions[name] = function
      specNames.insert(name)
    }
  }

  /// Begins with the stubs that specs made, in the same Lua state.
  func take(from old: HostStubs) {
    specNames = old.specNames
    functions = old.functions.filter { specNames.contains($0.key) }
  }

  /// Forgets which stubs specs made, so that they do not live through a reload.
  func forgetSpecs() { specNames = [] }

  /// Forgets all.
  func removeAll() { (functions, specNames) = ([:], []) }
}
