internal import CLua

extension LuaState {
  func failure(_ status: clua_Status) -> LuaError {
    suspension.longArguments = []
    return switch status {
    case CLUA_FAILED: describedFailure()
    case CLUA_POISONED:
      LuaError(.poisoned, "an error got past every protection; this Lua state cannot be used again")
    case CLUA_BUSY:
      LuaError(.misuse, "a host function cannot enter Lua")
    default:
      LuaError(.misuse, "this task has ended")
    }
  }

  private static let tooDeep =
    "calls are nested too deeply (endless recursion?); end the recursion, or use a loop"

  /// Reads the description that C left: kind, code, message, file, line, value, frames.
  private func describedFailure() -> LuaError {
    guard let pointer = stateHandle.pointer else {
      return LuaError(.closed, "the Lua state is closed")
    }
    var reader = LuaReader(clua_output(pointer), of: self)
    let parts = reader.list()
    guard parts.count == 7, let kind = parts[0].integer else { return memoryFailure([]) }
    let frames = frames(parts[6].table?.array ?? [])
    switch clua_Failure(rawValue: UInt32(truncatingIfNeeded: kind)) {
    case CLUA_FAILURE_MEMORY: return memoryFailure(frames)
    case CLUA_FAILURE_BLOCK:
      return killed(
        .memoryLimit,
        "the script needed more than \(size(limits.blockBytes)) for one value, which is the"
          + " limit; split it into several texts or tables",
        frames
      )
    case CLUA_FAILURE_STACK:
      return LuaError(
        code: .stackOverflow,
        message: Self.tooDeep,
        position: frames.first?.position,
        traceback: frames
      )
    case CLUA_FAILURE_TIME: return timeFailure(frames)
    case CLUA_FAILURE_CANCELLED:
      return killed(.cancelled, "the script was stopped", frames)
    case CLUA_FAILURE_SYNTAX: return syntaxFailure(parts[2].text)
    default: return scriptFailure(parts, frames)
    }
  }

  private func killed(
    _ code: LuaErrorCode,
    _ message: String,
    _ frames: [LuaFrame]
  ) -> LuaError {
    LuaError(code: code, message: message, position: frames.first?.position, traceback: frames)
  }

  private func memoryFailure(_ frames: [LuaFrame]) -> LuaError {
    killed(
      .memoryLimit,
      "the script needed more than \(size(currentLimits.memoryBytes)) of memory; keep less, or raise "
        + currentLimits.names.memory,
      frames
    )
  }

  private func timeFailure(_ frames: [LuaFrame]) -> LuaError {
    if let shared = currentLimits.sharedTime, let pointer = stateHandle.pointer,
      clua_time_left(pointer) == 0
    {
      return killed(
        .timeout,
        "the scripts computed for more than \(shared.brief) while loading; do less there",
        frames
      )
    }
    return killed(
      .timeout,
      "the script computed for more than \(currentLimits.computingTime.brief); do less at a time, or raise "
        + currentLimits.names.time,
      frames
    )
  }

  private func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    return bytes >= 1 << 10 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }

  private func syntaxFailure(_ text: String) -> LuaError {
    let (position, message) = splitPosition(text)
    var near: String?
    if let range = message.lastRange(of: " near ") {
      near = String(message[range.upperBound...])
      if let quoted = near, quoted.count > 1, quoted.first == "'", quoted.last == "'" {
        near = String(quoted.dropFirst().dropLast())
      }
    }
    return LuaError(code: .syntaxError, message: message, position: position, near: near)
  }

  private func scriptFailure(_ parts: [LuaValue], _ frames: [LuaFrame]) -> LuaError {
    var position: LuaPosition?
    var message = parts[2].text
    if let file = parts[3].string, let line = parts[4].integer ?? Int64(parts[4].text) {
      position = LuaPosition(file: file, line: Int(clamping: line))
    } else if parts[5].isNil {
      (position, message) = splitPosition(message)
      if message.hasSuffix("stack overflow") { message = Self.tooDeep }
    }
    if parts[2].isNil { message = "(error object is a \(parts[5].typeName) value)" }
    return LuaError(
      code: parts[1].string.map { LuaErrorCode(rawValue: $0) } ?? .scriptError,
      message: message,
      position: position ?? frames.first?.position,
      traceback: frames,
      cause: raisedCauses[message],
      raised: parts[5].isNil ? nil : LuaRaisedValue(parts[5])
    )
  }

  /// Converts a value that a script caught into an error.
  package func error(caught value: LuaValue) -> LuaError {
    switch value {
    case .error(let error): return error
    case .string(let text):
      let (position, message) = splitPosition(text)
      return LuaError(.scriptError, message, position: position)
    case .table(let table) where table["message"].string != nil:
      let code = table["code"].string.map { LuaErrorCode(rawValue: $0) } ?? .scriptError
      return LuaError(code, table["message"].text)
    default: return LuaError(.scriptError, "(error object is a \(value.typeName) value)")
    }
  }

  /// Removes `file:line: ` from a message that begins with the name of a loaded script.
  func splitPosition(_ text: String) -> (LuaPosition?, String) {
    let utf8 = text.utf8
    var colon = utf8.firstIndex(of: UInt8(ascii: ":"))
    while let end = colon {
      let afterColon = utf8.index(after: end)
      if let file = scripts.names[String(text[..<end])] {
        let digits = text[afterColon...].prefix { $0.isASCII && $0.isNumber }
        let rest = text[digits.endIndex...]
        if let line = Int(digits), rest.hasPrefix(": ") {
          return (LuaPosition(file: file, line: line), String(rest.dropFirst(2)))
        }
      }
      colon = utf8[afterColon...].firstIndex(of: UInt8(ascii: ":"))
    }
    return (nil, text)
  }

  private func frames(_ parts: [LuaValue]) -> [LuaFrame] {
    stride(from: 0, to: parts.count - 3, by: 4)
      .compactMap { index in
        guard let line = parts[index + 1].integer, line > 0 else { return nil }
        return LuaFrame(
          position: LuaPosition(file: parts[index].text, line: Int(clamping: line)),
          name: parts[index + 2].string,
          definedLine: Int(clamping: parts[index + 3].integer ?? 0)
        )
      }
  }
}

extension LuaValue {
  /// The text of a string, with replacement characters for bytes that are not UTF-8.
  fileprivate var text: String {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .integer(let number): String(number)
    case .number(let number): String(number)
    default: ""
    }
  }
}

extension String {
  fileprivate func lastRange(of part: String) -> Range<Index>? {
    var end = endIndex
    while true {
      if self[..<end].hasSuffix(part) {
        return index(end, offsetBy: -part.count)..<end
      }
      guard end > startIndex else { return nil }
      end = index(before: end)
    }
  }
}
