#if Command
import ArgumentParser
import Dispatch
import EditorServer
import Foundation
import MessageStream
import TextTools

struct LspCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serves an editor over the Language Server Protocol.",
    discussion: """
      Reads and writes messages on the standard streams; the editor starts it. Each file belongs \
      to the nearest folder above it that has a main.lua. The option "lua" of \
      initializationOptions is "router", or "full" to include locals and globals. See moonroute \
      help editors for the setup.
      """
  )

  // Editor libraries add this option by themselves.
  @Flag(help: .hidden)
  var stdio = false

  func perform() async throws {
    let connection: MessageConnection
    do throws(MessageError) {
      connection = try .standard()
    } catch {
      Console.say(error)
      throw ExitStatus.internalError
    }
    let status = await EditorServer.serve(connection) { folder, file, name in
      await Self.runSpec(folder, file, name)
    }
    Console.say(connection.problem)
    if status != 0 { throw ExitStatus.no }
  }

  private static func runSpec(_ folder: String, _ file: String, _ name: String) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global()
        .async {
          let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
          let arguments = ["test", "\(folder)/\(file)", "--name=\(name)"]
          let run = try? ChildProcess.run(program, arguments)
          let text =
            switch run {
            case nil: "The spec could not be run."
            case let run? where run.output.isEmpty: "The spec is not in its file. Save the file."
            case let run?: String(decoding: run.output, as: UTF8.self).printed(as: .lines)
            }
          continuation.resume(returning: text)
        }
    }
  }
}
#endif
