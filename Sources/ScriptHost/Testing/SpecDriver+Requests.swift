package import LuaRuntime
import Moonroute
import RoutePatterns
import TextTools

extension SpecDriver {
  /// Begins a test: `host.requests` lists only its own requests.
  package func beginTest() { generation.stubs.replies.forgetRequests() }

  /// The requests of the test as tables for scripts: matches of the key first, then the nearest ones.
  ///
  /// - Parameter text: The key, such as `POST /buy`.
  /// - Returns: The requests, and the names of the functions that make requests.
  /// - Throws: `bad_argument` if the key is not a request, or the error of its pattern.
  package func requests(
    nearest text: String
  ) throws(LuaError) -> (all: [LuaValue], functions: [String]) {
    guard let key = RequestKey(text) else {
      throw LuaError(.badArgument, RequestKey.problem(with: text))
    }
    let (bridge, replies) = (generation.bridge, generation.stubs.replies)
    let pattern = try generation.scope.raising { () throws(RouterError) in
      try generation.scope.patternContext.pattern(key.path)
    }
    let requests = replies.requests
    let near = NearestNames.of(text, among: Set(requests.map(\.text)), count: requests.count)
    let ranks = Dictionary(uniqueKeysWithValues: near.enumerated().map { ($1, $0) })
    var ranked: [(rank: Int, request: LuaValue)] = []
    for request in requests.reversed() {
      let match = request.method == key.method ? pattern.match(request.location) : nil
      var table = replies.lua(request)
      table["text"] = .string(request.text)
      table["fits"] = .boolean(match != nil)
      if match != nil { table["params"] = try bridge.unreadParams(of: match) }
      ranked.append((match == nil ? ranks[request.text] ?? .max : -1, .table(table)))
    }
    let order = ranked.indices.sorted { (ranked[$0].rank, $0) < (ranked[$1].rank, $1) }
    return (order.map { ranked[$0].request }, replies.functions.sorted())
  }
}
