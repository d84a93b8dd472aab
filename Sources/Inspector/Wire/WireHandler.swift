#if Inspector
package import LoopbackServer
package import MessageStream
import Moonroute

/// Answers the requests of one path.
package struct WireHandler: Sendable {
  /// The parts of a server that not every server has.
  package enum Need: Sendable {
    /// None.
    case nothing
    case scripts
    /// A clock that can be moved.
    case clock
    /// The means to make a rehearsal.
    case rehearsals
    /// Scripts, and that a person may enter Lua.
    case console
    /// The means to make a rehearsal, and a folder in which the scripts lie.
    case journeys
  }

  package let method: ServerRequest.Method

  /// The path below `/api/v1/`; one that ends in a slash takes what follows.
  package let path: String

  /// The feature that `hello` names, if it is one.
  package let feature: String?

  /// The part of a server without which it cannot answer.
  package let need: Need

  package let answer: @Sendable (InspectorService, WireRequest) async throws -> WireAnswer

  /// Describes a path.
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

/// A request to one path.
package struct WireRequest: Sendable {
  package let server: ServerRequest

  /// The rest of the path behind that of the handler.
  package let rest: String

  /// The fields of the body.
  ///
  /// - Throws: When it is no object.
  package func fields() throws(Refusal) -> WireFields { try WireFields(server.body) }

  /// Reads the whole body.
  ///
  /// - Throws: What `read` throws, and what is wrong with the rest.
  package func reading<Answer>(
    _ read: (inout WireFields) throws(Refusal) -> Answer
  ) throws(Refusal) -> Answer {
    var fields = try fields()
    let answer = try read(&fields)
    try fields.end()
    return answer
  }

  /// A whole number from 0 on of the query, or `nil`.
  package func number(_ name: String) throws(Refusal) -> Int? {
    guard let text = server.query[name] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw Refusal(
        400,
        .wrongType,
        "The query's '\(name)' is '\(text)', and must be a whole number from 0 on."
      )
    }
    return number
  }

  /// A text of the query.
  package func text(_ name: String) throws(Refusal) -> String {
    guard let text = server.query[name] else {
      throw Refusal(400, .missingParameter, "The query lacks '\(name)'.")
    }
    return text
  }

  /// The whole number that follows the path.
  package func restNumber() throws(Refusal) -> Int {
    guard let number = Int(rest) else { throw .notFound("'\(rest)' is no number.") }
    return number
  }
}

/// The answer to a request.
package enum WireAnswer: Sendable {
  /// A value.
  case json(JSON)
  /// The text of a value.
  case text(String)
  /// A stream of events.
  case events(ServerEvents)
}
#endif
