#if Inspector
import Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import Synchronization

/// An inspected application without a server.
struct Inspected {
  let application: LinkRouter
  let host: ScriptHost?
  let subject: InspectedApplication
  let service: InspectorService

  /// Loads scripts and starts recording.
  init(
    _ files: [String: String],
    limits: Timeline.Limits = Timeline.Limits(),
    settings: InspectorService.Settings = InspectorService.Settings(),
    loads: Bool = true,
    watchesLoading: Bool = false,
    pause: @escaping @Sendable () async -> Void = {}
  ) async throws {
    try await self.init(
      .texts(files),
      limits: limits,
      settings: settings,
      loads: loads,
      watchesLoading: watchesLoading,
      pause: pause
    )
  }

  /// Loads scripts from a source.
  init(
    _ source: ScriptSource,
    limits: Timeline.Limits = Timeline.Limits(),
    settings: InspectorService.Settings = InspectorService.Settings(),
    loads: Bool = true,
    watchesLoading: Bool = false,
    pause: @escaping @Sendable () async -> Void = {}
  ) async throws {
    let host = try ScriptHost(source, options: ScriptOptions(runsHeadless: true))
    if loads, !watchesLoading { try await host.load() }
    self.host = host
    application = host.router
    let timeline = Timeline(limits: limits, now: { .milliseconds(5) })
    subject = InspectedApplication(host.router, host: host, timeline: timeline)
    service = InspectorService(subject, settings: settings, pause: pause)
    await subject.begin()
    if watchesLoading { try await service.reload() }
  }

  /// Loads scripts that wait on a controllable clock.
  init(
    _ files: [String: String],
    clock: LiveClock,
    advanceTime: Duration = .seconds(5)
  ) async throws {
    let owner = MainActor.shared
    let host = try ScriptHost(
      .texts(files),
      in: try LinkRouter(isolation: owner, options: RouterOptions(clock: clock)),
      options: ScriptOptions(runsHeadless: true)
    )
    try await host.load()
    (self.host, application) = (host, host.router)
    subject = InspectedApplication(
      host.router,
      host: host,
      clock: clock,
      advanceTime: advanceTime
    )
    service = InspectorService(subject) {}
    await subject.begin()
  }

  /// Records an application without scripts.
  init(_ application: LinkRouter) async {
    (self.application, host) = (application, nil)
    subject = InspectedApplication(application)
    service = InspectorService(subject) {}
    await subject.begin()
  }

  /// Uses the inspector of a program.
  init(_ inspector: Inspector) {
    (subject, service) = (inspector.service.inspected, inspector.service)
    (application, host) = (subject.application, subject.host)
  }

  /// Sends a GET request below `/api/v1/`.
  func get(_ path: String, _ query: [String: String] = [:]) async -> Reply {
    await reply(to: ServerRequest(.get, InspectorService.root + path, query: query))
  }

  /// Sends a POST request.
  func post(_ path: String, _ body: String = "{}") async -> Reply {
    await reply(to: ServerRequest(.post, InspectorService.root + path, body: Array(body.utf8)))
  }

  struct Reply {
    let status: Int
    let json: JSON

    /// The message of a refusal.
    var message: String? { json["error"]["message"].text }
    /// The code of a refusal.
    var code: String? { json["error"]["code"].text }
  }

  private func reply(to request: ServerRequest) async -> Reply {
    switch await service.answer(request) {
    case .content(let content):
      let json = try? JSONParser.parse(content.bytes)
      return Reply(status: content.status, json: json ?? .text("no JSON"))
    case .events: return Reply(status: 200, json: .text("a stream"))
    }
  }

  /// The rows of the timeline.
  func rows(after number: Int = 0) async -> [JSON] {
    await get("timeline", ["after": String(number)]).json["rows"].items
  }

  /// The texts of the rows of a kind.
  func texts(_ kind: String) async -> [String] {
    await rows().filter { $0.items[1].text == kind }.map { $0.items[4]["text"].text ?? "" }
  }

  /// The screen of a route on the stage, in wire format.
  func screen(_ name: String) async -> JSON {
    Self.screen(name, in: await get("stage").json["stage"]) ?? .null
  }

  private static func screen(_ name: String, in node: JSON) -> JSON? {
    if node["kind"] == .text("screen"), node["name"] == .text(name) { return node }
    let inner = node["children"].items + [node["presented"]["node"]]
    return inner.lazy.compactMap { screen(name, in: $0) }.first
  }

  /// Starts a stream, with the events that a client has to ask for.
  func stream(after id: String? = nil, with events: String? = nil) async -> StreamClient {
    let request = ServerRequest(
      .get,
      InspectorService.root + "stream",
      query: events.map { ["events": $0] } ?? [:],
      lastEventID: id
    )
    guard case .events(let events) = await service.answer(request) else {
      return StreamClient(ServerEvents())
    }
    return StreamClient(events)
  }
}

final class StreamClient {
  let events: ServerEvents
  private var waiting: [ServerEvents.Event] = []

  init(_ events: ServerEvents) { self.events = events }

  /// The next event with a type; earlier events are dropped.
  func next(_ type: String) async -> JSON {
    while true {
      let event = await next()
      if event.type == type { return (try? JSON(reading: event.data)) ?? .null }
    }
  }

  func next() async -> ServerEvents.Event {
    while waiting.isEmpty {
      waiting = events.take()
      guard waiting.isEmpty else { break }
      await withCheckedContinuation { continuation in
        let once = Once(continuation)
        events.whenReady { once.resume() }
      }
    }
    return waiting.removeFirst()
  }
}

/// Resumes a continuation once.
private final class Once: Sendable {
  private let continuation: CheckedContinuation<Void, Never>
  private let isResumed = Atomic(false)

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

  func resume() {
    if !isResumed.exchange(true, ordering: .relaxed) { continuation.resume() }
  }
}

/// Pauses that a test ends explicitly.
final class Pauses: Sendable {
  private struct State {
    var waiting: [CheckedContinuation<Void, Never>] = []
    var began: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func pause() async {
    await withCheckedContinuation { continuation in
      let began = state.withLock { state in
        state.waiting.append(continuation)
        defer { state.began = [] }
        return state.began
      }
      for continuation in began { continuation.resume() }
    }
  }

  /// Waits for a pause and ends it.
  func end() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.waiting.isEmpty { state.began.append(continuation) }
        return !state.waiting.isEmpty
      }
      if isThere { continuation.resume() }
    }
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
#endif
