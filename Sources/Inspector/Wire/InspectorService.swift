#if Inspector
package import LoopbackServer
package import MessageStream
package import Moonroute
import Rehearsal
package import RuleProof
import ScriptHost
import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Answers wire requests about one inspected application.
package final class InspectorService: Sendable {
  /// The prefix of every path.
  package static let root = "/api/v1/"

  /// The version of the wire format; clients of other versions cannot read it.
  static let version = 1

  /// The paths that do not wait for the first load.
  private static let earlyPaths: Set<String> = ["hello", "stream"]

  /// The POST paths without side effects, which a read-only server also answers.
  package static let readOnlyPosts: Set<String> = [root + "match"]

  package struct Settings: Sendable {
    /// The server, such as `moonroute 0.1.0`.
    package var server = "moonroute"
    package var application = "application"
    /// The application's folder, for opening places in an editor.
    package var folder: String?
    /// The editor, such as `vscode`.
    package var editor: String?
    /// Whether the application has a user interface of its own.
    package var isAttached = false
    /// Whether the server refuses all changes.
    package var isReadOnly = false
    /// Whether the first page opens the first screen.
    package var opensStart = false
    /// Whether the scripts are still to be loaded.
    package var awaitsScripts = false
    /// The time that a request waits for the first load.
    package var loadTime = Duration.seconds(10)
    /// Reads a commit of the application; `nil` if the server starts no program.
    package var readCommit: (@Sendable (String) throws -> DiffSide)?
    /// Makes hosts of other versions of the scripts.
    package var makeHosts: RuleDiff.MakeHosts?
    /// Takes pictures of the screens of an attached program.
    package var picture: (@Sendable (Screen) async -> Data?)?
    /// Whether a served application accepts Lua input; an attached application never does.
    package var offersConsole = false

    package init() {}
  }

  package let settings: Settings

  /// The record of all successive inspected applications.
  package let timeline: Timeline

  package let stream: InspectorStream

  let looks = ServedLooks()

  let survey = RouteSurveys()

  let checks = ServedChecks()

  let firstLoad: FirstLoad

  let work = RehearsalWork()

  let versions = ScriptVersions()

  /// Whether a page has been allowed to open the first screen.
  private let hasStarted = Atomic(false)

  /// Serializes reloads and returns to earlier rows: each of them replaces the active scripts.
  let jobs = JobQueue()

  private let current: Mutex<InspectedApplication>
  private let gets: [String: WireHandler]
  private let posts: [String: WireHandler]

  package init(
    _ inspected: InspectedApplication,
    settings: Settings = Settings(),
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(50)) }
  ) {
    self.settings = settings
    firstLoad = FirstLoad(isAwaited: settings.awaitsScripts)
    timeline = inspected.timeline
    current = Mutex(inspected)
    let handlers =
      Self.worldHandlers + Self.routeHandlers + Self.graphHandlers + Self.actHandlers
      + Self.storeHandlers + Self.rehearsalHandlers + Self.journalHandlers + Self.lookHandlers
      + Self.galleryHandlers + Self.differenceHandlers
    gets = Dictionary(handlers.filter { $0.method == .get }.map { ($0.path, $0) }) { $1 }
    posts = Dictionary(handlers.filter { $0.method == .post }.map { ($0.path, $0) }) { $1 }
    stream = InspectorStream(timeline, pause: pause)
    stream.describeWorld { [weak self] in self?.worldText ?? ("{}", "{}") }
    stream.describeOpens { [weak self] in self?.inspected.opens.liveOpens ?? LiveOpens() }
    timeline.onChange { [weak stream] in stream?.wake() }
    followReloads()
  }

  package var inspected: InspectedApplication { current.withLock { $0 } }

  /// Replaces the inspected application; the new one already records in ``timeline``.
  package func adopt(_ inspected: InspectedApplication) {
    current.withLock { $0 = inspected }
    followReloads()
    timeline.announce()
  }

  /// The features of this server, as `hello` lists them.
  package var features: [String] {
    let all = Array(gets.values) + Array(posts.values)
    var own = Set(all.filter(isThere).compactMap(\.feature))
    if inspected.makeHost != nil { own.insert("dry") }
    if canReturn { own.insert("return") }
    return own.sorted()
  }

  /// An application with a user interface cannot be replaced.
  var canReturn: Bool { inspected.makeHost != nil && !settings.isAttached }

  /// The location of the first screen if a page is to open it: only before any act.
  var start: String? {
    let inspected = inspected
    guard settings.opensStart, !settings.isAttached, !settings.isReadOnly,
      !hasStarted.load(ordering: .relaxed), inspected.recording.entries.isEmpty
    else { return nil }
    return inspected.application.directory.index.startLocation
  }

  /// Refuses a first act after another act, so that one of several pages opens the first screen.
  func claimFirstAct() throws(Refusal) {
    let isFirst = inspected.recording.entries.isEmpty
    guard isFirst, !hasStarted.exchange(true, ordering: .relaxed) else {
      throw Refusal(
        status: 409,
        code: "already_there",
        message: "This is not the first act. Leave out 'first'."
      )
    }
  }

  /// Closes the streams and cancels the work in rehearsals.
  func close() {
    stream.close()
    work.close()
  }

  func canDo(_ act: Act) -> Bool { posts[act.post].map(isThere) ?? false }

  private func isThere(_ handler: WireHandler) -> Bool {
    switch handler.need {
    case .nothing: true
    case .scripts: inspected.host != nil
    case .clock: inspected.clock != nil
    case .console:
      settings.offersConsole && !settings.isReadOnly && !settings.isAttached
        && inspected.host != nil
    case .rehearsals: inspected.makeHost != nil
    case .journeys: inspected.makeHost != nil && inspected.host?.folder != nil
    case .looks: !settings.isAttached && inspected.host?.folder != nil
    case .screenPictures: settings.picture != nil
    }
  }

  package func answer(_ request: ServerRequest) async -> ServerAnswer {
    do {
      switch try await reply(to: request) {
      case .json(let json): return .content(.json(json.line))
      case .text(let text): return .content(.json(text))
      case .events(let events): return .events(events)
      }
    } catch {
      let refusal = Self.refusal(error)
      var content = ServerContent.json(refusal.json.line, status: refusal.status)
      if refusal.status == Refusal.loading.status { content.headers = [("Retry-After", "1")] }
      return .content(content)
    }
  }

  package static func refusal(_ error: any Error) -> Refusal {
    switch error {
    case let error as Refusal: error
    case let error as RouterError: Refusal(error)
    case let problems as ScriptProblems: Refusal(problems)
    default: Refusal(422, .hostError, "\(error)")
    }
  }

  private func reply(to request: ServerRequest) async throws -> WireAnswer {
    guard request.path.hasPrefix(Self.root) else { throw Self.noPath(request.path) }
    let path = String(request.path.dropFirst(Self.root.count))
    let (handler, rest) = try handler(of: request.method, path)
    if !Self.earlyPaths.contains(handler.path) {
      guard await firstLoad.isOver(within: settings.loadTime) else { throw Refusal.loading }
    }
    guard isThere(handler) else {
      switch handler.need {
      case .rehearsals: throw Refusal.noRehearsals
      case .console: throw Refusal.lacks("console", "Use 'moonroute serve --console'.")
      default:
        throw Refusal.lacks(handler.feature ?? path, "'hello' lists its features.")
      }
    }
    if request.method == .post, settings.isReadOnly, !Self.readOnlyPosts.contains(request.path) {
      throw Refusal(403, .denied, "This server is read-only. Start it with --control.")
    }
    return try await handler.answer(self, WireRequest(server: request, rest: rest))
  }

  private func handler(
    of method: ServerRequest.Method,
    _ path: String
  ) throws(Refusal) -> (WireHandler, rest: String) {
    let (known, others) = method == .get ? (gets, posts) : (posts, gets)
    if let handler = known[path] { return (handler, "") }
    if let slash = path.firstIndex(of: "/") {
      let head = String(path[...slash])
      if let handler = known[head] { return (handler, String(path[path.index(after: slash)...])) }
    }
    if others[path] != nil {
      let right = method == .get ? "POST" : "GET"
      throw Refusal(404, .notFound, "'\(path)' requires \(right).")
    }
    throw Self.noPath(path)
  }

  private static func noPath(_ path: String) -> Refusal {
    .notFound("There is nothing at '\(path.prefix(200))'.")
  }
}

extension ServerContent {
  fileprivate static func json(_ text: String, status: Int = 200) -> ServerContent {
    ServerContent(status, type: "application/json", Array(text.utf8))
  }
}
#endif
