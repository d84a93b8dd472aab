import LuaRuntime
import MessageStream
import Moonroute
import ScriptHost

extension DebugConversation {
  func stackTrace(_ arguments: JSON, _ reply: DebugReply) throws(Refusal) {
    guard let thread = arguments["threadId"].int else { throw .missingArgument("threadId") }
    let (first, count) = Self.range(arguments["startFrame"], arguments["levels"])
    ask(reply, { $0.frames(of: thread, first: first, count: count) }) {
      conversation,
      frames in
      .fields(
        ("stackFrames", .list(frames.frames.map(conversation.json))),
        ("totalFrames", .int(frames.total))
      )
    }
  }

  private func json(_ frame: LuaDebugFrame) -> JSON {
    .fields(
      // Ids start at 1, because clients treat 0 as missing.
      ("id", .int(Int(frame.id) + 1)),
      ("name", .text(frame.label)),
      ("source", source(named: frame.position.file)),
      ("line", client.line(frame.position.line)),
      ("column", .int(client.firstColumn))
    )
  }

  func scopes(_ arguments: JSON, _ reply: DebugReply) throws(Refusal) {
    guard let frame = try frame(arguments) else { throw .missingArgument("frameId") }
    ask(reply, { $0.scopes(of: frame) }) { _, scopes in
      let list = scopes.map { scope in
        JSON.present(
          ("name", .text(scope.name)),
          ("presentationHint", scope.name == "Locals" ? .text("locals") : .null),
          ("variablesReference", .int(scope.id)),
          ("expensive", .bool(scope.isExpensive))
        )
      }
      return .fields(("scopes", .list(list)))
    }
  }

  func variables(_ arguments: JSON, _ reply: DebugReply) throws(Refusal) {
    guard let parent = arguments["variablesReference"].int else {
      throw .missingArgument("variablesReference")
    }
    let part: ScriptPart =
      switch arguments["filter"].text {
      case "indexed": .items
      case "named": .names
      default: .all
      }
    let (first, count) = Self.range(arguments["start"], arguments["count"])
    let pages = client.pages
    ask(
      reply,
      { scripts in
        scripts.variables(of: parent, part: part, first: first, count: count)
          .map { VariableView($0, scripts, pages: pages) }
      }
    ) { _, variables in
      .fields(("variables", .list(variables.map(\.variableJSON))))
    }
  }

  /// The maximum number of frames or variables in one response.
  private static let mostRows = 10_000

  /// The requested part of a list; a count of 0 requests everything.
  private static func range(_ first: JSON, _ count: JSON) -> (first: Int, count: Int) {
    let count = count.int ?? 0
    return (min(max(first.int ?? 0, 0), 1 << 30), count > 0 ? min(count, mostRows) : mostRows)
  }

  /// The frame in a request, or `nil` if it has none.
  private func frame(_ arguments: JSON) throws(Refusal) -> UInt32? {
    guard let frame = arguments["frameId"].int else { return nil }
    guard frame > 0, let number = UInt32(exactly: frame - 1) else {
      throw .missingArgument("frameId")
    }
    return number
  }

  // MARK: Evaluating

  func evaluate(_ arguments: JSON, _ reply: DebugReply) throws(Refusal) {
    guard let text = arguments["expression"].text else { throw .missingArgument("expression") }
    let frame = try frame(arguments)
    let isConsole = arguments["context"].text == "repl"
    guard debugger?.isStopped == false, frame == nil, isConsole, let host = subject?.host else {
      return evaluate(text, in: frame, reply)
    }
    host.run(text) { result in
      switch result {
      case .success(let text): reply.succeed(Self.result(text))
      case .failure(let problem): reply.fail(problem)
      }
    }
  }

  private static func result(_ text: String) -> JSON {
    .fields(("result", .text(text)), ("variablesReference", .integer(0)))
  }

  private func evaluate(_ text: String, in frame: UInt32?, _ reply: DebugReply) {
    let pages = client.pages
    ask(
      reply,
      { scripts throws(Refusal) in
        do throws(RouterError) {
          return try scripts.evaluate(text, in: frame)
            .map { VariableView($0, scripts, pages: pages) }
        } catch {
          throw Refusal(message: error.message)
        }
      }
    ) { _, values in
      guard values.count == 1, let value = values.first else {
        return Self.result(values.map(\.variable.value).joined(separator: ", "))
      }
      return value.resultJSON
    }
  }

  func setVariable(_ arguments: JSON, _ reply: DebugReply) throws(Refusal) {
    guard let parent = arguments["variablesReference"].int else {
      throw .missingArgument("variablesReference")
    }
    guard let name = arguments["name"].text else { throw .missingArgument("name") }
    guard let value = arguments["value"].text else { throw .missingArgument("value") }
    let pages = client.pages
    ask(
      reply,
      { scripts throws(Refusal) in
        do throws(RouterError) {
          return VariableView(
            try scripts.setVariable(name, of: parent, to: value),
            scripts,
            pages: pages
          )
        } catch {
          throw Refusal(message: error.message)
        }
      }
    ) { _, variable in variable.valueJSON }
  }

  func completions(_ arguments: JSON, _ reply: DebugReply) throws(Refusal) {
    guard let text = arguments["text"].text else { throw .missingArgument("text") }
    let frame = try frame(arguments)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = max(arguments["line"].int ?? client.firstLine, 0) - client.firstLine
    let line = lines.indices.contains(index) ? String(lines[index]) : text
    let column = max(arguments["column"].int ?? line.utf16.count + client.firstColumn, 0)
    let offset = min(max(column - client.firstColumn, 0), line.utf16.count)
    let end = line.utf16.index(line.utf16.startIndex, offsetBy: offset)
    let before = String(line.utf16[..<end]) ?? line
    let firstColumn = client.firstColumn
    ask(reply, { $0.completions(of: before, in: frame) }) { _, found in
      // Lua names are ASCII, so UTF-16 units and bytes agree.
      let start = max(before.utf16.count - found.replacing, 0) + firstColumn
      let targets = found.names.map { name in
        JSON.fields(
          ("label", .text(name)),
          ("start", .int(start)),
          ("length", .int(found.replacing))
        )
      }
      return .fields(("targets", .list(targets)))
    }
  }

  func exceptionInfo(_ reply: DebugReply) throws(Refusal) {
    guard let stop else { throw .notStopped }
    guard case .exception(let exception) = stop.reason, let error = stop.error else {
      throw .noException
    }
    let trace = error.traceback.map(\.description).joined(separator: "\n")
    reply.succeed(
      .fields(
        ("exceptionId", .text(error.code.rawValue)),
        ("description", .text(error.message)),
        ("breakMode", .text(exception.breakMode)),
        (
          "details",
          .present(
            ("message", .text(error.message)),
            ("typeName", .text(error.code.rawValue)),
            ("stackTrace", trace.isEmpty ? .null : .text(trace))
          )
        )
      )
    )
  }

  // MARK: Scripts

  func source(_ arguments: JSON, _ reply: DebugReply) throws(Refusal) {
    let number = arguments["source"]["sourceReference"].int ?? arguments["sourceReference"].int ?? 0
    let name: String
    if number > 0, paths.references.indices.contains(number - 1) {
      name = paths.references[number - 1]
    } else if let path = arguments["source"]["path"].text, let found = paths.name(ofPath: path) {
      name = found
    } else {
      throw .noSource(number)
    }
    ask(
      reply,
      { scripts throws(Refusal) in
        guard let text = scripts.source(of: name) else { throw .noSource(number) }
        return text
      }
    ) { _, text in
      .fields(("content", .text(text)), ("mimeType", .text("text/x-lua")))
    }
  }

  func loadedSources(_ reply: DebugReply) {
    ask(reply, { $0.files() }) { conversation, files in
      .fields(("sources", .list(files.map(conversation.source))))
    }
  }

  /// A script in a form that the client can open: by its path, or by a number if it is not on disk.
  func source(named name: String) -> JSON {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    if let path = paths.path(ofName: name) {
      let shown = client.usesURIs && path.hasPrefix("/") ? FileURI.uri(ofPath: path) : path
      return .fields(("name", .text(last)), ("path", .text(shown)))
    }
    return .fields(("name", .text(name)), ("sourceReference", .int(paths.reference(of: name))))
  }
}

/// A variable with all data for the client.
private struct VariableView: Sendable {
  /// The minimum length of a list that the client requests in pages.
  private static let pageItems = 100

  let variable: ScriptVariable
  /// The number of items in a long list; `names` is 1 if it also has named entries.
  private let items: Int?
  private let names: Int

  init(_ variable: ScriptVariable, _ scripts: ScriptInspector, pages: Bool) {
    self.variable = variable
    guard pages, variable.id > 0, variable.itemCount > Self.pageItems else {
      (items, names) = (nil, 0)
      return
    }
    items = variable.itemCount
    names = scripts.variables(of: variable.id, part: .names, first: 0, count: 1).count
  }

  private func json(_ value: String, named: Bool) -> JSON {
    .present(
      ("name", named ? .text(variable.name) : .null),
      (value, .text(variable.value)),
      ("type", .text(variable.typeName)),
      ("evaluateName", named ? .optional(variable.expression) : .null),
      ("variablesReference", .int(variable.id)),
      ("indexedVariables", items.map(JSON.int) ?? .null),
      ("namedVariables", items == nil ? .null : .int(names))
    )
  }

  var variableJSON: JSON { json("value", named: true) }

  /// The JSON in the response to an evaluation.
  var resultJSON: JSON { json("result", named: false) }

  /// The JSON in the response to an assignment.
  var valueJSON: JSON { json("value", named: false) }
}

extension Outcome {
  package var summary: String {
    var words = [status.rawValue, text]
    if let name { words.append("'\(name)'") }
    if let reason = reason ?? error?.message { words.append("(\(reason))") }
    return words.joined(separator: " ")
  }
}
