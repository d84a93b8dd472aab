import Moonroute

extension ScriptHost {
  /// The bytes that the host keeps for the scripts beside their own memory, about.
  package var keptBytes: Int {
    get async {
      await application.perform { ScriptEngine.of($0).generation?.keptBytes ?? 0 }
    }
  }

  /// Lets the scripts collect all that they cannot reach any more.
  package func collect() async {
    await application.perform { application in
      let engine = ScriptEngine.of(application)
      engine.closeRetired()
      engine.generation?.sweep()
    }
  }
}
