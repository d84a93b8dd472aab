import LuaRuntime
import Moonroute
import RoutePatterns
import TextTools

extension ScreenModule {
  /// The methods by which a spec uses a screen as a person would.
  var personMethods: [LuaMethod] { [tap, fill] }

  private var tap: LuaMethod {
    functions.suspendingMethod(
      "screen",
      "tap",
      "(text) → screen",
      "Taps a button or a link of the body, by its text or its name, as a person would."
    ) { call in
      let screen = try Self.screen(call)
      let text = try call.string(1)
      let now = bridge.current(screen)
      guard bridge.scope.router.stage.tree.visible.contains(where: { $0.id == screen.id }) else {
        throw call.argumentError(0, "nobody can tap '\(now.caption)': it is not seen")
      }
      let elements = ScreenBody(now).elements
      guard let element = elements.first(where: { $0.answers(to: text) }) else {
        let known = elements.filter(\.canBeTapped).compactMap(\.text)
        let hint = NearestNames.hint(for: text, among: known)
        throw call.argumentError(
          1,
          "nothing on '\(now.caption)' can be tapped as '\(text)'.\(hint)"
        )
      }
      let isLink = element.kind == "link"
      let value = try bridge.lua(isLink ? element.target : element.action)
      return {
        if isLink {
          let options = OpenOptions().starting(from: screen.id)
          _ = await bridge.scope.router.run(value.display, options: options, purpose: .show)
        } else if case .function(let function) = value {
          let answer = try calls.begin(function, [bridge.lua(screen)]) { _ in }
          if case .later(let rest) = answer { try await rest() }
        }
        return [bridge.lua(screen)]
      }
    }
  }

  private var fill: LuaMethod {
    functions.method(
      "screen",
      "fill",
      "(fields) → screen",
      "Enters text into fields of the body, as a person would."
    ) { call in
      let screen = try Self.screen(call)
      let known = ScreenBody(bridge.current(screen)).elements
        .filter { $0.kind == "field" }.compactMap(\.text)
      for field in try call.table(1).fields {
        let name = field.key.string ?? field.key.value.display
        guard known.contains(name) else {
          let hint = NearestNames.hint(for: name, among: known)
          throw call.argumentError(1, "the screen has no field '\(name)'.\(hint)")
        }
        let value = bridge.value(field.value)
        let now = bridge.current(screen)
        let growth = Table.fieldBytes(name, value) - Table.fieldBytes(name, now.fields[name])
        let lifetimeToken = try bridge.memory.charge(changing: now, by: growth)
        screen.description.fields[name] = value
        screen.description.lifetimeToken = lifetimeToken
        bridge.scope.router.stage.update(screen.id) {
          $0.fields[name] = value
          $0.lifetimeToken = lifetimeToken
        }
      }
      return [call[0]]
    }
  }
}

/// The pieces of a screen's body.
private struct ScreenBody {
  /// One piece: `{ "button", "Log in", on_tap = fn }`.
  struct Element {
    let table: Table

    var kind: String? { table.items.first?.text }
    var text: String? { table.items.dropFirst().first?.text }
    var target: Value { table["to"] }
    var action: Value { table["on_tap"] }
    var canBeTapped: Bool { kind == "link" || kind == "button" }

    /// Whether the piece is what a person means by a text or a name.
    func answers(to word: String) -> Bool {
      canBeTapped && (text == word || table["name"].text == word)
    }
  }

  /// All pieces, those in lists included.
  let elements: [Element]

  init(_ screen: Screen) { elements = Self.elements(in: screen.props["body"], depth: 0) }

  private static func elements(in value: Value, depth: Int) -> [Element] {
    guard depth < 16, let table = value.table else { return [] }
    return table.items.flatMap { item -> [Element] in
      guard let inner = item.table else { return [] }
      guard inner.items.first?.text != nil else { return elements(in: item, depth: depth + 1) }
      return [Element(table: inner)]
        + inner.items.dropFirst().flatMap { elements(in: $0, depth: depth + 1) }
    }
  }
}

extension OpenOptions {
  fileprivate func starting(from screen: Screen.ID) -> OpenOptions {
    var options = self
    options.source = screen
    return options
  }
}
