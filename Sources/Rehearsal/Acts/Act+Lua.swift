import MessageStream
package import Moonroute
import ScriptHost
import ScriptReports
import TextTools

extension Act {
  /// The style of calls in a spec, which differs between features so that journeys keep their
  /// bytes.
  package struct CallStyle: Sendable {
    /// Whether field names are always in brackets.
    package var bracketsNames = false
    /// Whether a whole number of seconds has a decimal point.
    package var pointsSeconds = false
    /// The current persona, which survives a restart.
    package var persona: String?
    /// The replaced functions of the program with their results, which survive a restart.
    package var answers: [(function: String, result: Value)] = []

    package init() {}
  }

  /// The call in a spec; empty if no script can perform the act.
  package func call(_ style: CallStyle = CallStyle()) -> String {
    switch self {
    case .open(let opening): return opening.call
    case .person(let act, let place): return act.call(place, style)
    case .back(1): return "router.back()"
    case .back(let steps): return "router.back(\(steps))"
    case .swipeBack: return "stage.swipe_back()"
    case .dismiss: return "router.dismiss()"
    case .emit(let key, .null): return "events.emit(\(key.quotedAsLua))"
    case .emit(let key, let value): return "events.emit(\(key.quotedAsLua), \(value.asLua))"
    case .setResource(let path, let value?):
      return "resources.update(\(path.quotedAsLua), \(value.asLua))"
    case .setResource(let path, nil): return "resources.delete(\(path.quotedAsLua))"
    case .setSession(let path, let value):
      return "session\(path.map(\.asLuaKey).joined()) = \(value.asLua)"
    case .become(let name): return Self.becoming(name)
    case .clock(_, nil): return ""
    case .clock(_, let seconds?):
      let whole = style.pointsSeconds ? nil : Int64(exactly: seconds)
      return "clock.advance(\(whole.map { "\($0)" } ?? "\(seconds)"))"
    case .recheck: return "router.recheck()"
    case .reload: return "assert.is_true(app.reload())"
    case .restore: return "stage.restore(stage.save())"
    case .restart:
      let login = [Self.becoming(style.persona)] + Self.stubs(style.answers)
      return """
        do
          local saved = stage.save()
          app.reset()
          \(login.joined(separator: "\n  "))
          stage.restore(saved)
        end
        """
    case .lua(let text): return PromptText(text).statement
    }
  }

  private static func becoming(_ persona: String?) -> String {
    "app.persona(\(persona?.quotedAsLua ?? "nil"))"
  }

  /// The statements that replace functions of the program; the spec has a table `stubs`.
  package static func stubs(_ answers: [(function: String, result: Value)]) -> [String] {
    answers.map { function, result in
      "stubs\(function.asLuaIndex) = stub(host, \(function.quotedAsLua))"
        + ".returns(\(result.luaLiteral ?? "nil"))"
    }
  }
}

extension Act.Opening {
  fileprivate var call: String {
    var options = ValueTable()
    if extra != .null { options["extra"] = Value(wire: extra) }
    if let animator { options["animator"] = .text(animator) }
    if let isAnimated { options["animated"] = .bool(isAnimated) }
    if !tags.isEmpty { options["tags"] = .table(ValueTable(items: tags.map(Value.text))) }
    let literal = Value.table(options).luaLiteral ?? "{}"
    let rest = options.fields.isEmpty ? "" : ", \(literal)"
    return "router.\(goes ? "go" : "open")(\(location.quotedAsLua)\(rest))"
  }
}

extension PersonAct {
  fileprivate func call(_ place: ScreenPlace?, _ style: Act.CallStyle) -> String {
    let screen: String
    if case .index(let index) = place {
      screen = "stage.screens()[\(index + 1)]"
    } else {
      screen = "stage.top()"
    }
    switch self {
    case .back: return "router.back()"
    case .swipeBack: return "stage.swipe_back()"
    case .dismiss, .tapOutside: return "router.dismiss()"
    case .close: return place == nil ? "router.close()" : "\(screen):close()"
    case .select(let tab): return "router.select(\(tab.inLua))"
    case .reselect(let tab): return "router.reset(\(tab.inLua))"
    case .tap(let word, let position, _):
      let place = position.map { ", { \($0.map(String.init).joined(separator: ", ")) }" } ?? ""
      return "\(screen):tap(\(word.quotedAsLua)\(place))"
    case .fill(let fields, _):
      let entries = fields.sorted { $0.name < $1.name }
        .map { field in
          let name = field.name
          let key = style.bracketsNames || !name.isLuaName ? "[\(name.quotedAsLua)]" : name
          return "\(key) = \(field.value.luaLiteral ?? "nil")"
        }
      let list = entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
      return "\(screen):fill(\(list))"
    }
  }
}

extension TabKey {
  fileprivate var inLua: String {
    switch self {
    case .name(let name): name.quotedAsLua
    case .position(let position): "\(position)"
    }
  }
}

extension JSON {
  fileprivate var asLua: String { Value(wire: self).luaLiteral ?? "nil" }

  fileprivate var asLuaKey: String {
    switch self {
    case .text(let name): name.asLuaIndex
    default: "[\(line)]"
    }
  }
}
