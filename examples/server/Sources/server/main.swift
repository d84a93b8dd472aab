import Dispatch
import Foundation
import LinkServer
import Logging

// `swift run server Rules 8080` answers, for example,
// `curl '127.0.0.1:8080/v1/resolve?link=/p/7'`, until it receives SIGTERM.
let arguments = CommandLine.arguments.dropFirst()
let logger = Logger(label: "links")
let port = arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
signal(SIGTERM, SIG_IGN)
let (signals, ended) = AsyncStream.makeStream(of: Void.self)
let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
source.setEventHandler { @Sendable in ended.finish() }
source.resume()
let service = try await LinkServer.start(
  rules: arguments.first ?? "Rules",
  port: port,
  logger: logger
)
logger.info("listening on port \(service.port)")
for await _ in signals {}
await service.drain()
