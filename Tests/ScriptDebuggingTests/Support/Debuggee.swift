import Dispatch
import Foundation
import MessageStream
import Moonroute
import ScriptHost
import TestSupport

@testable import ScriptDebugging

/// Runs the jobs of one application on a separate thread that may be stopped: task threads are few,
/// and all tests need them.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "application")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Provides the executor of an application.
private actor QueueOwner {
  nonisolated let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

enum Debuggee {
  /// A host on a separate thread, where waits of up to a second end immediately.
  static func host(
    _ source: ScriptSource,
    computing: Duration = .milliseconds(250)
  ) throws -> ScriptHost {
    try ScriptHost(
      source,
      in: try LinkRouter(isolation: QueueOwner(), options: RouterOptions(clock: StillClock())),
      options: ScriptOptions(computingTime: computing)
    )
  }

  /// Attaches a client to a program with loaded scripts, and detaches it at the end.
  static func attached<Answer>(
    to scripts: [String: String],
    _ body: (DebugClient, ScriptHost) async throws -> Answer
  ) async throws -> Answer {
    let host = try host(.texts(scripts))
    try await host.load()
    return try await attached(host) { client in try await body(client, host) }
  }

  /// Attaches a client to a program, and detaches it at the end.
  static func attached<Answer>(
    _ host: ScriptHost,
    _ body: (DebugClient) async throws -> Answer
  ) async throws -> Answer {
    let server = try DebugServer(for: host, at: .port(0))
    defer { server.close() }
    let client = DebugClient(over: try MessageAddress(server.address).connect())
    defer { client.vanish() }
    try await client.begin("attach", ("token", .text(server.token ?? "")))
    return try await body(client)
  }

  static func pair() throws -> (adapter: MessageConnection, editor: MessageConnection) {
    let listener = try MessageListener(at: .port(0))
    defer { listener.close() }
    let editor = try listener.address.connect()
    guard let adapter = listener.accept() else { throw DebugClient.Over() }
    return (adapter, editor)
  }

  /// Launches the scripts in a temporary folder.
  static func launched<Answer>(
    _ scripts: [String: String],
    _ body: (DebugClient, ScriptFolder, DebugSession) async throws -> Answer
  ) async throws -> Answer {
    let folder = try ScriptFolder(scripts)
    defer { folder.remove() }
    let (adapter, editor) = try pair()
    let session = DebugSession(
      over: adapter,
      debugging: LaunchedApplication(app: folder.path, links: []) { app in
        try host(try ScriptSource.at(app))
      }
    )
    session.start()
    let client = DebugClient(over: editor)
    defer { client.vanish() }
    return try await body(client, folder, session)
  }
}

struct ScriptFolder {
  let path: String

  init(_ scripts: [String: String]) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "moonroute-debug-\(UUID().uuidString)")
    path = folder.path
    for (name, text) in scripts { try write(text, to: name) }
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

enum Scripts {
  /// An action that calls a function, after a guard that waits.
  static let add = """
    local function total(a, b)
      local sum = a + b
      return sum
    end

    router.route { name = "add", path = "/add/:a<int>/:b<int>", action = function(state)
      local a, b = state.params.a, state.params.b
      local result = total(a, b)
      log.info("sum", result)
      return result
    end }
    router.guard("add", function(state)
      local before = 1
      sleep(0.01)
      local after = before + 1
      return after == 2
    end)
    """
}
