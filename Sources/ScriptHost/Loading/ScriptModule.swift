import Moonroute

/// The routes that a module of scripts answered.
struct ScriptModule: RouteModule {
  let path: String
  let names: String
  let routes: [Route]
}
