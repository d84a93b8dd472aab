import MessageStream
import Moonroute
import TextTools

extension Act {
  /// A short description for people.
  package var words: String {
    switch self {
    case .open(let opening): (opening.goes ? "go " : "open ") + opening.location
    case .person(let act, _): act.words
    case .emit(let key, _): "emit \(key)"
    case .setResource(let path, let value): value == nil ? "delete \(path)" : "set \(path)"
    case .setSession(let path, _):
      "set session" + path.map { $0.text?.asLuaIndex ?? "[\($0.line)]" }.joined()
    case .become(let name): name.map { "as \($0)" } ?? "as no persona"
    case .clock(let mode, let advance):
      ["clock", mode?.rawValue, advance.map { "\($0) s ahead" }].compactMap(\.self)
        .joined(separator: " ")
    case .lua(let text): "run \(text.split(separator: "\n").joined(separator: " "))"
    case .back, .swipeBack, .dismiss, .recheck, .reload, .restore, .restart: kind
    }
  }

  package var typed: String {
    switch self {
    case .open(let opening): opening.location
    case .back(let steps): steps == 1 ? ":back" : ":back \(steps)"
    case .dismiss: ":dismiss"
    case .person(.tap(let target, nil, _), _): ":tap \(target)"
    case .person(.tap, _): call()
    case .person(.fill(let fields, _), _):
      ":fill " + fields.map { "\($0.name) = \($0.value.text ?? "")" }.joined(separator: ", ")
    case .clock(_, let seconds?):
      ":advance " + (Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)")
    case .become(let name): name.map { ":as \($0)" } ?? ":as"
    case .lua(let text): text
    default: words
    }
  }
}

extension PersonAct {
  fileprivate var words: String {
    switch self {
    case .select(let tab), .reselect(let tab): "\(kind.rawValue) \(tab.plain)"
    case .tap(let word, nil, _): "tap '\(word)'"
    case .tap(let word, let place?, _):
      "tap '\(word)' at \(place.map(String.init).joined(separator: ", "))"
    case .fill(let fields, _): "fill \(fields.map(\.name).joined(separator: ", "))"
    case .tapOutside: "tap outside"
    case .back, .swipeBack, .dismiss, .close: kind.rawValue
    }
  }
}

extension TabKey {
  package var plain: String {
    switch self {
    case .name(let name): name
    case .position(let position): "\(position)"
    }
  }
}
