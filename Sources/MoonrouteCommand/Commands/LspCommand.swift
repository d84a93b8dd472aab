#if Command
import ArgumentParser
import Dispatch
import EditorServer
import MessageStream
import RuleProof
import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct LspCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serves an editor over the Language Server Protocol.",
    discussion: """
      Reads and writes messages on the standard streams; the editor starts it. Each file belongs \
      to the nearest folder above it that has a main.lua. The option "lua" of \
      initializationOptions is "router", or "full" to include locals and globals. "diff" is a commit, \
      a folder or a bundle: routes that differ from it have a lens that says how, as moonroute diff \
      does. See moonroute help editors for the setup.
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
    let status = await EditorServer.serve(
      connection,
      runSpec: { folder, file, name in await Self.runSpec(folder, file, name) },
      compare: { folder, texts, version in
        try await Self.differences(of: folder, texts, since: version)
      }
    )
    Console.say(connection.problem)
    if status != 0 { throw ExitStatus.no }
  }

  /// The differences of the routes from another version, with the editor's texts instead of the
  /// files.
  private static func differences(
    of folder: String,
    _ texts: [String: [UInt8]],
    since version: String
  ) async throws -> [String: String] {
    let reader = SideReader(folder)
    let (before, current) = (try reader.read(version), try reader.current().side)
    let files = current.files.merging(texts) { _, text in text }
    let diff = try await RuleDiff(
      from: before.side,
      to: DiffSide(current.name, files: files),
      makingHosts: { source in { try HeadlessScripts(source).silentHost(in: $0) } }
    )
    guard diff.files == nil else { throw ValidationError("a version does not load") }
    return diff.routeSummaries
  }

  private static func runSpec(_ folder: String, _ file: String, _ name: String) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global()
        .async {
          let arguments = ["test", "\(folder)/\(file)", "--name=\(name)"]
          let run = try? ChildProcess.run(ChildProcess.ownProgram, arguments)
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
