import LuaRuntime

extension Generation {
  var routerModule: RouterModule {
    RouterModule(
      functions: functions,
      bridge: bridge,
      registrar: registrar,
      messages: messages,
      calls: calls,
      handlers: handlers,
      library: library,
      offers: setup.offers
    )
  }

  var animatorModule: AnimatorModule {
    AnimatorModule(functions: functions, bridge: bridge, handlers: handlers)
  }

  var stageModule: StageModule {
    StageModule(functions: functions, bridge: bridge, handlers: handlers, library: library)
  }

  var placingModule: PlacingModule {
    PlacingModule(bridge: bridge, handlers: handlers, library: library)
  }

  var logModule: LogModule { LogModule(functions: functions, bridge: bridge, log: calls.log) }

  var hostModule: HostModule {
    HostModule(
      functions: functions,
      bridge: bridge,
      stubs: stubs,
      offers: setup.offers,
      tables: programTables,
      replies: repliesModule
    )
  }

  var repliesModule: RepliesModule {
    RepliesModule(functions: functions, bridge: bridge, registrar: registrar, stubs: stubs)
  }

  func hostWatch() throws(LuaError) -> HostWatch {
    try HostWatch(functions: functions, scope: scope, setup)
  }

  private var programTables: ProgramTables {
    ProgramTables(functions: functions, bridge: bridge, seals: setup.modules == .sealed)
  }

  var jsonModule: JSONModule { JSONModule(functions: functions, bridge: bridge) }

  var locationModule: LocationModule { LocationModule(functions: functions, bridge: bridge) }

  var reloadModule: ReloadModule {
    ReloadModule(
      functions: functions,
      keep: keep,
      memory: memory,
      number: number,
      release: setup.source.release
    )
  }

  var eventsModule: EventsModule {
    EventsModule(
      functions: functions,
      bridge: bridge,
      registrar: registrar,
      handlers: handlers,
      types: library.types
    )
  }

  var screenModule: ScreenModule {
    ScreenModule(functions: functions, bridge: bridge, messages: messages, calls: calls)
  }

  var handleModule: HandleModule {
    HandleModule(functions: functions, bridge: bridge, messages: messages, calls: calls)
  }

  var timeModule: TimeModule { TimeModule(functions: functions, calls: calls, memory: memory) }

  var taskModule: TaskModule { TaskModule(functions: functions, calls: calls, memory: memory) }

  func resourcesModule(_ library: LuaTable) -> ResourcesModule {
    ResourcesModule(
      functions: functions,
      bridge: bridge,
      registrar: registrar,
      handlers: handlers,
      offers: setup.offers,
      tables: programTables,
      types: self.library.types,
      library: library
    )
  }
}
