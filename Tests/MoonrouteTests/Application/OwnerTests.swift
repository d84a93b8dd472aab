import Moonroute
import TestSupport
import Testing

/// An application lives where it is made.
@Suite struct OwnerTests {
  /// The actor that provides an application's executor.
  enum Owner {
    case main, its, kitchen, own
  }

  /// One way to make an application, with closures written in the same place.
  struct Context: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let owner: Owner
    let make: @Sendable () async throws -> LinkRouter?

    init(
      _ name: String,
      _ owner: Owner,
      _ make: @escaping @Sendable () async throws -> LinkRouter?
    ) {
      (testDescription, self.owner, self.make) = (name, owner, make)
    }
  }

  static let contexts = [
    Context("a function on the main actor", .main) { try await Screens.application() },
    Context("the initializer of a type on the main actor", .main) {
      try await Screens().application
    },
    Context("a task on the main actor", .main) { try await Screens.inTask() },
    Context("MainActor.run", .main) { try await MainActor.run { try Screens.application() } },
    Context("a closure on the main actor", .main) { try await Screens.inClosure() },
    Context("an actor with an executor of its own", .its) { try await Till().application() },
    Context("a global actor", .kitchen) { try await cook() },
    Context("a nonsending function, called from the main actor", .main) {
      try await Screens.nonsending()
    },
    Context("a nonisolated function", .own) { try plain() },
    Context("a concurrent function", .own) { try await concurrent() },
    Context("a detached task", .own) {
      try await Task.detached {
        try LinkRouter {
          LinkRoute("/").redirect { _ in .proceed }
        }
      }
      .value
    },
    Context("the child of a group", .own) { try await Screens.inGroup() },
    Context("an async let", .own) { try await Screens.inAsyncLet() },
    Context("a Sendable closure", .own) {
      try LinkRouter {
        LinkRoute("/").redirect { _ in .proceed }
      }
    },
    Context("the initializer of an actor", .own) { try Waiter().application },
    Context("the asynchronous initializer of an actor", .own) {
      try await Waiter(late: true).application
    },
    Context("the initial value of a property", .own) { Shelf().application },
    Context("the initial value of a static property", .own) { await Window.common },
    Context("the initial value of a property on the main actor", .own) {
      await Window().application
    },
    Context("the initial value of a lazy property on the main actor", .own) {
      await Window().late
    },
    Context("an initial value that calls a function", .main) { await Window().made },
    Context("an initial value that calls onMainActor", .main) { await Window().main },
    Context("an initial value that names the main actor", .main) { await Window().named },
    Context("nil on the main actor, with a nonisolated function", .own) {
      try await Screens.apart()
    },
    Context("another application", .main) { try await Screens.inApplication() },
    Context("another application with an actor of its own", .own) {
      try await plain()
        .perform { application in
          try LinkRouter {
            LinkRoute("/").redirect { _ in application.isClosed ? .stop() : .proceed }
          }
        }
    },
  ]

  @Test(arguments: contexts)
  func `an application lives where it is made, and calls closures of that place directly`(
    context: Context
  ) async throws {
    let log = Lines()
    let made = try await HopLog.$current.withValue(HopLog { log.add($0) }) {
      try await context.make()
    }
    let application = try #require(made)
    let owner: Owner =
      switch application.owner {
      case is MainActor: .main
      case is Till: .its
      case is Kitchen: .kitchen
      default: .own
      }
    #expect(owner == context.owner)
    #expect(await application.open("/").error?.code == .noView)
    #expect(log.all == [])
    let calls = await application.perform { application in
      let rules = application.router.rules
      return rules.directory.index.routes.flatMap { rules.redirects(of: $0) }
        .map { redirect in
          guard case .decided(let handler, _) = redirect else { return false }
          return handler.body(at: application.router.home) != nil
        }
    }
    #expect(calls == [true])
  }

  @Test @MainActor func `a closure that belongs to an application is called directly`()
    async throws
  {
    let log = Lines()
    let application = try LinkRouter {
      LinkRoute("/", name: "home").view("Home")
    }
    try await HopLog.$current.withValue(HopLog { log.add($0) }) {
      try await application.perform { application in
        try application.addGuard(for: "home") { _ in application.isClosed ? .proceed : .stop() }
      }
    }
    var others = 0
    Task { others += 1 }
    #expect(await application.open("/").status == .intercepted)
    #expect(others == 0)
    #expect(log.all == [])
  }

  @Test @MainActor func `events reach handlers of the same actor before emit returns`()
    async throws
  {
    var heard: [String] = []
    let application = try LinkRouter()
    try await application.on("/cart/:id<int>") { heard.append($0.location.description) }
    try await application.emit("/cart/7")
    #expect(heard == ["/cart/7"])
  }

  @Test @MainActor func `no guarded open of the main actor is cancelled`() async throws {
    let session = Session()
    let application = try LinkRouter {
      LinkRoute("/page/:n<int>")
        .view { _ in Screen("Page") }
        .guarded { _ in session.decide() }
        .animator(.root)
    }
    let share = TestScale.guardedOpens / 64
    let statuses = await withTaskGroup(of: [Outcome.Status].self) { group in
      for task in 0..<64 {
        group.addTask {
          var statuses: [Outcome.Status] = []
          for number in 0..<share {
            statuses.append(await application.open("/page/\(task * share + number)").status)
          }
          return statuses
        }
      }
      var all: [Outcome.Status] = []
      for await statuses in group { all += statuses }
      return all
    }
    #expect(statuses.count == share * 64)
    #expect(Set(statuses.map(\.rawValue)) == ["opened"])
    #expect(session.count == statuses.count)
  }
}

/// A handler that has to hop is logged once, with the line that registers it.
@Suite struct HopLogTests {
  @Test @MainActor func `each line is logged once, with the remedy`() async throws {
    let (log, session) = (Lines(), Session())
    let hops = HopLog { log.add($0) }
    let start = #line
    try await HopLog.$current.withValue(hops) {
      for _ in 1...2 {
        let application = try LinkRouter(isolation: nil) {
          LinkRoute("/", name: "home").view { _ in Screen("\(session.count)") }
          LinkRoute("/wait").view { _ async in Screen("\(session.count)") }
          LinkRoute("/free").view(free)
        }
        try await application.addGuard(for: "home") { _ in session.decide() }
        try await application.on("/paid") { _ in session.note() }
        #expect(await application.open("/").status == .opened)
        #expect(await application.open("/wait").status == .opened)
        #expect(await application.open("/free").status == .opened)
        #expect(try await application.emit("/paid") == 1)
      }
    }
    let words = """
      this handler is isolated to MainActor, but the router runs on its own actor: every call \
      has to hop to MainActor (about 15 µs), and scripts cannot call the handler while they load. \
      Create the router on MainActor (in a function, or with LinkRouter.onMainActor), or \
      pass a nonisolated function.
      """
    let lines = [start + 4, start + 8, start + 9]
    #expect(log.all == lines.map { "\(#fileID):\($0): \(words)" })
  }

  @Test @MainActor func `every place of a route is logged`() async throws {
    let (log, session) = (Lines(), Session())
    let start = #line + 2
    try HopLog.$current.withValue(HopLog { log.add($0) }) {
      _ = try LinkRouter(isolation: nil) {
        LinkRoute("/a").action { _ in .int(Int64(session.count)) }
        LinkRoute("/b")
          .view("B")
          .guarded { _ in session.decide() }
        LinkRoute("/c")
          .view("C")
          .onExit { _ in session.count == 0 ? .proceed : .stop() }
        LinkRoute("/d")
          .view("D")
          .animator { _ in session.animator }
        LinkRoute("/e")
          .view("E")
          .animator(.custom { _ in session.animator })
        LinkRoute("/f")
          .view("F")
          .animator(.refresh { screen, _ in session.count == 0 ? screen : screen })
        LinkRoute.group("/g") {
          LinkRoute("h")
            .view("H")
            .guarded { _ in session.decide() }
        }
        .guarded { _ in session.decide() }
        LinkRoute.shell("s", path: "/s") {
          LinkRoute("t", name: "t").view("T")
        }
        .guarded { _ in session.decide() }
      }
    }
    let lines = [1, 4, 7, 10, 13, 16, 22, 20, 26].map { "\(#fileID):\(start + $0):" }
    #expect(log.all.count == lines.count)
    for (text, line) in zip(log.all, lines) { #expect(text.hasPrefix(line)) }
  }
}

private func free(_ state: RouteState) -> Screen? { Screen("Free") }

/// State of the main actor.
@MainActor private final class Session {
  private(set) var count = 0
  let animator = Animator.push

  nonisolated init() {}

  func note() { count += 1 }

  func decide() -> Decision {
    note()
    return .proceed
  }
}

/// Ways to make an application on the main actor.
@MainActor private final class Screens {
  static let session = Session()

  let application: LinkRouter

  init() throws {
    application = try LinkRouter {
      LinkRoute("/").redirect { _ in Self.session.decide() }
    }
  }

  static func application() throws -> LinkRouter {
    try LinkRouter {
      LinkRoute("/").redirect { _ in session.decide() }
    }
  }

  static func inTask() async throws -> LinkRouter {
    try await Task {
      try LinkRouter {
        LinkRoute("/").redirect { _ in session.decide() }
      }
    }
    .value
  }

  static func inClosure() throws -> LinkRouter? {
    try [1]
      .map { _ in
        try LinkRouter {
          LinkRoute("/").redirect { _ in session.decide() }
        }
      }
      .first
  }

  static func nonsending() async throws -> LinkRouter { try await make() }

  nonisolated(nonsending) private static func make() async throws -> LinkRouter {
    try LinkRouter {
      LinkRoute("/").redirect { _ in .proceed }
    }
  }

  static func inGroup() async throws -> LinkRouter? {
    try await withThrowingTaskGroup(of: LinkRouter.self) { group in
      group.addTask {
        try LinkRouter {
          LinkRoute("/").redirect { _ in .proceed }
        }
      }
      return try await group.next()
    }
  }

  static func inAsyncLet() async throws -> LinkRouter {
    async let application = LinkRouter {
      LinkRoute("/").redirect { _ in .proceed }
    }
    return try await application
  }

  static func apart() throws -> LinkRouter {
    try LinkRouter(isolation: nil) {
      LinkRoute("/").redirect(decide)
    }
  }

  static func inApplication() async throws -> LinkRouter {
    try await application()
      .perform { application in
        try LinkRouter {
          LinkRoute("/").redirect { _ in application.isClosed ? .stop() : .proceed }
        }
      }
  }
}

private func decide(_ state: RouteState) -> Decision { .proceed }

private func plain() throws -> LinkRouter {
  try LinkRouter {
    LinkRoute("/").redirect { _ in .proceed }
  }
}

@concurrent private func concurrent() async throws -> LinkRouter {
  try LinkRouter {
    LinkRoute("/").redirect { _ in .proceed }
  }
}

/// An actor with an executor of its own.
private actor Till {
  private let executor = CountingExecutor()
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func application() throws -> LinkRouter {
    try LinkRouter {
      LinkRoute("/")
        .redirect { _ in
          self.count += 1
          return .proceed
        }
    }
  }
}

@globalActor private actor Kitchen {
  static let shared = Kitchen()
}

@Kitchen private var meals = 0

@Kitchen private func cook() throws -> LinkRouter {
  try LinkRouter {
    LinkRoute("/")
      .redirect { _ in
        meals += 1
        return .proceed
      }
  }
}

/// An actor that makes an application in its initializers.
private actor Waiter {
  let application: LinkRouter

  init() throws {
    application = try LinkRouter {
      LinkRoute("/").redirect { _ in .proceed }
    }
  }

  init(late: Bool) async throws {
    await Task.yield()
    application = try LinkRouter {
      LinkRoute("/").redirect { _ in .proceed }
    }
  }
}

private struct Shelf {
  let application = try? LinkRouter {
    LinkRoute("/").redirect { _ in .proceed }
  }
}

/// Applications in initial values of properties on the main actor.
@MainActor private final class Window {
  static let common = try? LinkRouter {
    LinkRoute("/").redirect { _ in .proceed }
  }

  let application = try? LinkRouter {
    LinkRoute("/").redirect { _ in .proceed }
  }
  lazy var late = try? LinkRouter {
    LinkRoute("/").redirect { _ in .proceed }
  }
  let made = try? Screens.application()
  let main = try? LinkRouter.onMainActor {
    LinkRoute("/").redirect { _ in Screens.session.decide() }
  }
  let named = try? LinkRouter(isolation: MainActor.shared) { @MainActor in
    LinkRoute("/").redirect { _ in Screens.session.decide() }
  }
}
