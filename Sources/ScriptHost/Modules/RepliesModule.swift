import LuaRuntime
import Moonroute
import RoutePatterns

/// `host.replies` and `host.requests`.
struct RepliesModule {
  static let optionFields = ["delay", "functions"]

  private static let longestDelay = 3.2e9

  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  unowned let registrar: Registrar
  unowned let stubs: HostStubs

  private var replies: HostReplies { stubs.replies }

  /// The arguments of `scripts/lib/replies.lua`.
  private func helpers() throws(LuaError) -> [LuaValue] {
    let find = try functions.state.makeFunction("host.replies") { call in try answer(call) }
    let clock = bridge.scope.router.clock
    let sleep = try functions.makeSuspending("a reply with a delay", endsByItself: true) { call in
      let delay = Duration.nanoseconds(Int64(try call.number(0) * 1e9))
      return {
        try await clock.sleep(delay)
        return []
      }
    }
    return [.function(find), .function(sleep)]
  }

  /// Adds both functions; `library` runs a file of the library with arguments.
  func add(
    to module: inout ModuleTable,
    _ library: (String, [LuaValue]) throws(LuaError) -> LuaValue
  ) throws(LuaError) {
    guard let run = try library("replies", try helpers()).function else { return }
    try module.add(
      "replies",
      "(replies, options)",
      "Declares replies to requests, in headless.lua and in specs."
    ) { call in
      guard stubs.isOpen else {
        throw LuaError(
          "denied",
          "host.replies only works in headless.lua and in specs. Register the function."
        )
      }
      return try registrar.register(call, inert: [], isCounted: false) {
        try declare(call, run)
        return []
      }
    }
    try module.add("requests", "() → list", "Lists the requests of this test, the newest last.") {
      _ in
      [.table(LuaTable(replies.requests.map { .table(replies.lua($0)) }))]
    }
  }

  // MARK: Declaring

  private func declare(_ call: LuaCall, _ run: LuaFunction) throws {
    let (table, site) = (try call.table(0), SourceSite(call.caller()))
    let keys = table.fields.compactMap(\.key.string)
    var reader = FieldReader(table, as: "the replies", known: keys)
    let given = call.isAbsent(1) ? LuaTable() : try call.table(1)
    var options = FieldReader(given, as: "the options of host.replies", known: Self.optionFields)
    let delay = delay(&options)
    let named = try named(&options, site, run)
    let charge = try bridge.memory.charge(.registrations, call.hostBytes)
    let isOfSpec = bridge.scope.phase != .stubbing
    var fresh: [HostReplies.Reply] = []
    for text in keys {
      guard let key = RequestKey(text) else {
        reader.add(.badArgument, RequestKey.problem(with: text), field: text)
        continue
      }
      fresh.append(
        HostReplies.Reply(
          key: key,
          value: table[text],
          delay: delay,
          site: self.site(of: text, from: site),
          isOfSpec: isOfSpec,
          charge: charge
        )
      )
    }
    let mistakes = reader.mistakes + options.mistakes
    try registrar.report(mistakes, call)
    guard mistakes.isEmpty else { return }
    fresh.sort { ($0.site?.line ?? 0, $0.key.text) < ($1.site?.line ?? 0, $1.key.text) }
    try bridge.scope.raising { () throws(RouterError) in try replies.add(fresh) }
    guard !named.isEmpty else { return }
    replies.name(Set(named.keys), at: site)
    for (name, function) in named { stubs.add(name, function) }
  }

  private func delay(_ options: inout FieldReader) -> Duration {
    let seconds = options.number("delay") ?? 0
    guard (0...Self.longestDelay).contains(seconds) else {
      options.expect("a number of seconds of at least 0", in: "delay", got: options["delay"])
      return .zero
    }
    return .nanoseconds(Int64(seconds * 1e9))
  }

  /// The functions that make requests, by name.
  private func named(
    _ options: inout FieldReader,
    _ site: SourceSite?,
    _ run: LuaFunction
  ) throws(LuaError) -> [String: LuaFunction] {
    let given = options.table("functions")
    guard let table = given, !table.fields.isEmpty else {
      if replies.functions.isEmpty, given != nil || options["functions"].isNil {
        options.add(
          .badArgument,
          "Name the host functions that make requests: { functions = { http_get = 'GET' } }"
        )
      }
      return [:]
    }
    guard bridge.scope.phase == .stubbing else {
      options.add(.denied, "Only headless.lua names the functions that make requests.")
      return [:]
    }
    guard replies.functions.isEmpty else {
      let place = replies.functionsSite.map { " (\($0))" } ?? ""
      options.add(
        .duplicate,
        "The functions that make requests already have names\(place). Name them once."
      )
      return [:]
    }
    var named: [String: LuaFunction] = [:]
    for field in table.fields {
      guard let name = field.key.string, Self.isForm(field.value) else {
        options.add(
          .badArgument,
          "'\(field.key.value.display)' of 'functions' is \(field.value.shownShortly). Write"
            + " name = 'GET', name = '*', or name = function(…) return { method = …, location = … } end.",
          field: field.key.string
        )
        continue
      }
      let form = field.value
      named[name] = try functions.state.makeAnswering("host.\(name)", depth: 0) { call in
        .call(run, [.string(name), form] + call.arguments)
      }
    }
    return named
  }

  private static func isForm(_ value: LuaValue) -> Bool {
    if let text = value.string { return text == "*" || RequestKey.isMethod(text) }
    return value.function != nil
  }

  /// The line of a key, or of the call if its file is unknown.
  private func site(of key: String, from site: SourceSite?) -> SourceSite? {
    guard let site, let lines = registrar.sources.lines(of: site.file),
      let found = lines.find(field: key, in: site.line...Int.max)
    else { return site }
    return SourceSite(file: site.file, line: found.line)
  }

  // MARK: Answering

  private func answer(_ call: LuaCall) throws -> [LuaValue] {
    let name = try call.string(0)
    let parts = call[1].table
    let body = parts?["body"] ?? call[3]
    guard let method = (parts?["method"] ?? call[1]).string else {
      throw Self.incomplete(name, "a method such as 'GET'")
    }
    let location = try location(parts?["location"] ?? call[2], of: name)
    let (reply, made) = try replies.answer(method, location, body)
    guard let reply else {
      let error = replies.missing(made)
      let site = SourceSite(call.caller())
      replies.noteMissing?(LogEntry(level: .error, message: error.message, site: site))
      throw error
    }
    let isFunction = reply.value.function != nil
    let request = isFunction ? LuaValue.table(replies.lua(made)) : .nil
    return [reply.value, request, .number(reply.delay / .seconds(1))]
  }

  private func location(_ value: LuaValue, of name: String) throws(LuaError) -> Location {
    if let location = value.location { return location }
    guard let text = value.string else { throw Self.incomplete(name, "a location such as '/shop'") }
    return try bridge.scope.raising { () throws(RouterError) in
      try bridge.scope.patternContext.location(parsing: text, query: [])
    }
  }

  private static func incomplete(_ name: String, _ part: String) -> LuaError {
    LuaError(.badArgument, "The request of host.\(name) needs \(part).")
  }
}
