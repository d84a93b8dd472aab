import Moonroute
import ScriptHost

/// A whole open on the executor, from link to outcome, compared with a look-up and two calls in C.
///
/// A script's view is a third call and returns a table: measured without a goal.
enum OpenSubject {
  static let subject = BenchmarkSubject(
    name: "open",
    cases: [
      named("open/guard-action/142", .handled, "action = function(state) return true end"),
      named("open/guard-view/142", .opened, "animator = animator.root, view = 'Events'"),
      named(
        "open/guard-script-view/142",
        .opened,
        """
        animator = animator.root,
        view = function(state) return screen { "Events", title = state.params.repo } end
        """,
        goal: nil
      ),
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
    goal: Double? = 6
  ) -> (name: String, make: @Sendable () throws -> BenchmarkCase) {
    (name, { try make(name, status, behaviour, goal) })
  }

  private static func make(
    _ name: String,
    _ status: Outcome.Status,
    _ behaviour: String,
    _ goal: Double?
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
        .init(name: "LinkRouter.open", goal: goal) {
          open(count, status, in: application, on: caller)
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
