package import MessageStream
import Moonroute
import ScriptAnalysis
import ScriptHost

/// A language server for applications' scripts: it knows the names of routes and reports problems.
///
/// One server handles several applications: each file belongs to the nearest folder above it with a
/// `main.lua`. Open texts override the files on disk.
package actor EditorServer {
  struct Client {
    var encoding = PositionEncoding.utf16
    var hasSnippets = false
    var hasDocumentChanges = false
    var watchesFiles = false
    var scope = Completion.Scope.router
    var refreshesLenses = false
    /// The version that lenses compare the routes with; none by default.
    var comparedVersion: String?
  }

  enum Phase {
    case fresh, running, shutDown
    case ended(status: Int32)
  }

  /// Runs a spec, given its application's folder, its file and its full name; returns the output.
  package typealias SpecRunner =
    @Sendable (_ folder: String, _ file: String, _ name: String) async -> String

  /// Compares an application with another version, given its folder and the open texts; returns the
  /// differences of the routes in a few words, by their names or patterns.
  package typealias Comparison =
    @Sendable (_ folder: String, _ texts: [String: [UInt8]], _ version: String) async throws
    -> [String: String]

  private let send: @Sendable (JSON) -> Void
  private let clock: any Clock<Duration>
  private let pause: Duration
  let runSpec: SpecRunner?
  let compare: Comparison?
  var client = Client()
  private(set) var phase = Phase.fresh
  /// The open texts by URI.
  var documents: [String: TextDocument] = [:]
  var applications: [String: EditedApplication] = [:]
  private var lastRequest = 0
  private var pendingCount = 0
  private var settling: [CheckedContinuation<Void, Never>] = []

  package init(
    clock: any Clock<Duration> = ContinuousClock(),
    pause: Duration = .milliseconds(150),
    runSpec: SpecRunner? = nil,
    compare: Comparison? = nil,
    send: @escaping @Sendable (JSON) -> Void
  ) {
    self.clock = clock
    self.pause = pause
    self.runSpec = runSpec
    self.compare = compare
    self.send = send
  }

  /// Serves an editor until it disconnects; returns 0 after `shutdown` and `exit`, otherwise 1.
  package static func serve(
    _ connection: MessageConnection,
    runSpec: SpecRunner?,
    compare: Comparison?
  ) async -> Int32 {
    let server = EditorServer(runSpec: runSpec, compare: compare) { connection.send($0) }
    while true {
      switch await connection.next() {
      case .message(let message): await server.receive(message)
      case .malformed(let why): await server.refuse(why)
      case .end:
        await connection.finish()
        return 1
      }
      if case .ended(let status) = await server.phase {
        await connection.finish()
        return status
      }
    }
  }

  // MARK: Messages

  /// Handles a message from the editor; an invalid message gets an error and changes nothing.
  package func receive(_ message: JSON) {
    guard case .object = message else {
      return answer(.null, .invalidRequest("A message must be an object."))
    }
    let id = message["id"]
    guard let method = message["method"].text else {
      // A response to a request of the server, which is ignored.
      if message["result"] != .null || message["error"] != .null || id != .null { return }
      return answer(.null, .invalidRequest("A message must have a 'method'."))
    }
    switch id {
    case .null: notify(method, message["params"])
    case .text, .integer: begin(id, method, message["params"])
    default: answer(.null, .invalidRequest("An 'id' must be a whole number or text."))
    }
  }

  /// Responds to a message with invalid JSON.
  func refuse(_ why: String) { answer(.null, Refusal(status: -32700, message: why)) }

  private func begin(_ id: JSON, _ method: String, _ params: JSON) {
    switch (phase, method) {
    case (.fresh, "initialize"):
      phase = .running
      answer(id, initialize(params))
    case (.fresh, _): answer(id, .notInitialized)
    case (.running, "initialize"): answer(id, .invalidRequest("The server is already running."))
    case (.running, "shutdown"):
      phase = .shutDown
      answer(id, .null)
    case (.running, _):
      if let slow = slowRequest(method, params) {
        Task { await self.finish(id, slow) }
        return
      }
      do throws(Refusal) {
        answer(id, try handle(method, params))
      } catch {
        answer(id, error)
      }
    default: answer(id, .invalidRequest("The server has shut down."))
    }
  }

  private func finish(
    _ id: JSON,
    _ work: @Sendable (isolated EditorServer) async throws(Refusal) -> JSON
  ) async {
    do throws(Refusal) {
      answer(id, try await work(self))
    } catch {
      answer(id, error)
    }
  }

  private func notify(_ method: String, _ params: JSON) {
    if method == "exit" {
      if case .shutDown = phase { phase = .ended(status: 0) } else { phase = .ended(status: 1) }
      return
    }
    guard case .running = phase else { return }
    switch method {
    case "initialized": watchFiles()
    case "textDocument/didOpen": open(params["textDocument"])
    case "textDocument/didChange": change(params)
    case "textDocument/didClose": close(params)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles":
      findFolders()
      checkAll()
    case "workspace/didChangeConfiguration": configure(params["settings"]["moonroute"])
    default: break
    }
  }

  private func answer(_ id: JSON, _ result: JSON) {
    send(.fields(("jsonrpc", .text("2.0")), ("id", id), ("result", result)))
  }

  private func answer(_ id: JSON, _ refusal: Refusal) {
    send(.fields(("jsonrpc", .text("2.0")), ("id", id), ("error", refusal.json)))
  }

  func tell(_ method: String, _ params: JSON) {
    send(.fields(("jsonrpc", .text("2.0")), ("method", .text(method)), ("params", params)))
  }

  /// Sends a request to the editor and ignores the response.
  func ask(_ method: String, _ params: JSON) {
    lastRequest += 1
    send(
      .fields(
        ("jsonrpc", .text("2.0")),
        ("id", .text("moonroute-\(lastRequest)")),
        ("method", .text(method)),
        ("params", params)
      )
    )
  }

  // MARK: Scheduling

  /// Loads an application after a pause without changes.
  func checkSoon(_ folder: String) {
    applications[folder]?.changeCount += 1
    guard let count = applications[folder]?.changeCount else { return }
    pendingCount += 1
    let (clock, pause) = (clock, pause)
    Task {
      try? await clock.sleep(for: pause)
      await self.check(folder, ifStill: count)
    }
  }

  private func check(_ folder: String, ifStill count: Int) async {
    if applications[folder]?.changeCount == count { await check(folder) }
    pendingCount -= 1
    guard pendingCount == 0 else { return }
    for continuation in settling { continuation.resume() }
    settling = []
  }

  /// Waits until no load is scheduled, for tests.
  func settle() async {
    guard pendingCount > 0 else { return }
    await withCheckedContinuation { settling.append($0) }
  }
}
