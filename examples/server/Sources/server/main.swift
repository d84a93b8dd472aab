import LinkServer
import Logging

// `swift run server Rules 8080` answers, for example, `curl '127.0.0.1:8080/resolve?link=/p/7'`.
let arguments = CommandLine.arguments.dropFirst()
let logger = Logger(label: "links")
let resolver = try await LinkResolver(rules: arguments.first ?? "Rules", logger: logger)
let port = arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
try await LinkServer(resolver).run(port: port) { logger.info("listening on port \($0)") }
