#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptReports
import Synchronization

/// The log lines of a Lua text, collected while it runs.
final class PrintedLines: Sendable {
  private static let limit = 200

  private let entries = Mutex<[LogEntry]>([])

  var all: [LogEntry] { entries.withLock { $0 } }

  /// Adds a line, unless the limit is reached; the timeline still records it.
  func add(_ entry: LogEntry) {
    entries.withLock { entries in
      if entries.count < Self.limit { entries.append(entry) }
    }
  }
}

/// The result of a Lua text that a person entered.
package struct Evaluation: Sendable {
  /// The returned values, as text for people.
  var values: [String] = []
  var problem: ScriptProblem?
  var output: [LogEntry] = []

  var words: String {
    let words =
      problem.map { "failed: \($0.message)" }
      ?? (values.isEmpty ? "done" : "answered \(values.joined(separator: ", "))")
    return words.utf8.count <= Self.wordsBytes ? words : words.prefix(Self.wordsBytes / 4) + "…"
  }

  private static let wordsBytes = 2_000
}

extension InspectedApplication {
  /// Runs a Lua text; its `local` declarations remain for the next text.
  func evaluate(_ act: Act) async throws -> ActReply {
    let printed = PrintedLines()
    var evaluation = Evaluation()
    var reply = ActReply(.answered([]))
    do {
      reply = try await Self.$printed.withValue(printed) { ActReply(try await result(of: act)) }
    } catch let problems as ScriptProblems {
      evaluation.problem = problems.problems.first
    }
    if case .answered(let answers) = reply.result { evaluation.values = answers.map(\.plainText) }
    evaluation.output = printed.all
    reply.evaluation = evaluation
    return reply
  }
}

extension Evaluation {
  var fields: [(String, JSON)] {
    [
      ("ok", .bool(problem == nil)),
      ("values", .texts(values)),
      ("output", .list(output.map(\.wireJSON))),
      ("problem", problem?.wireJSON ?? .null),
    ]
  }
}

extension LogEntry {
  fileprivate var wireJSON: JSON {
    let site = failure?.site ?? site
    return .fields(
      ("level", .text(level.rawValue)),
      ("text", .text(wholeMessage)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line))
    )
  }
}
#endif
