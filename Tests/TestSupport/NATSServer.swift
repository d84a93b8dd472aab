#if NATS
import Foundation
import Synchronization

/// A server of NATS with JetStream for tests, which can be killed and started again.
package final class NATSServer: Sendable {
  /// The server that tests share.
  package static let shared = Task { try await NATSServer() }

  package let port: Int
  private let folder: URL
  private let more: [String]
  private let process = Mutex<Process?>(nil)

  /// Starts a server.
  package init(_ more: [String] = []) async throws {
    self.more = more
    folder = FileManager.default.temporaryDirectory.appending(path: "moonroute-nats-\(UUID())")
    port = OwnPort.next()
    try await start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  package var address: String { "nats://127.0.0.1:\(port)" }

  /// Starts the server and waits until it is ready.
  package func start() async throws {
    let (server, errors) = (Process(), Pipe())
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments =
      [
        "nats-server", "--addr", "127.0.0.1", "--port", "\(port)", "--jetstream", "--store_dir",
        folder.path,
      ] + more
    server.standardError = errors
    try server.run()
    process.withLock { $0 = server }
    let reading = errors.fileHandleForReading
    try await onOwnThread {
      var log = Data()
      while !String(decoding: log, as: UTF8.self).contains("Server is ready") {
        let part = reading.availableData
        guard !part.isEmpty else { throw Failure(log: String(decoding: log, as: UTF8.self)) }
        log += part
      }
    }
    // A full pipe would block the server.
    reading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
  }

  struct Failure: Error { let log: String }

  /// Ends the server as `kill -9` does, and waits for its end.
  package func kill() {
    guard let server = process.withLock({ $0.take() }) else { return }
    Foundation.kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
  }
}
#endif
