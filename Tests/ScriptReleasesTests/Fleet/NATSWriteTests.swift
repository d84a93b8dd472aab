#if NATS
import Fleet
import NATSFleet
import Synchronization
import TestSupport
import Testing

/// Writes to a bucket with three replicas, while an old and a new leader answer.
@Suite(.timeLimit(.minutes(2))) struct NATSWriteTests {
  /// Answers for JetStream: a bucket of three servers, and the acknowledgements of its writes.
  private final class Impostor: Sendable {
    static let bucket = """
      {"config":{"name":"KV_mr_values","subjects":["$KV.mr_values.>"],"num_replicas":3,\
      "republish":{"src":"$KV.mr_values.*.*","dest":"mr.$1.value.$2"}},\
      "created":"2026-01-01T00:00:00Z","cluster":{"name":"c","leader":"a"}}
      """

    let client: RawClient
    let ids = Mutex<[String]>([])

    init(_ server: NATSServer) async throws {
      client = try RawClient(port: server.port)
      let subjects = ["$JS.API.>", "$KV.>", "$SYS.REQ.USER.INFO"]
      let lines = subjects.enumerated().map { "SUB \($1) \($0)\r\n" }.joined()
      try await client.send("CONNECT {\"verbose\":false,\"headers\":true}\r\n\(lines)PING\r\n")
      _ = try await client.text(upTo: "PONG\r\n")
    }

    /// Answers each write with the next answer, and the last one from then on.
    func answer(writes answers: [String]) async throws {
      var answers = answers[...]
      while true {
        let words = try await client.text(upTo: "\r\n").split(separator: " ")
        guard let kind = words.first, kind.hasSuffix("MSG"), words.count > 3 else { continue }
        var answer = words[1].hasPrefix("$SYS") ? #"{"server":{"ver":"2.15.1"}}"# : Self.bucket
        if kind == "HMSG" {
          let header = try await client.text(upTo: "\r\n\r\n")
          let id = header.firstMatch(of: /Nats-Msg-Id: *([a-z0-9]+)/).map { String($0.1) }
          ids.withLock { $0.append(id ?? "") }
          answer = answers.count > 1 ? answers.removeFirst() : answers.first ?? ""
        }
        _ = try await client.text(upTo: "\r\n")
        let reply = words[words.count - (kind == "HMSG" ? 3 : 2)]
        try await client.send("PUB \(reply) \(answer.utf8.count)\r\n\(answer)\r\n")
      }
    }
  }

  private static func refusal(_ code: Int, _ text: String) -> String {
    #"{"error":{"code":503,"err_code":\#(code),"description":"\#(text)"},"seq":0}"#
  }

  private static let written = #"{"stream":"KV_mr_values","seq":8,"duplicate":true}"#
  private static let older = refusal(10_071, "wrong last sequence: 3")
  private static let newer = refusal(10_071, "wrong last sequence: 7")
  private static let pending = refusal(10_164, "wrong last sequence")

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answers: [String]
    /// The new revision, or the kind of the error.
    let result: Result<UInt64, FleetError>

    init(_ testDescription: String, _ answers: [String], _ result: UInt64) {
      (self.testDescription, self.answers, self.result) = (
        testDescription, answers, .success(result)
      )
    }

    init(_ testDescription: String, _ answers: [String], _ kind: FleetError.Kind) {
      (self.testDescription, self.answers) = (testDescription, answers)
      result = .failure(FleetError(kind, ""))
    }
  }

  @Test(arguments: [
    Row("a newer revision is a conflict", [newer], .conflict),
    Row("an older leader refused a write that the new one made", [older, written], 8),
    Row("a pending write of an older leader", [pending, pending, written], 8),
    Row("a pending write that another host made", [pending, newer], .conflict),
    Row("the first copy is not yet written", [refusal(10_158, "in process"), written], 8),
    Row(
      "an acknowledgement without a revision",
      [#"{"stream":"KV_mr_values","seq":0}"#, written],
      8
    ),
    Row("a leader that loses its place", [refusal(0, "raft: not leader"), newer], .conflict),
    Row("a cluster without a leader", [refusal(10_008, "unavailable")], .unknown),
    Row("answers of an older leader only", [older], .unknown),
    Row("a full disk", [refusal(10_047, "insufficient storage resources")], .refused),
  ])
  func `a write is repeated until its answer is certain`(row: Row) async throws {
    let server = try await NATSServer(hasJetStream: false)
    let impostor = try await Impostor(server)
    let answering = Task { try await impostor.answer(writes: row.answers) }
    defer { answering.cancel() }
    let link = try await NATSLink.connect(NATSOptions(server.address))
    let key = FleetKey.value("shop", key: "/count")
    do throws(FleetError) {
      let revision = try await link.put([1], at: key, after: 5)
      #expect(try row.result.get() == revision)
    } catch {
      guard case .failure(let wanted) = row.result else { throw error }
      #expect(error.kind == wanted.kind, "\(error)")
    }
    let ids = impostor.ids.withLock { $0 }
    #expect(Set(ids).count == 1 && !ids.contains(""), "each copy has the same ID: \(ids)")
    await link.close()
  }
}
#endif
