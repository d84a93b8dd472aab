import LuaRuntime
import Moonroute
import RoutePatterns
import TextTools

/// The replies to requests of the scripts, and the requests so far.
final class HostReplies {
  struct Reply {
    let key: RequestKey

    /// The value that answers, or a function that makes it.
    let value: LuaValue

    let delay: Duration
    let site: SourceSite?

    /// A spec's replies win over the replies of `headless.lua`.
    let isOfSpec: Bool

    let charge: MemoryCharge
  }

  struct Request {
    let method: String
    let location: Location

    /// The parameters of the key that answers.
    let params: LuaValue

    let body: LuaValue

    /// Counts the requests that the same key answers, from 1.
    let number: Int

    let charge: MemoryCharge

    var text: String { "\(method) \(location)" }
  }

  /// The requests that keys of the same form answer.
  private struct Subject: Hashable {
    let method: String
    let scheme: String?
    let host: HostPattern?
    let shape: [UInt8]
  }

  private struct Answers {
    let table: RouteTable
    let replies: [Reply]
  }

  /// The number of requests that are kept.
  private static let requestLimit = 1_000

  /// The names of the functions of the program that make requests.
  private(set) var functions: Set<String> = []

  /// The line that named the functions.
  private(set) var functionsSite: SourceSite?

  /// Receives the errors of requests without a reply, for a test runner.
  ///
  /// A script that catches such an error must not hide it from the test.
  var noteMissing: ((LogEntry) -> Void)?

  private(set) var requests: [Request] = []
  private var counts: [RequestKey: Int] = [:]
  private var replies: [Reply] = []

  /// The replies by method, compiled at the first request after a change.
  private var answers: [String: Answers] = [:]

  private unowned let bridge: LuaBridge

  init(bridge: LuaBridge) { self.bridge = bridge }

  func name(_ functions: Set<String>, at site: SourceSite?) {
    (self.functions, functionsSite) = (functions, site)
  }

  /// Adds the replies of one call.
  ///
  /// A spec's replies replace its earlier replies to the same requests. The keys of `headless.lua`
  /// are checked after loading, because their types are not defined yet.
  func add(_ fresh: [Reply]) throws(RouterError) {
    if fresh.first?.isOfSpec == true {
      if let problem = problems(of: fresh).first { throw problem }
      let subjects = Set(fresh.compactMap { try? subject(of: $0.key) })
      replies.removeAll { reply in
        reply.isOfSpec && (try? subject(of: reply.key)).map(subjects.contains) ?? true
      }
    }
    replies += fresh
    answers = [:]
  }

  /// Finds invalid keys of `headless.lua`, and keys that answer the same requests as another one.
  func checkLoaded() -> [RouterError] {
    answers = [:]
    return problems(of: replies.filter { !$0.isOfSpec })
  }

  private func problems(of replies: [Reply]) -> [RouterError] {
    var known: [Subject: Reply] = [:]
    var problems: [RouterError] = []
    for reply in replies {
      do throws(RouterError) {
        let subject = try subject(of: reply.key)
        if let other = known[subject] {
          problems.append(.secondReply(reply, after: other))
        } else {
          known[subject] = reply
        }
      } catch {
        problems.append(error.located(at: reply.site))
      }
    }
    return problems
  }

  private func subject(of key: RequestKey) throws(RouterError) -> Subject {
    let pattern = try bridge.scope.patternContext.pattern(key.path)
    return Subject(
      method: key.method,
      scheme: pattern.scheme,
      host: pattern.host,
      shape: pattern.shapeKey
    )
  }

  /// Continues with the replies of specs and the requests, in the same Lua state.
  func take(from old: HostReplies) {
    replies = old.replies.filter(\.isOfSpec)
    (requests, counts) = (old.requests, old.counts)
  }

  func forgetSpecs() {
    replies.removeAll(where: \.isOfSpec)
    answers = [:]
    forgetRequests()
  }

  func forgetRequests() { (requests, counts) = ([], [:]) }

  func removeAll() {
    forgetRequests()
    (functions, functionsSite, replies, answers) = ([], nil, [], [:])
  }
}

extension HostReplies {
  /// Records a request and finds its reply: the spec's key wins, then the best pattern.
  func answer(
    _ method: String,
    _ location: Location,
    _ body: LuaValue
  ) throws(LuaError) -> (reply: Reply?, request: Request) {
    let answers = answers(to: method)
    let match = answers.table.match(location)
    let reply = match.map { answers.replies[$0.entry] }
    let params = try bridge.unreadParams(of: match)
    var number = 1
    if let reply {
      number += counts[reply.key, default: 0]
      counts[reply.key] = number
    }
    let request = Request(
      method: method,
      location: location,
      params: params,
      body: body,
      number: number,
      charge: try bridge.memory.charge(.objects, location.hostBytes + body.hostBytes)
    )
    if requests.count >= Self.requestLimit { requests.removeFirst() }
    requests.append(request)
    return (reply, request)
  }

  private func answers(to method: String) -> Answers {
    if let known = answers[method] { return known }
    let context = bridge.scope.patternContext
    var (entries, chosen): ([RouteTable.Entry], [Reply]) = ([], [])
    for reply in replies where reply.key.method == method {
      guard let pattern = try? context.pattern(reply.key.path) else { continue }
      entries.append(RouteTable.Entry(pattern: pattern, priority: reply.isOfSpec ? 1 : 0))
      chosen.append(reply)
    }
    let table = RouteTable(entries, rules: context.rules, separatesSchemes: false)
    let made = Answers(table: table, replies: chosen)
    answers[method] = made
    return made
  }

  /// The error for a request without a reply.
  func missing(_ request: Request) -> LuaError {
    let segments = request.location.path.split(separator: "/", omittingEmptySubsequences: false)
    let candidates = replies.map { reply in
      // A parameter has no letters in common with its value.
      let parts = reply.key.path.split(separator: "/", omittingEmptySubsequences: false)
      let filled = parts.enumerated()
        .map { index, part in
          part.contains(":") && segments.indices.contains(index) ? segments[index] : part
        }
      let place = reply.site.map { " (\($0))" } ?? ""
      return NearestNames.Candidate(
        key: "\(reply.key.method) \(filled.joined(separator: "/"))",
        text: "'\(reply.key.text)'\(place)"
      )
    }
    let nearest = NearestNames.of(
      "\(request.method) \(request.location.path)",
      among: candidates,
      count: 1
    )
    let hint = nearest.first.map { "Did you mean \($0)?" } ?? "Add it with host.replies."
    return LuaError(.hostError, "No reply is declared for \(request.text). \(hint)")
  }

  func lua(_ request: Request) -> LuaTable {
    var query: [String: String] = [:]
    for item in request.location.query { query[item.name] = item.value }
    var table = LuaTable()
    table["method"] = .string(request.method)
    table["location"] = bridge.lua(request.location)
    table["params"] = request.params
    table["query"] = bridge.lua(query)
    table["body"] = request.body
    table["number"] = .integer(Int64(request.number))
    return table
  }
}

extension RouterError {
  fileprivate static func secondReply(
    _ reply: HostReplies.Reply,
    after other: HostReplies.Reply
  ) -> RouterError {
    let (own, known) = (reply.key.text, other.key.text)
    let name = own == known ? "" : " with the key '\(known)'"
    let place = other.site.map { " (\($0))" } ?? ""
    return RouterError(
      .duplicate,
      "'\(own)' already has a reply\(name)\(place). Remove one of them.",
      at: reply.site
    )
  }
}
