import LuaRuntime
import Moonroute

/// `spawn` and `clock`: concurrent tasks, and the time.
struct TaskModule {
  unowned let functions: FunctionMaker
  unowned let calls: ScriptCalls
  unowned let memory: GenerationMemory

  func add(to globals: inout ModuleTable) throws(LuaError) {
    let type = try functions.state.makeClass(try task())
    let summary = "Runs a function concurrently, from the next turn on."
    try globals.add("spawn", "(fn) → task", summary) { call in
      try functions.registrar.mounts.parts.refuse("spawn")
      let charge = try memory.charge(.tasks)
      let site = SourceSite(call.caller())
      let task = calls.tasks.spawn(try call.function(0), at: site, charge: charge)
      return [.object(LuaObject(task, type: type))]
    }
  }

  func clock() throws(LuaError) -> LuaValue {
    let clock = calls.scope.router.clock
    var module = ModuleTable("clock", in: functions)
    try module.add("now", "() → number", "The seconds since the application began.") { _ in
      [.number(clock.elapsed() / .seconds(1))]
    }
    return module.value
  }

  private func task() throws(LuaError) -> LuaClassDefinition<ScriptTask> {
    let cancel = functions.method(
      "task",
      "cancel",
      "()",
      "Ends the task; further calls do nothing."
    ) {
      call in
      (call[0].object?.payload as? ScriptTask)?.cancel()
      return []
    }
    let summary =
      "Waits for the task's end; returns the results of its function, or raises its error."
    let wait = functions.suspendingMethod("task", "wait", "() → value…", summary) { call in
      guard let task = call[0].object?.payload as? ScriptTask else {
        throw call.typeError(0, expected: "task")
      }
      task.noteWait()
      return { try await task.wait() }
    }
    var definition = LuaClassDefinition<ScriptTask>("task", methods: [cancel, wait])
    definition.close = { task, _ in task.cancel() }
    return definition
  }
}
