#if Inspector
package import MessageStream
import Moonroute
import TextTools

/// Something that is done to an application from outside, so that it can be done again.
///
/// The form in JSON is that of the wire: the path that it is posted to, and the body.
package enum Act: Sendable, Equatable {
  /// A location is opened.
  case open(Opening)
  /// A person does something to what is on the screen.
  case person(Gesture)
  /// An event is emitted.
  case emit(key: String, value: JSON)
  /// A resource gets another value; without one it is deleted.
  case resource(path: String, value: JSON?)
  /// A value of the session changes; `null` removes it.
  case session(path: [JSON], value: JSON)
  /// Another persona uses the application; `nil`: none.
  case persona(String?)
  /// The clock goes otherwise, or is moved ahead by seconds.
  case clock(mode: ClockMode?, advance: Double?)
  /// A text of Lua runs in the scripts.
  case console(String)

  /// An open with its options.
  package struct Opening: Sendable, Equatable {
    /// The location as written.
    package var location: String
    /// The name of the animator; `nil`: the route decides.
    package var animator: String?
    /// The value that is passed along.
    package var extra = JSON.null
    /// Only routes with one of these tags count; empty: all.
    package var tags: [String] = []
    /// Whether the transition is animated; `nil`: the route decides.
    package var isAnimated: Bool?
    /// Whether all that lies below is opened, too.
    package var goes = false

    /// Describes an open.
    package init(_ location: String) { self.location = location }
  }

  /// The ways in which a person uses what is on the screen.
  package enum GestureKind: String, Sendable, CaseIterable {
    case back, swipe, dismiss, close, select, reselect, outside, tap, fill, recheck
  }

  /// Something that a person does to what is on the screen.
  package struct Gesture: Sendable, Equatable {
    /// The way.
    package var kind: GestureKind
    /// The screen; `nil`: the top.
    package var screen: UInt64?
    /// The tab of a selection.
    package var tab: String?
    /// The text or the name of what is tapped.
    package var target: String?
    /// The fields that are filled in, by name.
    package var fields: [JSON.Field] = []

    /// Describes what a person does.
    package init(_ kind: GestureKind) { self.kind = kind }
  }

  /// The ways in which the clock goes.
  package enum ClockMode: String, Sendable, CaseIterable {
    case real
    /// It moves on at once when something waits.
    case skip
  }
}

extension Act {
  /// Reads the body of an act.
  ///
  /// - Parameters:
  ///   - post: The path that it is posted to, such as `open`.
  ///   - fields: The body; what is not an act's own is left to be read.
  /// - Throws: What is wrong with it; or that the path is not that of an act.
  package init(_ post: String, _ fields: inout WireFields) throws(Refusal) {
    switch post {
    case "open": self = .open(try Opening(&fields))
    case "act": self = .person(try Gesture(&fields))
    case "emit": self = .emit(key: try fields.text("key"), value: fields.value("value"))
    case "resource":
      let path = try fields.text("path")
      let value = fields.value("value")
      let isDeleted = try fields.optionalBool("delete") ?? false
      self = .resource(path: path, value: isDeleted ? nil : value)
    case "session": self = .session(path: try fields.path("path"), value: fields.value("value"))
    case "persona": self = .persona(try fields.optionalText("name"))
    case "clock":
      let mode = try fields.optionalWord("mode", ClockMode.self)
      self = .clock(mode: mode, advance: try fields.optionalSeconds("advance"))
    case "console": self = .console(try fields.text("text"))
    default: throw Refusal(400, .unknownName, "'\(post)' is no act.")
    }
  }

  /// Reads an act as ``json`` writes it.
  ///
  /// - Throws: What is wrong with it.
  package init(reading json: JSON) throws(Refusal) {
    var act = try WireFields(json)
    let post = try act.text("post")
    var body = try WireFields(.object(try act.object("body")))
    try act.end()
    self = try Act(post, &body)
    try body.end()
  }

  /// The path that the act is posted to.
  package var post: String {
    switch self {
    case .open: "open"
    case .person: "act"
    case .emit: "emit"
    case .resource: "resource"
    case .session: "session"
    case .persona: "persona"
    case .clock: "clock"
    case .console: "console"
    }
  }

  /// The body that is posted.
  package var body: JSON {
    switch self {
    case .open(let opening): opening.json
    case .person(let gesture): gesture.json
    case .emit(let key, let value): .present(("key", .text(key)), ("value", value))
    case .resource(let path, let value?): .fields(("path", .text(path)), ("value", value))
    case .resource(let path, nil): .fields(("path", .text(path)), ("delete", .bool(true)))
    case .session(let path, let value): .fields(("path", .list(path)), ("value", value))
    case .persona(let name): .fields(("name", .optional(name)))
    case .clock(let mode, let advance):
      .present(
        ("mode", .optional(mode?.rawValue)),
        ("advance", advance.map(JSON.number) ?? .null)
      )
    case .console(let text): .fields(("text", .text(text)))
    }
  }

  /// The act as JSON, to be read again.
  package var json: JSON { .fields(("post", .text(post)), ("body", body)) }

  /// The act in a few words, for people.
  package var words: String {
    switch self {
    case .open(let opening): (opening.goes ? "go " : "open ") + opening.location
    case .person(let gesture): gesture.words
    case .emit(let key, _): "emit \(key)"
    case .resource(let path, let value): value == nil ? "delete \(path)" : "set \(path)"
    case .session(let path, _):
      "set session" + path.map { $0.text?.asLuaIndex ?? "[\($0.line)]" }.joined()
    case .persona(let name): name.map { "as \($0)" } ?? "as no persona"
    case .clock(let mode, let advance):
      ["clock", mode?.rawValue, advance.map { "\($0) s ahead" }].compactMap(\.self)
        .joined(separator: " ")
    case .console(let text): "run \(text.split(separator: "\n").joined(separator: " "))"
    }
  }
}

extension Act.Opening {
  fileprivate init(_ fields: inout WireFields) throws(Refusal) {
    location = try fields.text("location")
    animator = try fields.optionalText("animator")
    extra = fields.value("extra")
    tags = try fields.texts("tags")
    isAnimated = try fields.optionalBool("animated")
    goes = try fields.optionalBool("go") ?? false
  }

  fileprivate var json: JSON {
    .present(
      ("location", .text(location)),
      ("animator", .optional(animator)),
      ("extra", extra),
      ("tags", tags.isEmpty ? .null : .list(tags.map(JSON.text))),
      ("animated", isAnimated.map(JSON.bool) ?? .null),
      ("go", goes ? .bool(true) : .null)
    )
  }
}

extension Act.Gesture {
  fileprivate init(_ fields: inout WireFields) throws(Refusal) {
    kind = try fields.word("kind")
    screen = try fields.optionalNumber("screen").map(UInt64.init)
    switch kind {
    case .select, .reselect: tab = try fields.text("tab")
    case .tap: target = try fields.text("target")
    case .fill: self.fields = try fields.object("fields")
    case .back, .swipe, .dismiss, .close, .outside, .recheck: break
    }
  }

  fileprivate var json: JSON {
    .present(
      ("kind", .text(kind.rawValue)),
      ("screen", screen.map { .integer(Int64(clamping: $0)) } ?? .null),
      ("tab", .optional(tab)),
      ("target", .optional(target)),
      ("fields", fields.isEmpty ? .null : .object(fields))
    )
  }

  fileprivate var words: String {
    switch kind {
    case .select, .reselect: "\(kind.rawValue) \(tab ?? "")"
    case .tap: "tap '\(target ?? "")'"
    case .fill: "fill \(fields.map(\.name).joined(separator: ", "))"
    case .outside: "tap outside"
    case .back, .swipe, .dismiss, .close, .recheck: kind.rawValue
    }
  }
}

extension WireFields {
  /// A list of keys: texts, and whole numbers from 1 on.
  fileprivate mutating func path(_ name: String) throws(Refusal) -> [JSON] {
    let value = value(name)
    guard case .list(let keys) = value, !keys.isEmpty, keys.count <= 64,
      keys.allSatisfy({ $0.text != nil || ($0.int ?? 0) > 0 })
    else {
      throw Refusal(
        400,
        .wrongType,
        "The field '\(name)' must be a list of 1 to 64 keys: texts, or whole numbers from 1 on."
      )
    }
    return keys
  }
}
#endif
