internal import CLua
import TextTools

/// Requests about scripts, while one is stopped or none runs. The numbers that they return are
/// valid until scripts run again.
extension LuaState {
  /// The calls of scripts, nearest first, without the host's own scripts, and their total number.
  ///
  /// `run` is the number of a waiting run; `nil` for the stopped one.
  package func debugFrames(
    of run: UInt64?,
    first: Int = 0,
    count: Int = .max
  ) -> (frames: [LuaDebugFrame], total: Int) {
    guard let pointer = stateHandle.pointer else { return ([], 0) }
    let bytes = clua_read_frames(
      pointer,
      run ?? .max,
      UInt32(clamping: first),
      UInt32(clamping: count)
    )
    var reader = LuaReader(bytes, of: self)
    let parts = reader.list()
    guard let total = parts.first?.integer else { return ([], 0) }
    let frames = stride(from: 1, to: parts.count - 4, by: 5)
      .map { LuaDebugFrame(parts[$0..<$0 + 5]) }
    return (frames, Int(clamping: total))
  }

  /// The content of a scope or a value: items, or up to ``mostNames`` other variables, unordered.
  ///
  /// `parent` is the number of a value, or ``LuaScope/parent(of:)``; `first` counts from 0.
  ///
  /// - Throws: The error of a script that had to run for it.
  package func variables(
    of parent: UInt32,
    items: Bool,
    first: Int = 0,
    count: Int = .max
  ) throws(LuaError) -> [LuaVariable] {
    try ask { pointer, answer in
      clua_read_variables(
        pointer,
        parent,
        items,
        UInt32(clamping: first),
        UInt32(clamping: count),
        &answer
      )
    }
  }

  /// The most names that ``variables(of:items:first:count:)`` returns.
  package static var mostNames: Int { Int(CLUA_MOST_NAMES) }

  /// The number of a value that the host holds, or 0.
  package func shownNumber(of reference: LuaReference) -> UInt32 {
    guard let pointer = stateHandle.pointer, reference.stateHandle === stateHandle else { return 0 }
    return clua_show_reference(pointer, reference.number)
  }

  /// Runs an expression or statements in the scope of a frame, or for `nil` only with the globals.
  ///
  /// - Throws: The syntax error in the text, or the error that it raised.
  package func evaluate(_ text: String, in frame: UInt32?) throws(LuaError) -> [LuaVariable] {
    try ask { pointer, answer in
      var status = CLUA_UNKNOWN
      Self.withBytes(of: text) { status = clua_evaluate(pointer, frame ?? .max, $0, &answer) }
      return status
    }
  }

  /// Sets a variable to the value of an expression, evaluated in the frame of the parent.
  ///
  /// `name` is the name as in ``LuaVariable/name``.
  ///
  /// - Throws: The error in the text, or the reason why the value cannot be changed.
  package func setVariable(
    _ name: String,
    of parent: UInt32,
    to text: String
  ) throws(LuaError) -> LuaVariable {
    let variables = try ask { pointer, answer in
      var status = CLUA_UNKNOWN
      Self.withBytes(of: name) { name in
        Self.withBytes(of: text) {
          status = clua_set_variable(pointer, parent, name, $0, &answer)
        }
      }
      return status
    }
    guard let variable = variables.first else { throw Self.nothingStopped }
    return variable
  }

  private static let nothingStopped = LuaError(
    .misuse,
    "nothing can be evaluated while scripts run; pause them first"
  )

  private func ask(
    _ question: (OpaquePointer, inout clua_Bytes) -> clua_Status
  ) throws(LuaError) -> [LuaVariable] {
    let pointer = try openPointer()
    var answer = clua_Bytes()
    let status = question(pointer, &answer)
    switch status {
    case CLUA_OK: return readVariables(answer)
    case CLUA_UNKNOWN, CLUA_BUSY: throw Self.nothingStopped
    default: throw explained(failure(status))
    }
  }

  /// The failure of a text, with the limit for evaluated texts if it computed too long, and without
  /// the position that Lua puts in front, which is of no use here.
  private func explained(_ error: LuaError) -> LuaError {
    if error.code == .timeout {
      let limit = Int(CLUA_QUESTION_TIME) / 1_000_000
      return LuaError(.timeout, "was stopped after computing for more than \(limit) ms")
    }
    guard error.message.hasPrefix("(eval):"),
      let end = error.message.firstRange(of: ": ")?.upperBound
    else { return error }
    return LuaError(error.code, String(error.message[end...]))
  }

  private func readVariables(_ answer: clua_Bytes) -> [LuaVariable] {
    var reader = LuaReader(answer, of: self)
    let parts = reader.list()
    return stride(from: 0, to: parts.count - 7, by: 8).map { LuaVariable(parts[$0..<$0 + 8]) }
  }

  /// A variable's value as a script would write it, shortened if long.
  ///
  /// No script code runs: a table with a text or an order from its metatable is shown as that text.
  package func preview(of variable: LuaVariable) -> String {
    guard variable.isPlainTable else { return variable.value }
    return VariablePart(variable: variable, state: self, level: 0).luaText(limit: 400)
  }
}

extension LuaVariable {
  fileprivate init(_ parts: ArraySlice<LuaValue>) {
    let parts = Array(parts)
    name = parts[0].shownText
    plainText = parts[1].shownText
    typeName = parts[2].shownText
    let leftOut = parts[6].integer ?? 0
    let note = leftOut > 0 ? " \(LuaText.comment("\(leftOut) bytes left out"))" : ""
    value = typeName == "string" ? parts[1].luaText + note : plainText
    isPlainTable =
      typeName == "table" && parts[7].boolean == false && plainText.hasPrefix("table: ")
    id = UInt32(clamping: parts[3].integer ?? 0)
    itemCount = Int(clamping: parts[4].integer ?? 0)
    if case .boolean(let more) = parts[5] { hasNames = more } else { hasNames = false }
  }
}

extension LuaDebugFrame {
  fileprivate init(_ parts: ArraySlice<LuaValue>) {
    let parts = Array(parts)
    id = UInt32(clamping: parts[0].integer ?? 0)
    let line = Int(clamping: parts[2].integer ?? 0)
    position = LuaPosition(file: parts[1].shownText, line: line)
    name = parts[3].string
    definedLine = Int(clamping: parts[4].integer ?? 0)
  }
}

extension LuaScope {
  /// The number of the scope of a frame, for ``LuaState/variables(of:items:first:count:)``.
  package func parent(of frame: UInt32?) -> UInt32 {
    let number: UInt32 = (frame ?? .max) << 2
    return 0x8000_0000 | number | rawValue
  }
}

extension LuaValue {
  /// The text of a string, with replacement characters for bytes that are not UTF-8.
  fileprivate var shownText: String {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: ""
    }
  }
}

private struct VariablePart: LuaWritable {
  private static let (mostEntries, mostLevels) = (50, 4)

  let variable: LuaVariable
  let state: LuaState
  let level: Int
  /// Whether this part is the variable's name, as Lua writes it.
  var isKey = false

  var luaPart: LuaPart<VariablePart> {
    if isKey { return .spelled(variable.name) }
    guard variable.isPlainTable else { return spelled }
    let items = variable.itemCount > 0 ? read(items: true) : []
    let names = variable.hasNames ? read(items: false) : []
    guard level < Self.mostLevels else {
      return .table(items: [], fields: [], more: variable.itemCount + names.count)
    }
    let fields = names.sorted { $0.order < $1.order }.prefix(Self.mostEntries)
    return .table(
      items: items.map(part),
      fields: fields.map { variable in
        var key = part(variable)
        key.isKey = true
        return (key, part(variable))
      },
      more: variable.itemCount - items.count + names.count - fields.count
    )
  }

  private var spelled: LuaPart<VariablePart> {
    switch variable.typeName {
    case "nil", "boolean", "string": .spelled(variable.value)
    case "number": .spelled(variable.value)
    default: .other(variable.value)
    }
  }

  private func read(items: Bool) -> [LuaVariable] {
    let count = items ? Self.mostEntries : .max
    return (try? state.variables(of: variable.id, items: items, count: count)) ?? []
  }

  private func part(_ variable: LuaVariable) -> VariablePart {
    VariablePart(variable: variable, state: state, level: level + 1)
  }
}

extension LuaVariable {
  /// The order of fields: numbers first, then names by their bytes, then truth values.
  fileprivate var order: (Int, Double, String) {
    guard name.first == "[" else { return (1, 0, name) }
    let key = name.dropFirst().dropLast()
    if key.first == "\"" { return (1, 0, String(key.dropFirst().dropLast())) }
    return Double(key).map { (0, $0, "") } ?? (2, 0, String(key))
  }
}
