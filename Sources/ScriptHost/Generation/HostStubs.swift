import LuaRuntime

/// The script functions that replace functions of the program.
final class HostStubs {
  /// The functions by name, except the functions of the current persona.
  private var functions: [String: LuaFunction] = [:]

  /// The functions of the current persona, which take precedence.
  private var standIns: [String: LuaFunction] = [:]

  /// The names of functions that a spec has stubbed since the current persona was set.
  private var namesSincePersona: Set<String> = []

  var personas = Personas()

  /// The names of stubs that a spec made, which `headless.lua` does not replace.
  private var specNames: Set<String> = []

  /// Whether `host.stub` works after loading, as it does in specs.
  var worksInSpecs = false

  let replies: HostReplies

  private let scope: RegistrationScope

  init(scope: RegistrationScope, replies: HostReplies) {
    (self.scope, self.replies) = (scope, replies)
  }

  var isOpen: Bool { scope.phase == .stubbing || worksInSpecs }

  subscript(_ name: String) -> LuaFunction? { standIns[name] ?? functions[name] }

  var names: Set<String> { Set(functions.keys).union(standIns.keys) }

  /// A stub that a spec made stays when `headless.lua` runs at a reload.
  func add(_ name: String, _ function: LuaFunction) {
    if scope.phase == .stubbing {
      if !specNames.contains(name) { functions[name] = function }
    } else {
      functions[name] = function
      specNames.insert(name)
      // The last call wins.
      namesSincePersona.insert(name)
      standIns[name] = nil
    }
  }

  func standIn(_ functions: [String: LuaFunction]) {
    standIns = functions
    namesSincePersona = []
  }

  /// Adds a function to the current persona.
  func standIn(_ function: LuaFunction, for name: String) { standIns[name] = function }

  /// Sets the functions of the current persona again, after a reload.
  func resume(_ functions: [String: LuaFunction]) {
    standIns = functions.filter { !namesSincePersona.contains($0.key) }
  }

  /// Begins with the persona, and in the same Lua state with the stubs that specs made.
  func take(from old: HostStubs, inSameState isSameState: Bool) {
    (personas.current, personas.replaced) = (old.personas.current, old.personas.replaced)
    guard isSameState else { return }
    (specNames, namesSincePersona) = (old.specNames, old.namesSincePersona)
    functions = old.functions.filter { specNames.contains($0.key) }
    replies.take(from: old.replies)
  }

  /// Forgets the stubs and replies of specs and the current persona, so that no reload keeps them.
  func forgetSpecs() {
    specNames = []
    replies.forgetSpecs()
    namesSincePersona = []
    (personas.current, personas.replaced) = (nil, [:])
  }

  func removeAll() {
    forgetSpecs()
    replies.removeAll()
    (functions, standIns, personas) = ([:], [:], Personas())
  }
}
