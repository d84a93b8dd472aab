import LuaSyntax
import ScriptHost
import TextTools

/// Rules about the program's functions, views and transitions, if a list of offers is given.
struct OfferRules {
  let application: LoadedApplication
  private let offers: OfferList
  private let functions: [String: OfferList.Function]

  /// Returns `nil` without a list.
  init?(application: LoadedApplication) {
    guard let offers = application.offers else { return nil }
    self.application = application
    self.offers = offers
    functions = Dictionary(offers.functions.map { ($0.name, $0) }) { first, _ in first }
  }

  func run(_ script: AnalysedScript) {
    guard !script.isSpec else { return }
    for table in script.all(.table) {
      if script.isRoute(table) {
        check(script.field("view", of: table), "view", offers.views, script)
      }
      checkTransition(of: table, script)
    }
    for call in script.all(.call) {
      checkArguments(of: call, script)
      guard script.callee(of: call) == "host.replies" else { continue }
      for (name, item) in script.requesters(namedBy: call) {
        check(name, at: item, "function", offers.functions.map(\.name), script)
      }
    }
  }

  /// Checks the name of a view or a transition, if the program offers any.
  private func check(
    _ node: LuaNode?,
    _ kind: String,
    _ names: [String],
    _ script: AnalysedScript
  ) {
    guard let node, let name = script.string(of: node), !names.isEmpty else { return }
    check(name, at: node, kind, names, script)
  }

  private func check(
    _ name: String,
    at node: LuaNode,
    _ kind: String,
    _ names: [String],
    _ script: AnalysedScript
  ) {
    guard !names.contains(name) else { return }
    let nearest = NearestNames.of(name, among: names).first
    let hint = nearest.map { " Did you mean '\($0)'?" } ?? " Register it."
    let message = "The program does not offer the \(kind) '\(name)'.\(hint)"
    application.report(unknownName: message, nearest: nearest, at: node, in: script)
  }

  private func checkTransition(of table: LuaNode, _ script: AnalysedScript) {
    guard let node = script.field("transition", of: table),
      let call = script.tree.parent(of: table), script.tree.kind(of: call) == .call,
      ["animator.custom_push", "animator.full_screen"].contains(script.callee(of: call))
    else { return }
    check(node, "transition", offers.transitions, script)
  }

  // MARK: Arguments

  private func checkArguments(of call: LuaNode, _ script: AnalysedScript) {
    guard let callee = script.callee(of: call), callee.hasPrefix("host."), !script.isTried(call),
      let function = functions[String(callee.dropFirst(5))],
      let takes = function.signature.takes
    else { return }
    let arguments = script.arguments(of: call)
    // The last argument can produce several values.
    let isOpen =
      arguments.last.map {
        [LuaNode.Kind.call, .methodCall, .varargs].contains(script.tree.kind(of: $0))
      }
      ?? false
    if arguments.count > takes.count {
      let count = takes.isEmpty ? "none" : "\(takes.count)"
      application.report(
        .wrongArguments,
        "'\(callee)' takes \(count) but gets \(arguments.count).",
        at: arguments[takes.count],
        in: script
      )
    }
    let needed = takes.lastIndex { !$0.mayBeNil }.map { $0 + 1 } ?? 0
    if arguments.count < needed, !isOpen {
      let missing = takes[arguments.count]
      application.report(
        .wrongArguments,
        "'\(callee)' needs '\(missing.name)' (\(missing.type)).",
        at: call,
        in: script
      )
    }
    for (argument, parameter) in zip(arguments, takes) {
      guard let given = script.literalType(of: argument), !parameter.takes(given) else { continue }
      application.report(
        .wrongType,
        "'\(parameter.name)' of '\(callee)' takes '\(parameter.type)' but gets a \(given).",
        at: argument,
        in: script
      )
    }
  }
}

extension HostSignature.Parameter {
  private static let plain: Set<String> = ["integer", "number", "string", "boolean", "nil"]

  /// The possible types, or `nil` if some are not plain.
  private var choices: [String]? {
    let text = type.hasSuffix("?") ? String(type.dropLast()) + "|nil" : type
    let choices = text.split(separator: "|").map(String.init)
    return choices.allSatisfy(Self.plain.contains) ? choices : nil
  }

  fileprivate var mayBeNil: Bool {
    type == "any" || type.hasSuffix("?") || type.split(separator: "|").contains("nil")
  }

  /// Whether the parameter accepts a literal of this type; `true` if unknown.
  fileprivate func takes(_ given: String) -> Bool {
    guard let choices else { return true }
    return choices.contains(given) || given == "integer" && choices.contains("number")
  }
}

extension AnalysedScript {
  /// The type of a literal, or `nil` for another expression.
  fileprivate func literalType(of node: LuaNode) -> String? {
    let node = value(of: node)
    switch tree.kind(of: node) {
    case .string: return "string"
    case .trueLiteral, .falseLiteral: return "boolean"
    case .nilLiteral: return "nil"
    case .number: return Int64(tree.text(of: node)) == nil ? "number" : "integer"
    case .table: return "table"
    default: return nil
    }
  }
}
