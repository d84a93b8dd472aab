#if NATS
import Foundation
import Synchronization

/// A server of NATS with JetStream for tests, which can be killed and started again.
package final class NATSServer: Sendable {
  /// The server that tests share.
  package static let shared = Task { try await NATSServer() }

  /// The version of the servers: `2.9.10`.
  package static var version: String {
    get throws {
      let words = try ProgramRun(tool: "nats-server", ["--version"]).output.split(separator: "v")
      return (words.last ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  package let port: Int
  private let folder: URL
  private let options: [String]
  private let readyText: String
  private let limit: Duration
  private let running = Mutex<(process: Process, input: FileHandle)?>(nil)

  /// Runs the server, and ends it with the input: a line ends the server, and the end of this process
  /// also removes the folder.
  private static let script = """
    exec 3<&0
    folder=$1
    shift
    { read -r line <&3 || gone=yes; kill -9 $$; test -z "$gone" || rm -rf "$folder"; } \
      >/dev/null 2>&1 &
    exec nats-server --store_dir "$folder" "$@" 3<&- </dev/null >/dev/null
    """

  /// Starts a server, which is ready when its log has a text.
  package init(
    _ options: [String] = [],
    hasJetStream: Bool = true,
    readyText: String = "Server is ready",
    limit: Duration = .seconds(120)
  ) async throws {
    self.options = hasJetStream ? ["--jetstream"] + options : options
    (self.readyText, self.limit) = (readyText, limit)
    folder = FileManager.default.temporaryDirectory.appending(path: "moonroute-nats-\(UUID())")
    port = OwnPort.next()
    try await start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts three servers that keep the same data.
  ///
  /// Old servers sometimes close their routes to each other and find no leader. Then three new ones
  /// are started.
  package static func cluster() async throws -> [NATSServer] {
    for _ in 1...2 {
      if let servers = try? await newCluster() { return servers }
    }
    return try await newCluster()
  }

  private static func newCluster() async throws -> [NATSServer] {
    let ports = (0..<3).map { _ in OwnPort.next() }
    let routes = ports.map { "nats://127.0.0.1:\($0)" }
    return try await withThrowingTaskGroup(of: NATSServer.self) { group in
      for (number, route) in routes.enumerated() {
        group.addTask {
          try await NATSServer(
            [
              "--name", "n\(number)", "--cluster_name", "test", "--cluster", route, "--routes",
              routes.joined(separator: ","),
            ],
            readyText: "metadata leader",
            limit: .seconds(30)
          )
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  package var address: String { "nats://127.0.0.1:\(port)" }

  /// Starts the server and waits until it is ready.
  package func start() async throws {
    let (server, input, errors) = (Process(), Pipe(), Pipe())
    server.executableURL = URL(fileURLWithPath: "/bin/sh")
    server.arguments =
      [
        "-c", Self.script, "sh", folder.path, "--addr", "127.0.0.1", "--port", "\(port)",
      ] + options
    server.standardInput = input
    server.standardError = errors
    try server.run()
    running.withLock { $0 = (server, input.fileHandleForWriting) }
    let reading = errors.fileHandleForReading
    // A server that is never ready would block the thread forever.
    let watch = Task {
      try await Task.sleep(for: limit)
      kill()
    }
    defer { watch.cancel() }
    try await onOwnThread { [readyText] in
      var log = Data()
      while !String(decoding: log, as: UTF8.self).contains(readyText) {
        let part = reading.availableData
        guard !part.isEmpty else { throw Failure(log: String(decoding: log, as: UTF8.self)) }
        log += part
      }
    }
    // A full pipe would block the server.
    readOnOwnThread(reading) { _ in }
  }

  struct Failure: Error { let log: String }

  /// Ends the server as `kill -9` does, and waits for its end.
  package func kill() {
    guard let server = running.withLock({ $0.take() }) else { return }
    try? server.input.write(contentsOf: Data("\n".utf8))
    try? server.input.close()
    server.process.waitUntilExit()
  }
}
#endif
