import LuaRuntime
import Moonroute
import TextTools

/// Reads the table that `looks.lua` returns, and records every mistake in it.
struct LooksReader {
  private static let fields = ["accent", "pictures", "views"]

  /// The deepest nesting of tables.
  private static let depth = 10

  private let texts: ScriptTexts
  private let lines: ScriptLines

  private var looks = Looks()

  init(_ text: [UInt8]) {
    texts = ScriptTexts(of: text, at: Looks.file)
    lines = ScriptLines(text)
  }

  /// Runs the script without any library, and reads the table that it returns.
  mutating func read(_ text: [UInt8]) -> Looks {
    let answer: LuaValue
    do throws(LuaError) {
      var limits = LuaLimits()
      limits.valueDepth = Self.depth
      let state = try LuaState(limits: limits)
      let environment = try state.makeEnvironment()
      let chunk = try state.load(text, name: Looks.file, environment: environment)
      answer = try state.call(chunk).first ?? .nil
    } catch {
      let start = SourceSite(file: Looks.file, line: 1)
      looks.problems.append(
        ScriptProblem(error, at: SourceSite(error.position) ?? start, in: texts)
      )
      return looks
    }
    guard case .table(let table) = answer else {
      add(
        "\(Looks.file) does not return a table. Write"
          + " return { views = { Object = { { \"heading\", \"$title\" } } } }.",
        at: 1
      )
      return looks
    }
    var reader = FieldReader(table, as: Looks.file, known: Self.fields)
    readAccent(reader["accent"])
    readPictures(&reader)
    readViews(&reader)
    for mistake in reader.mistakes {
      add(mistake.message, at: mistake.field.flatMap(line) ?? 1, mistake.code)
    }
    return looks
  }

  // MARK: Colours and pictures

  private mutating func readAccent(_ value: LuaValue) {
    func colour(_ value: LuaValue) -> String? {
      guard let text = value.string, text.utf8.count == 7, text.hasPrefix("#"),
        text.dropFirst().allSatisfy(\.isHexDigit)
      else { return nil }
      return text
    }
    let (light, dark): (LuaValue, LuaValue)
    var hasOwnDark = false
    switch value {
    case .nil: return
    case .table(let table):
      let known = ["light", "dark"]
      if let wrong = table.fields.first(where: { !known.contains($0.key.string ?? "") }) {
        let name = wrong.key.string ?? wrong.key.value.display
        let words = ScriptCallFields.problem(withField: name, of: "'accent'", known: known)
        add(words, at: line(of: name) ?? line(of: "accent") ?? 1, .unknownField)
      }
      light = table["light"].isNil ? table["dark"] : table["light"]
      dark = table["dark"].isNil ? light : table["dark"]
      hasOwnDark = !table["dark"].isNil
    default: (light, dark) = (value, value)
    }
    for one in [light, dark] where colour(one) == nil {
      let shown = one.string.map { "\"\($0.prefix(40))\"" } ?? "a \(one.typeName)"
      add("'accent' is \(shown). Write a colour as #rrggbb.", at: line(of: "accent") ?? 1)
      return
    }
    let accent = Looks.Accent(light: colour(light) ?? "", dark: colour(dark) ?? "")
    looks.accent = accent
    noteContrast(of: accent.light, on: "#ffffff", "white", shade: "darker")
    guard hasOwnDark else { return }
    noteContrast(of: accent.dark, on: "#000000", "black", shade: "lighter")
  }

  /// Notes that text needs another shade of a colour to be readable.
  private mutating func noteContrast(
    of colour: String,
    on ground: String,
    _ name: String,
    shade: String
  ) {
    let contrast = ColourContrast.of(colour, ground)
    guard contrast < ColourContrast.readable else { return }
    add(
      "The accent \(colour) has a contrast of \(contrast.shortInLooks) on \(name), so text gets a"
        + " \(shade) shade of it. Text is readable from \(ColourContrast.readable.shortInLooks).",
      at: line(of: "accent") ?? 1,
      severity: .note
    )
  }

  private mutating func readPictures(_ reader: inout FieldReader) {
    guard let table = reader.table("pictures") else { return }
    let place = line(of: "pictures") ?? 1
    for field in table.fields {
      guard let name = field.key.string, let path = field.value.string else {
        add("'pictures' has folders as text, such as folder = \"pictures\".", at: place)
        continue
      }
      guard name == "folder" || name.hasPrefix("https://") || name.hasPrefix("http://") else {
        let words = ScriptCallFields.problem(
          withField: name,
          of: "'pictures', besides beginnings of addresses",
          known: ["folder"]
        )
        add(words, at: line(of: name) ?? place, .unknownField)
        continue
      }
      guard Looks.isInside(path) else {
        add("'pictures' points outside the application: '\(path)'.", at: line(of: name) ?? place)
        continue
      }
      if name == "folder" {
        looks.pictureFolder = path.hasSuffix("/") ? String(path.dropLast()) : path
      } else {
        looks.pictureAddresses[name] = path.hasSuffix("/") ? path : path + "/"
      }
    }
  }

  // MARK: Views

  private mutating func readViews(_ reader: inout FieldReader) {
    guard let table = reader.table("views") else { return }
    for field in table.fields {
      let name = field.key.string ?? field.key.value.display
      let place = line(of: name) ?? line(of: "views") ?? 1
      let before = looks.problems.count
      looks.lines[name] = place
      let pieces: [Value]
      if case .table(let list) = field.value, list.fields.isEmpty {
        pieces = list.array.compactMap { piece($0, in: name, from: place) }
      } else {
        pieces = []
        add(
          "The look of '\(name)' must be a list of pieces: { { \"text\", \"$title\" } }.",
          at: place
        )
      }
      if looks.problems.count == before {
        looks.views[name] = .table(ValueTable(list: pieces))
      } else {
        looks.failed.append(name)
      }
    }
  }

  /// Reads a piece: `{ "badge", "Room $room", tone = "good" }`.
  private mutating func piece(_ value: LuaValue, in view: String, from place: Int) -> Value? {
    if case .function = value {
      add("\(Looks.file) must contain plain data only; '\(view)' contains a function.", at: place)
      return nil
    }
    guard case .table(let table) = value, let name = table.array.first?.string else {
      add(
        "A piece of '\(view)' must begin with its word, such as { \"text\", \"$title\" }.",
        at: place
      )
      return nil
    }
    guard let word = LookWord.all[name] else {
      let hint = NearestNames.hintOrList(for: name, among: LookWord.names)
      add(
        "'\(name)' is not a piece of a look.\(hint)",
        at: line(quoting: name, from: place) ?? place
      )
      return nil
    }
    let own = line(quoting: name, from: place) ?? place
    var fields: [String: Value] = ["kind": .text(name)]
    readContent(of: table, word, name, in: view, at: own, &fields)
    for field in table.fields {
      read(field, of: name, word, in: view, at: own, &fields)
    }
    return .table(ValueTable(fields: fields))
  }

  private mutating func readContent(
    of table: LuaTable,
    _ word: LookWord,
    _ name: String,
    in view: String,
    at place: Int,
    _ fields: inout [String: Value]
  ) {
    let rest = Array(table.array.dropFirst())
    func isText(_ value: LuaValue?) -> Bool { value?.string != nil || value?.number != nil }
    switch word.content {
    case .nothing:
      if !rest.isEmpty { add("The piece '\(name)' has only fields.", at: place) }
    case .pieces:
      fields["pieces"] = .table(
        ValueTable(list: rest.compactMap { piece($0, in: view, from: place) })
      )
    case .text, .name:
      guard rest.count == 1, isText(rest.first), let value = Value(plain: rest[0]) else {
        add("A \(name) needs one text: { \"\(name)\", \"$title\" }.", at: place)
        return
      }
      fields["value"] = value
    case .list(let needsPiece):
      let example = "{ \"\(name)\", \"$products\", { \"text\", \"$name\" } }"
      guard rest.first?.string != nil, rest.count <= 2, !needsPiece || rest.count == 2 else {
        add("A \(name) needs a list and a piece for each item: \(example).", at: place)
        return
      }
      fields["value"] = Value(plain: rest[0])
      if rest.count == 2 {
        fields["pieces"] = .table(
          ValueTable(list: [piece(rest[1], in: view, from: place)].compactMap(\.self))
        )
      }
    }
  }

  private mutating func read(
    _ field: LuaField,
    of name: String,
    _ word: LookWord,
    in view: String,
    at place: Int,
    _ fields: inout [String: Value]
  ) {
    let key = field.key.string ?? field.key.value.display
    let found = line(of: key, from: place) ?? place
    guard let kind = word.fields[key] else {
      let known = word.fields.keys.sorted()
      let words = ScriptCallFields.problem(
        withField: key,
        of: "the piece '\(name)'",
        known: known
      )
      return add(words, at: found, .unknownField)
    }
    if case .function = field.value {
      return add(
        "\(Looks.file) must contain plain data only; '\(view)' contains a function.",
        at: found
      )
    }
    guard let value = Value(plain: field.value), kind.accepts(field.value) else {
      let shown = field.value.string.map { "'\($0.prefix(40))'" } ?? field.value.shownInLooks
      return add("'\(key)' of a \(name) must be \(kind.words), not \(shown).", at: found)
    }
    fields[key] = value
  }

  // MARK: Places

  private mutating func add(
    _ message: String,
    at line: Int,
    _ code: RouterError.Code = .wrongType,
    severity: ScriptProblem.Severity = .error
  ) {
    let site = SourceSite(file: Looks.file, line: line)
    var problem = ScriptProblem(code, message, at: site, in: texts)
    problem.severity = severity
    looks.problems.append(problem)
  }

  /// The first line that sets a field.
  private func line(of field: String) -> Int? { line(of: field, from: 1) }

  private func line(of field: String, from first: Int) -> Int? {
    for start in stride(from: first, through: max(first, lines.count), by: 200) {
      if let found = lines.find(field: field, in: start...start + 199) { return found.line }
    }
    return nil
  }

  /// The first line from one on that has a text in quotes.
  private func line(quoting text: String, from first: Int) -> Int? {
    guard first <= lines.count else { return nil }
    return (first...lines.count)
      .first { number in
        guard let line = lines[number] else { return false }
        let shown = String(decoding: line, as: UTF8.self)
        return shown.contains("\"\(text)\"") || shown.contains("'\(text)'")
      }
  }
}

extension Looks {
  /// Reads the text of `looks.lua`.
  package init(reading text: [UInt8]) {
    var reader = LooksReader(text)
    self = reader.read(text)
  }
}

extension LookWord.Field {
  fileprivate func accepts(_ value: LuaValue) -> Bool {
    switch self {
    case .text: value.string != nil
    case .textOrNumber: value.string != nil || value.number != nil
    case .flag: value.boolean != nil
    case .texts:
      value.string != nil
        || value.table.map { $0.fields.isEmpty && $0.array.allSatisfy { $0.string != nil } } == true
    case .number(let range): value.number.map(range.contains) == true
    case .whole(let range): value.integer.map { range.contains(Int(clamping: $0)) } == true
    case .word(let words): value.string.map(words.contains) == true
    }
  }

  fileprivate var words: String {
    switch self {
    case .text: "text"
    case .textOrNumber: "text or a number"
    case .flag: "true or false"
    case .texts: "a list of texts"
    case .number(let range):
      "a number from \(range.lowerBound.shortInLooks) to \(range.upperBound.shortInLooks)"
    case .whole(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .word(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
    }
  }
}

extension LuaValue {
  fileprivate var shownInLooks: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    default: "a \(typeName)"
    }
  }
}

extension Double {
  /// The number with at most one decimal.
  fileprivate var shortInLooks: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
