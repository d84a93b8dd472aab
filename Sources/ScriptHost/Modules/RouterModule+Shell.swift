import LuaRuntime
import Moonroute

extension RouterModule {
  /// The call that registers tabs.
  func addShell(to module: inout ModuleTable) throws(LuaError) {
    try module.addRegistering(
      "shell",
      "(definition) → registration",
      "Registers tabs: routes whose branches have a stack each.",
      inert: [generation.lua(ScriptRegistration())]
    ) { call in
      var reader = reader(at: SourceSite(call.caller()))
      let shell = reader.shell(try call.table(0))
      let registered = try register(shell, reader.mistakes, owner: reader.owner, call)
      return [generation.lua(registered)]
    }
  }
}
