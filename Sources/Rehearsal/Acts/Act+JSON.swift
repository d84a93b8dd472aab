package import MessageStream
import Moonroute
import ScriptHost

/// The JSON form of an act: its POST path and body.
extension Act {
  /// Reads the body of an act; fields that do not belong to the act remain unread.
  package init(_ post: String, _ fields: inout WireFields) throws(Refusal) {
    switch post {
    case "open": self = .open(try Opening(&fields))
    case "act": self = try Act(gesture: &fields)
    case "emit": self = .emit(key: try fields.text("key"), value: fields.value("value"))
    case "resource":
      let path = try fields.text("path")
      let value = fields.value("value")
      let isDeleted = try fields.optionalBool("delete") ?? false
      self = .setResource(path: path, value: isDeleted ? nil : value)
    case "session": self = .setSession(path: try fields.path("path"), value: fields.value("value"))
    case "persona": self = .become(try fields.optionalText("name"))
    case "clock":
      let mode = try fields.optionalWord("mode", ClockMode.self)
      self = .clock(mode: mode, advance: try fields.optionalSeconds("advance"))
    case "console": self = .lua(try fields.text("text"))
    default: throw Refusal(400, .unknownName, "'\(post)' is not an act.")
    }
  }

  private init(gesture fields: inout WireFields) throws(Refusal) {
    let gesture: Gesture = try fields.word("kind")
    let screen = try fields.optionalNumber("screen").map { Screen.ID(rawValue: UInt64($0)) }
    let act: PersonAct
    switch gesture {
    case .back: act = .back
    case .swipe: act = .swipeBack
    case .dismiss: act = .dismiss
    case .close: act = .close(nil)
    case .select: act = .select(TabKey(plain: try fields.text("tab")))
    case .reselect: act = .reselect(TabKey(plain: try fields.text("tab")))
    case .outside: act = .tapOutside
    case .tap:
      act = .tap(try fields.text("target"), at: try fields.place("place"), on: nil)
    case .fill:
      let entries = try fields.object("fields")
      act = .fill(entries.map { PersonAct.Field($0.name, Value(wire: $0.value)) }, on: nil)
    case .recheck:
      self = .recheck
      return
    }
    self = .person(act, on: screen.map(ScreenPlace.id))
  }

  package init(reading json: JSON) throws(Refusal) {
    var act = try WireFields(json)
    self = try Act(posted: &act)
    try act.end()
  }

  /// Reads the path and the body of an act.
  package init(posted act: inout WireFields) throws(Refusal) {
    let post = try act.text("post")
    var body = try WireFields(.object(try act.object("body")))
    self = try Act(post, &body)
    try body.end()
  }

  /// The POST path of the act; acts of scripts only are sent as Lua text.
  package var post: String {
    switch self {
    case .open: "open"
    case .person, .recheck: "act"
    case .emit: "emit"
    case .setResource: "resource"
    case .setSession: "session"
    case .become: "persona"
    case .clock: "clock"
    case .lua, .back, .swipeBack, .dismiss, .reload, .restore, .restart: "console"
    }
  }

  package var body: JSON {
    switch self {
    case .open(let opening): opening.json
    case .person(let act, let place): act.json(place)
    case .recheck: .fields(("kind", .text(kind)))
    case .emit(let key, let value): .present(("key", .text(key)), ("value", value))
    case .setResource(let path, let value?): .fields(("path", .text(path)), ("value", value))
    case .setResource(let path, nil): .fields(("path", .text(path)), ("delete", .bool(true)))
    case .setSession(let path, let value): .fields(("path", .list(path)), ("value", value))
    case .become(let name): .fields(("name", .optional(name)))
    case .clock(let mode, let advance):
      .present(
        ("mode", .optional(mode?.rawValue)),
        ("advance", advance.map(JSON.number) ?? .null)
      )
    case .lua(let text): .fields(("text", .text(text)))
    case .back, .swipeBack, .dismiss, .reload, .restore, .restart:
      .fields(("text", .text(call())))
    }
  }

  package var json: JSON { .fields(("post", .text(post)), ("body", body)) }
}

extension Act.Opening {
  fileprivate init(_ fields: inout WireFields) throws(Refusal) {
    self.init(try fields.text("location"))
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

extension PersonAct {
  fileprivate func json(_ screenPlace: ScreenPlace?) -> JSON {
    var (screen, tab, target, fields) = (JSON.null, JSON.null, JSON.null, JSON.null)
    var place = JSON.null
    if case .id(let id) = screenPlace { screen = .integer(Int64(clamping: id.rawValue)) }
    switch self {
    case .select(let key), .reselect(let key): tab = .text(key.plain)
    case .tap(let word, let position, _):
      target = .text(word)
      place = position.map { .list($0.map(JSON.int)) } ?? .null
    case .fill(let values, _) where !values.isEmpty:
      fields = .object(values.map { JSON.Field($0.name, JSON($0.value)) })
    case .back, .swipeBack, .dismiss, .tapOutside, .close, .fill: break
    }
    return .present(
      ("kind", .text(kind.rawValue)),
      ("screen", screen),
      ("tab", tab),
      ("target", target),
      ("place", place),
      ("fields", fields)
    )
  }
}

extension TabKey {
  /// A tab key from a position, starting at 1, or a name.
  fileprivate init(plain text: String) { self = Int(text).map(TabKey.position) ?? .name(text) }
}

extension WireFields {
  /// The place of an element in a body; `nil` if the field is missing.
  fileprivate mutating func place(_ name: String) throws(Refusal) -> [Int]? {
    let value = value(name)
    guard value != .null else { return nil }
    guard case .list(let items) = value, (1...16).contains(items.count),
      items.allSatisfy({ ($0.int ?? 0) > 0 })
    else {
      throw Refusal(
        400,
        .wrongType,
        "The field '\(name)' must be a list of 1 to 16 positive whole numbers."
      )
    }
    return items.compactMap(\.int)
  }

  /// A list of keys: texts and positive whole numbers.
  fileprivate mutating func path(_ name: String) throws(Refusal) -> [JSON] {
    let value = value(name)
    guard case .list(let keys) = value, !keys.isEmpty, keys.count <= 64,
      keys.allSatisfy({ $0.text != nil || ($0.int ?? 0) > 0 })
    else {
      throw Refusal(
        400,
        .wrongType,
        "The field '\(name)' must be a list of 1 to 64 keys: texts or positive whole numbers."
      )
    }
    return keys
  }
}
