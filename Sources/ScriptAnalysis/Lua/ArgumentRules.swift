import LuaSyntax
import TextTools

/// Calls with missing or wrong arguments, reported in the words of Lua's own errors.
struct ArgumentRules {
  let application: LoadedApplication

  func run(_ script: AnalysedScript) {
    for call in script.all(.call) {
      guard let name = script.callee(of: call), let signature = CallSignature.all[name],
        !script.isTried(call)
      else { continue }
      let arguments = script.arguments(of: call)
      check(call, name, signature, arguments, script)
      if name == "string.format" {
        checkFormat(arguments.first, Array(arguments.dropFirst()), from: 2, call, script)
      }
    }
    for call in script.all(.methodCall) where script.tree.name(of: call) == "format" {
      let arguments = script.arguments(of: call)
      checkFormat(script.tree.firstChild(of: call), arguments, from: 1, call, script)
    }
  }

  private func check(
    _ call: LuaNode,
    _ name: String,
    _ signature: CallSignature,
    _ arguments: [LuaNode],
    _ script: AnalysedScript
  ) {
    // Lua's own errors name a function without its module.
    let isOwn = ["string", "table", "math"].contains { name.hasPrefix($0 + ".") }
    let shown = isOwn ? String(name.drop { $0 != "." }.dropFirst()) : name
    for (place, kind) in signature.needed.enumerated() {
      guard place < arguments.count else {
        guard !mayBeMore(arguments, script.tree) else { return }
        let got = kind == .value ? "" : ", got no value"
        return report(
          "bad argument #\(place + 1) to '\(shown)' (\(kind.words)\(got))",
          call,
          script
        )
      }
      guard let type = type(of: script.value(of: arguments[place]), script.tree),
        !kind.takes(type)
      else { continue }
      let words = "bad argument #\(place + 1) to '\(shown)' (\(kind.words), got \(type))"
      return report(words, arguments[place], script)
    }
    guard let limit = signature.limit, arguments.count > limit else { return }
    report(
      "'\(shown)' takes \(counted(limit, "argument")): the rest is discarded.",
      arguments[limit],
      script
    )
  }

  private func report(_ message: String, _ node: LuaNode, _ script: AnalysedScript) {
    application.report(.wrongArguments, message, at: node, in: script)
  }

  /// Whether the last argument can produce several values.
  private func mayBeMore(_ arguments: [LuaNode], _ tree: LuaTree) -> Bool {
    guard let last = arguments.last else { return false }
    return [.call, .methodCall, .varargs, .missing].contains(tree.kind(of: last))
  }

  /// The type of a literal, or `nil` for another expression.
  private func type(of node: LuaNode, _ tree: LuaTree) -> String? {
    switch tree.kind(of: node) {
    case .string: "string"
    case .number: "number"
    case .table: "table"
    case .function: "function"
    case .trueLiteral, .falseLiteral: "boolean"
    case .nilLiteral: "nil"
    default: nil
    }
  }

  // MARK: Formats

  private func checkFormat(
    _ format: LuaNode?,
    _ values: [LuaNode],
    from first: Int,
    _ call: LuaNode,
    _ script: AnalysedScript
  ) {
    guard let text = script.string(of: format), !mayBeMore(values, script.tree),
      !script.isTried(call)
    else { return }
    let count = Self.directives(in: text)
    if values.count < count {
      report("bad argument #\(first + values.count) to 'format' (no value)", call, script)
    } else if values.count > count {
      report(
        "This format takes \(counted(count, "value")): the rest is discarded.",
        values[count],
        script
      )
    }
  }

  /// The number of values that a format requires.
  static func directives(in format: String) -> Int {
    var count = 0
    var isDirective = false
    for byte in format.utf8 {
      if byte == UInt8(ascii: "%") {
        count += isDirective ? -1 : 1
        isDirective.toggle()
      } else {
        isDirective = false
      }
    }
    return count
  }
}
