import LuaRuntime

/// The functions of scripts that stand in for those of the program.
final class HostStubs {
  /// The functions by name, those of the persona in force left out.
  private var functions: [String: LuaFunction] = [:]

  /// The functions of the persona in force, which come before the others.
  private var standIns: [String: LuaFunction] = [:]

  /// The names of functions that a spec stubbed since the persona is in force.
  private var namesSincePersona: Set<String> = []

  /// The personas of the scripts.
  var personas = Personas()

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
  subscript(_ name: String) -> LuaFunction? { standIns[name] ?? functions[name] }

  var names: Set<String> { Set(functions.keys).union(standIns.keys) }

  /// Puts a function in the place of one of the program.
  ///
  /// A stub that a spec made stays when `headless.lua` runs at a reload.
  func add(_ name: String, _ function: LuaFunction) {
    if scope.phase == .stubbing {
      if !specNames.contains(name) { functions[name] = function }
    } else {
      functions[name] = function
      specNames.insert(name)
      // The last word counts.
      namesSincePersona.insert(name)
      standIns[name] = nil
    }
  }

  /// Puts the functions of a persona before all others, in the place of those of the one before.
  func standIn(_ functions: [String: LuaFunction]) {
    standIns = functions
    namesSincePersona = []
  }

  /// Puts the functions of the persona in force before all others again, after a reload.
  func resume(_ functions: [String: LuaFunction]) {
    standIns = functions.filter { !namesSincePersona.contains($0.key) }
  }

  /// Begins with the stubs that specs made, in the same Lua state.
  func take(from old: HostStubs) {
    (specNames, namesSincePersona) = (old.specNames, old.namesSincePersona)
    functions = old.functions.filter { specNames.contains($0.key) }
  }

  /// Forgets which stubs specs made and which persona is in force, so that nothing of it lives
  /// through a reload.
  func forgetSpecs() {
    specNames = []
    namesSincePersona = []
    personas.current = nil
  }

  /// Forgets all.
  func removeAll() {
    forgetSpecs()
    (functions, standIns, personas) = ([:], [:], Personas())
  }
}
