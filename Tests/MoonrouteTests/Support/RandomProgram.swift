import Moonroute
import RoutePatterns
import TextTools

/// A generated program with every kind of handler, and a list of acts; everything that happens is
/// recorded.
final class RandomProgram {
  /// Makes a handler from a function.
  struct Pace {
    let isWaiting: Bool

    func handler<Input, Answer>(
      _ body: @escaping (Input) throws -> Answer
    ) -> Handler<Input, Answer> {
      guard isWaiting else { return Handler(.immediate(body)) }
      return Handler(
        .waiting { input in
          await Task.yield()
          return try body(input)
        }
      )
    }
  }

  private struct Failure: Error {}

  private var random: SeededGenerator
  private let pace: Pace
  /// Programs with tabs have no guards: after each wait, the guards of the screens in a hidden
  /// branch are called again.
  private let hasTabs: Bool
  private var router: Router?
  private(set) var log: [String] = []
  private var handlerCount = 0
  private var registrations: [Registration] = []

  private static let locations = [
    "/", "/a", "/a/1", "/a/1/b", "/a/2/b?x=1", "/c", "/c/d", "/tabs", "/tabs/one", "/tabs/two",
    "/tabs/two/more", "/act", "/act/7", "/e", "/missing", "b", "../c", "/a/9?fallback=%2Fc",
  ]

  init(seed: UInt64, pace: Pace) {
    random = SeededGenerator(seed: seed)
    self.pace = pace
    hasTabs = seed % 2 == 1
  }

  private func one(in count: Int) -> Bool { random.next(below: count) == 0 }

  private func location() -> String { Self.locations[random.next(below: Self.locations.count)] }

  /// Makes a handler whose answers and effects depend on the seed and the number of its calls.
  private func handler<Input, Answer>(
    _ kind: String,
    _ describe: @escaping (Input) -> String,
    _ answer: @escaping (Int, Input) throws -> Answer
  ) -> Handler<Input, Answer> {
    handlerCount += 1
    let number = handlerCount
    let seed = random.next()
    var callCount = 0
    return pace.handler { [unowned self] input in
      callCount += 1
      log.append("\(kind) \(number) \(describe(input))")
      var own = SeededGenerator(seed: seed &+ UInt64(callCount / 2))
      effect(own.next(below: 40))
      return try answer(own.next(below: 24), input)
    }
  }

  /// Changes the program while a handler runs.
  private func effect(_ number: Int) {
    guard let router else { return }
    switch number {
    case 0: registrations.popLast()?.cancel()
    case 2:
      let route = LinkRoute(path: "/e").with { $0.view = .named("Late") }
      if let info = try? router.add(route) { registrations.append(info.registration) }
    case 3 where !hasTabs:
      let late = Handler<RouteState, Decision>(.immediate { _ in .proceed })
      if let guarding = try? router.addGuard(for: "/a/**", late) { registrations.append(guarding) }
    default: break
    }
  }

  private func decision(_ kind: String) -> LinkRoute.Redirect {
    if one(in: 12) { return .fixed(location()) }
    let target = location()
    let isProxy = kind == "proxy"
    return .decided(
      handler(kind, { "\($0.route.label) \($0.location)" }) { number, state in
        switch number {
        case 0: return .stop()
        case 1: return .stop("no")
        case 2: throw Failure()
        case 3: return .go(to: "named")
        case 4...6: return .open(target, keepingQuery: number == 4)
        case 7 where isProxy:
          guard let location = Location(target) else { return .proceed }
          return .rewrite(to: location, query: ["r": "1"])
        default: return .proceed
        }
      }
    )
  }

  private func screen(_ state: RouteState) -> Screen {
    Screen("View", ["at": .text(state.location.description), "for": .text(state.route.label)])
  }

  private func animator() -> AnimatorChoice? {
    let all: [Animator] = [
      .root, .push, .present, .automatic, .replace, .root(wrap: .stack), .present(wrap: .stack),
      Animator(
        "custom",
        .custom(
          handler("custom", { $0.screen.view }) { number, placing in
            if number == 0 { return nil }
            if number < 8 {
              placing.push()
              return nil
            }
            return number < 16 ? .push : .present
          }
        )
      ),
      Animator(
        "refresh",
        .refresh(
          apply: one(in: 2)
            ? handler("refresh", { $0.screen.view }) { number, input in
              if number == 0 { throw Failure() }
              var screen = input.screen
              screen["again"] = .int(Int64(number))
              return screen
            } : nil,
          otherwise: .push
        )
      ),
    ]
    switch random.next(below: 4) {
    case 0: return nil
    case 1:
      let (first, second) = (all[random.next(below: all.count)], all[random.next(below: 7)])
      return .chosen(
        handler("animator", { $0.location.description }) { number, _ in
          number < 2 ? nil : number < 12 ? first : second
        }
      )
    default: return .fixed(all[random.next(below: all.count)])
    }
  }

  private func route(_ path: String, name: String? = nil, _ children: [LinkRoute] = []) -> LinkRoute
  {
    var route = LinkRoute(path: path, name: name)
    for _ in 0..<(!hasTabs && one(in: 3) ? 1 + random.next(below: 2) : 0) {
      route.redirects.append(decision("redirect"))
    }
    if !one(in: 5) {
      route.view = .made(
        handler("view", { $0.location.description }) { [unowned self] number, state in
          if number == 0 { throw Failure() }
          return number == 1 ? nil : screen(state)
        }
      )
    }
    if route.view == nil {
      route.action = handler("action", { $0.location.description }) { number, _ in
        if number == 0 { throw Failure() }
        return number < 4
          ? .declined : number < 6 ? .refused([false]) : .values([.int(Int64(number))])
      }
    }
    if route.view != nil, one(in: 2) {
      route.onExit = handler("leave", { $0.screen.view }) { number, _ in
        if number == 0 { throw Failure() }
        return number < 4 ? .stop(number == 1 ? nil : "stay") : .proceed
      }
    }
    route.animator = animator()
    route.children = children
    return route
  }

  private func makeRouter() throws -> Router {
    let rules = RouterRules()
    rules.configuration.redirectLimit = 1 + random.next(below: 5)
    // A slow machine must not end a handler.
    rules.configuration.waitLimit = nil
    if one(in: 3) { rules.configuration.initial = location() }
    var routes = [
      route("/", name: "home"),
      route("/a", name: "list", [route(":id", name: "item", [route("b")])]),
      route("/c", name: "named", [route("d"), route(":other")]), route("/act"),
      route("/act/:n<int>"), route("/act/:n"),
    ]
    if hasTabs {
      let two = route("two", name: "two", [route("more")])
      var tabs = route("/tabs", name: "shell", [route("one", name: "one"), two])
      (tabs.isShell, tabs.view, tabs.action, tabs.onExit) = (true, nil, nil, nil)
      tabs.animator = one(in: 2) ? .root : nil
      routes.append(tabs)
    }
    for route in routes {
      do { try rules.add(route) } catch { log.append("problem \(error)") }
    }
    for _ in 0..<(hasTabs ? 0 : random.next(below: 4)) {
      let key = ["list", "item", "named", "/a/**", "/**", "/tabs/*"][random.next(below: 6)]
      let guarding = decision("guard")
      // A name is unknown if its route has problems.
      if let added = try? rules.addGuard(for: key, decision: guarding) {
        registrations.append(added)
      }
    }
    if one(in: 2) {
      registrations.append(try rules.addRewriter("/**", decision: decision("proxy")))
    }
    if one(in: 2) { rules.unmatched = substitute("unmatched") { $0.location.description } }
    if one(in: 2) { rules.onError = substitute("on_error") { "\($0.status)" } }
    let router = Router(rules: rules)
    router.onHandlerFailure = { [unowned self] in log.append("failure \($0.message) \($1)") }
    router.observe { [unowned self] in log.append("event \($0.name)") }
    router.observeScreens { [unowned self] in log.append("turn \($0.turn) \($0.screen.id)") }
    return router
  }

  private func substitute<Input>(
    _ kind: String,
    _ describe: @escaping (Input) -> String
  ) -> Handler<Input, Substitute?> {
    let (target, name) = (location(), one(in: 2) ? "named" : "nobody")
    return handler(kind, describe) { number, _ in
      switch number {
      case 0: throw Failure()
      case 1...6: return .text(target)
      case 7...9: return .text(name)
      case 10...16: return .screen(Screen("Substitute"))
      default: return nil
      }
    }
  }

  /// Runs the program; returns everything that happened.
  func run() async throws -> [String] {
    let router = try makeRouter()
    self.router = router
    for _ in 0..<(4 + random.next(below: 12)) {
      await act(on: router)
      log.append("stage \(router.stage.restorationState)")
      log.append("screens \(router.stage.screens.map { "\($0.id) \($0.view) \($0.props)" })")
    }
    log.append("transitions \(router.stage.transitions.map { "\($0.effect) \($0.removed)" })")
    return log
  }

  private func act(on router: Router) async {
    var options = OpenOptions()
    options.recordsTiming = one(in: 4)
    let text = location()
    switch random.next(below: 16) {
    case 0: log.append("fetch \(String(describing: try? await router.fetch(text)))")
    case 1: log.append("build \((try? await router.build(text))?.props ?? ValueTable())")
    case 2: note(await router.go(text, options: options))
    case 3: note("back", await router.back())
    case 4: note("dismiss", await router.dismiss())
    case 5:
      let tab = one(in: 2) ? "one" : "two"
      note("select", await router.select(tab: .name(tab)))
    case 6: if let outcome = await router.revalidate() { note(outcome) }
    case 7: log.append("rebuild \(await router.rebuildScreens().map(\.result))")
    case 8:
      let saved = router.stage.restorationState
      log.append("restore \((try? await router.restore(from: saved)) ?? ["failed"])")
    case 9: note(await router.reset(to: text, options: options))
    case 10: note(await router.present(text, options: options))
    default: note(await router.open(text, options: options))
    }
  }

  private func note(_ move: String, _ result: MoveResult) {
    log.append("\(move) \(result.error?.message ?? result.transition?.effect ?? "nothing")")
  }

  private func note(_ outcome: Outcome) {
    log.append("outcome \(outcome.summary) \(outcome.way) \(outcome.values)")
    log.append("\(outcome.screen?.id.rawValue ?? 0) \(outcome.handle?.screen.rawValue ?? 0)")
    let params = outcome.params.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    log.append("\(outcome.routeLabel ?? "-") \(params) \(outcome.animator ?? "-")")
    for step in outcome.steps {
      let location = step.location?.description ?? "-"
      let decision = step.decision.map { "\($0)" } ?? "-"
      log.append("step \(step.kind) \(step.name ?? "-") \(step.answer) \(location) \(decision)")
      log.append("\(step.site?.description ?? "-") \(step.ordinal?.description ?? "-")")
    }
  }
}
