import Moonroute
import ScriptHost
import Synchronization

/// A whole open on the executor, from link to outcome, compared with a look-up and two calls in C.
///
/// A script's view is a third call and returns a table: measured without a goal. The rows of a dry
/// run, a restore and a reset compare with the work that they replace.
enum OpenSubject {
  static let subject = BenchmarkSubject(
    name: "open",
    cases: [
      named(
        "open/guard-action/142",
        .handled,
        "action = function(state) return true end",
        allocations: 9,
        instructions: 37_000
      ),
      named(
        "open/guard-view/142",
        .opened,
        "animator = animator.root, view = 'Events'",
        allocations: 20,
        instructions: 63_000
      ),
      named(
        "open/guard-script-view/142",
        .opened,
        """
        animator = animator.root,
        view = function(state) return screen { "Events", title = state.params.repo } end
        """,
        goal: nil,
        allocations: 32,
        instructions: 93_500
      ),
      ("open/action of a program/142", { try ofProgram() }),
      ("open/dry run/142", { try dryRun() }),
      ("open/restore/10 screens", { try restore() }),
      ("open/reset/50 routes", { try reset() }),
    ]
  )

  private static let source = "function(state) return state.params.owner == 'moon' end"
  private static let template = "/repos/:owner/:repo/events"
  static let path = "/repos/moon/route/events"
  static let count = 100

  private static func named(
    _ name: String,
    _ status: Outcome.Status,
    _ behaviour: String,
    goal: Double? = 6,
    allocations: Double,
    instructions: Double
  ) -> (name: String, make: @Sendable () throws -> BenchmarkCase) {
    (name, { try make(name, status, behaviour, goal, (allocations, instructions)) })
  }

  private static func make(
    _ name: String,
    _ status: Outcome.Status,
    _ behaviour: String,
    _ goal: Double?,
    _ limits: (allocations: Double, instructions: Double)
  ) throws -> BenchmarkCase {
    let baseline = try LinkBaseline(source)
    let caller = CallerActor()
    let application = try makeHost(on: caller, behaviour).router
    guard baseline.open(path, 1) == 2, open(1, status, in: application, on: caller) == 1 else {
      throw BenchmarkError.wrongAnswer(path: path)
    }
    return BenchmarkCase(
      name: name,
      unitCount: count,
      peers: [
        .init(name: "C, a lookup and two calls") { baseline.open(path, count) },
        .init(
          name: "LinkRouter.open",
          goal: goal,
          allocationLimit: limits.allocations,
          instructionLimit: limits.instructions
        ) {
          open(count, status, in: application, on: caller)
        },
      ]
    )
  }

  /// An action of the program, without Lua.
  private static func ofProgram() throws -> BenchmarkCase {
    let baseline = try LinkBaseline(source)
    let caller = CallerActor()
    let application = try LinkRouter(isolation: caller) {
      GitHubRoutes.templates.map { LinkRoute(path: $0).action { _ in .bool(true) } }
    }
    guard open(1, .handled, in: application, on: caller) == 1 else {
      throw BenchmarkError.wrongAnswer(path: path)
    }
    return BenchmarkCase(
      name: "open/action of a program/142",
      unitCount: count,
      peers: [
        .init(name: "C, a lookup and two calls") { baseline.open(path, count) },
        .init(name: "LinkRouter.open", allocationLimit: 8, instructionLimit: 22_000) {
          open(count, .handled, in: application, on: caller)
        },
      ]
    )
  }

  private static func dryRun() throws -> BenchmarkCase {
    let caller = CallerActor()
    let application = try makeHost(on: caller, "view = 'Events', animator = animator.root").router
    return BenchmarkCase(
      name: "open/dry run/142",
      unitCount: count,
      peers: [
        .init(name: "LinkRouter.open") { open(count, .opened, in: application, on: caller) },
        .init(name: "LinkRouter.resolve") {
          caller.run { _ in
            await application.perform { application in
              var reached = 0
              for _ in 0..<count where await application.resolve(path).status == .opened {
                reached += 1
              }
              return reached
            }
          }
        },
      ]
    )
  }

  private static func restore() throws -> BenchmarkCase {
    let caller = CallerActor()
    let (opened, restored) = (
      try makeHost(on: caller, "view = 'Events'").router,
      try makeHost(on: caller, "view = 'Events'").router
    )
    let screenCount = 10
    let saved = Mutex(Value.null)
    let isReady = caller.run { _ in
      await restored.perform { restored in
        await push(screenCount, in: restored)
        saved.withLock { $0 = restored.restorationState }
        return restored.tree.screens.count
      }
    }
    guard isReady == screenCount else { throw BenchmarkError.wrongAnswer(path: path) }
    let state = saved.withLock { $0 }
    return BenchmarkCase(
      name: "open/restore/10 screens",
      unitCount: screenCount,
      peers: [
        .init(name: "LinkRouter.open") {
          caller.run { _ in
            await opened.perform { opened in
              await push(screenCount, in: opened)
              return opened.tree.screens.count
            }
          }
        },
        .init(name: "LinkRouter.restore") {
          caller.run { _ in
            await restored.perform { restored in
              (try? await restored.restore(from: state)) == [] ? restored.tree.screens.count : 0
            }
          }
        },
      ]
    )
  }

  /// Opens a root and pushes screens onto it.
  private static func push(_ count: Int, in router: isolated LinkRouter) async {
    for number in 0..<count {
      let options = OpenOptions(animator: number == 0 ? .root(wrap: .stack) : .push)
      _ = await router.open("/repos/moon/r\(number)/events", options: options)
    }
  }

  private static func reset() throws -> BenchmarkCase {
    let caller = CallerActor()
    let lines = (1...50)
      .map { "router.route { path = '/page/\($0)/:id', view = 'Page', redirect = \(source) }" }
    let texts = ScriptSource.texts(["main.lua": lines.joined(separator: "\n")])
    func makeHost() throws -> ScriptHost {
      let application = try LinkRouter(isolation: caller)
      let host = try ScriptHost(texts, in: application, options: ScriptOptions(runsHeadless: true))
      guard caller.run({ _ in (try? await host.load()) == nil ? 0 : 1 }) == 1 else {
        throw BenchmarkError.wrongAnswer(path: "main.lua")
      }
      return host
    }
    let (loaded, reset) = (try makeHost(), try makeHost())
    return BenchmarkCase(
      name: "open/reset/50 routes",
      unitCount: 1,
      peers: [
        .init(name: "ScriptHost.load") {
          caller.run { _ in (try? await loaded.load()) == nil ? 0 : 1 }
        },
        .init(name: "SpecDriver.reset", instructionLimit: 2_600_000) {
          caller.run { _ in
            await reset.router.perform { router in
              guard let driver = try? SpecDriver(of: reset, in: router) else { return 0 }
              return (try? driver.reset()) == nil ? 0 : 1
            }
          }
        },
      ]
    )
  }

  static func makeHost(on caller: CallerActor, _ behaviour: String) throws -> ScriptHost {
    let routes = GitHubRoutes.templates
      .map { template in
        template == Self.template
          ? "router.route { path = '\(template)', redirect = \(source), \(behaviour) }"
          : "router.route { path = '\(template)', action = function() return true end }"
      }
    let application = try LinkRouter(isolation: caller)
    let host = try ScriptHost(.texts(["main.lua": routes.joined(separator: "\n")]), in: application)
    guard caller.run({ _ in (try? await host.load()) == nil ? 0 : 1 }) == 1 else {
      throw BenchmarkError.wrongAnswer(path: path)
    }
    return host
  }

  /// Returns the number of successes.
  static func open(
    _ count: Int,
    _ status: Outcome.Status,
    in application: LinkRouter,
    on caller: CallerActor
  ) -> Int {
    caller.run { _ in
      await application.perform { application in
        var reached = 0
        for _ in 0..<count where await application.open(path).status == status { reached += 1 }
        return reached
      }
    }
  }
}
