#if Inspector
package import LoopbackServer
package import MessageStream
import Moonroute
package import Rehearsal

/// Answers the requests of one path.
package struct WireHandler: Sendable {
  /// A requirement of a path that some servers do not meet.
  package enum Need: Sendable {
    case nothing
    case scripts
    case clock
    case rehearsals
    /// Scripts and permission to enter Lua.
    case console
    /// Support for rehearsals, and a script folder.
    case journeys
    /// A script folder that no program embeds.
    case looks
    /// A program that takes pictures of its screens.
    case screenPictures
  }

  package let method: ServerRequest.Method

  /// The path below `/api/v1/`; a path with a final slash matches any rest.
  package let path: String

  /// The name of the feature in `hello`, if it is one.
  package let feature: String?

  package let need: Need

  package let answer: @Sendable (InspectorService, WireRequest) async throws -> WireAnswer

  package init(
    _ method: ServerRequest.Method,
    _ path: String,
    feature: String? = nil,
    need: Need = .nothing,
    _ answer: @escaping @Sendable (InspectorService, WireRequest) async throws -> WireAnswer
  ) {
    self.method = method
    self.path = path
    self.feature = feature
    self.need = need
    self.answer = answer
  }
}

package struct WireRequest: Sendable {
  package let server: ServerRequest

  /// The rest of the path after the handler's path.
  package let rest: String

  package func fields() throws(Refusal) -> WireFields { try WireFields(server.body) }

  /// Reads the whole body and refuses unread fields.
  package func reading<Answer>(
    _ read: (inout WireFields) throws(Refusal) -> Answer
  ) throws(Refusal) -> Answer {
    var fields = try fields()
    let answer = try read(&fields)
    try fields.end()
    return answer
  }

  /// A whole number of at least 0 from the query, or `nil`.
  package func number(_ name: String) throws(Refusal) -> Int? {
    guard let text = server.query[name] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw Refusal(
        400,
        .wrongType,
        "The query's '\(name)' is '\(text)', but must be a whole number of at least 0."
      )
    }
    return number
  }

  package func text(_ name: String) throws(Refusal) -> String {
    guard let text = server.query[name] else {
      throw Refusal(400, .missingParameter, "The query lacks '\(name)'.")
    }
    return text
  }

  /// One of some words from the query, or `nil`.
  package func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String,
    _ words: Word.Type
  ) throws(Refusal) -> Word? {
    guard let text = server.query[name] else { return nil }
    guard let word = Word(rawValue: text) else {
      let list = words.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal(
        400,
        .wrongType,
        "The query's '\(name)' is '\(text)', but must be one of: \(list)."
      )
    }
    return word
  }

  package func restNumber() throws(Refusal) -> Int {
    guard let number = Int(rest) else { throw .notFound("'\(rest)' is not a number.") }
    return number
  }
}

package enum WireAnswer: Sendable {
  case json(JSON)
  case text(String)
  case events(ServerEvents)
}
#endif
