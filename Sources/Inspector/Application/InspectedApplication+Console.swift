#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptReports
import Synchronization

/// The lines that a text of Lua writes to the log, gathered while it runs.
final class PrintedLines: Sendable {
  /// The lines of one text that are kept.
  private static let limit = 200

  private let entries = Mutex<[LogEntry]>([])

  var all: [LogEntry] { entries.withLock { $0 } }

  /// Adds a line; those beyond the limit are in the timeline only.
  func add(_ entry: LogEntry) {
    entries.withLock { entries in
      if entries.count < Self.limit { entries.append(entry) }
    }
  }
}

/// The end of a text of Lua that a person entered.
package struct Evaluation: Sendable {
  /// The values that it answered, as texts for people.
  var values: [String] = []
  /// The first thing that was wrong with it, or with running it.
  var problem: ScriptProblem?
  /// The lines that it wrote to the log.
  var output: [LogEntry] = []

  /// The end in a few words.
  var words: String {
    let words =
      problem.map { "failed: \($0.message)" }
      ?? (values.isEmpty ? "done" : "answered \(values.joined(separator: ", "))")
    return words.utf8.count <= Self.wordsBytes ? words : words.prefix(Self.wordsBytes / 4) + "…"
  }

  /// The bytes of an end in a few words.
  private static let wordsBytes = 2_000
}

extension InspectedApplication {
  /// Runs a text of Lua that a person entered; what it declares `local` stays for the next one.
  ///
  /// - Throws: That there are no scripts.
  func evaluate(_ act: Act) async throws -> ActReply {
    let printed = PrintedLines()
    var evaluation = Evaluation()
    var reply = ActReply(.answered([]))
    do {
      reply = try await Self.$printed.withValue(printed) { ActReply(try await result(of: act)) }
    } catch let problems as ScriptProblems {
      evaluation.problem = problems.all.first
    }
    if case .answered(let answers) = reply.result { evaluation.values = answers.map(\.plainText) }
    evaluation.output = printed.all
    reply.evaluation = evaluation
    return reply
  }
}

extension Evaluation {
  /// The fields of the wire.
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
      ("text", .text(failure?.message ?? message)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line))
    )
  }
}
#endif
