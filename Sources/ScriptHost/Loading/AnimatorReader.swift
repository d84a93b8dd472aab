import LuaRuntime
import Moonroute

/// Reads animators from what scripts write: a name, an animator, a function.
struct AnimatorReader {
  let generation: Generation

  /// The animators that take the options of a presentation, with their names.
  static let presentations: [String: [String]] = [
    "present": ["full_screen", "wrap"],
    "sheet": [
      "corner_radius", "cover", "duration", "position", "size", "tap_outside", "wrap",
    ],
    "full_screen": ["transition", "wrap"],
    "push_style_present": ["edge_swipe", "wrap"],
  ]

  /// All animators by name, without options.
  static var all: [String: Animator] {
    var all: [String: Animator] = [
      "root": .root, "push": .push, "automatic": .automatic,
      "refresh": Animator("refresh", .refresh(apply: nil, otherwise: .push)),
    ]
    for name in presentations.keys {
      all[name] = Animator(name, .present(PresentationStyle(name), wrap: nil))
    }
    return all
  }

  /// The animator of a field of a definition.
  func choice(_ reader: inout FieldReader, _ field: String) -> AnimatorChoice? {
    switch reader[field] {
    case .nil: return nil
    case .function(let function): return .chosen(chooser(function))
    case let value:
      do throws(RouterError) {
        return .fixed(try animator(value))
      } catch {
        reader.add(error.code, error.message, field: field)
        return nil
      }
    }
  }

  /// The animator that a name or an animator of a script means.
  func animator(_ value: LuaValue) throws(RouterError) -> Animator {
    switch value {
    case .string(let name):
      if let animator = Self.all[name] { return animator }
      let hint = NearestNames.hint(for: name, among: Self.all.keys.sorted())
      throw RouterError(.unknownName, "There is no animator '\(name)'.\(hint)")
    case .object(let object):
      if let animator = object.payload as? Animator { return animator }
    default: break
    }
    throw RouterError(
      .wrongType,
      "An animator is a name such as \"push\" or animator.push, not a \(value.typeName)."
    )
  }

  private func chooser(_ function: LuaFunction) -> Handler<RouteState, Animator?> {
    let generation = generation
    let site = SourceSite(function.definedAt)
    return .eventual { state in
      try generation.begin(function, [try generation.lua(state)]) { values in
        guard let value = values.first, !value.isNil else { return nil }
        do throws(RouterError) {
          return try animator(value)
        } catch {
          throw error.located(at: site)
        }
      }
    }
  }

  /// An animator with options.
  ///
  /// - Throws: The first mistake in the options.
  func animator(named name: String, options: LuaTable) throws(RouterError) -> Animator {
    var reader = FieldReader(options, as: "animator.\(name)", known: Self.options(of: name))
    let wrap = reader.word("wrap", as: Animator.Wrap.self)
    let effect: Animator.Effect
    switch name {
    case "root": effect = .root(wrap: wrap)
    case "automatic": effect = .automatic(wrap: wrap)
    case "push":
      effect = .push(underModal: reader.word("under_modal") ?? .dismiss)
    case "refresh": effect = try refresh(&reader)
    default:
      var plain = Table()
      if case .table(let table) = generation.value(.table(options)) { plain = table }
      plain["wrap"] = .none
      effect = .present(PresentationStyle(name, options: plain), wrap: wrap)
    }
    if let mistake = reader.mistakes.first { throw RouterError(mistake.code, mistake.message) }
    return Animator(name, effect)
  }

  private func refresh(_ reader: inout FieldReader) throws(RouterError) -> Animator.Effect {
    let apply = reader.function("apply").map(applier)
    let otherwise = reader["otherwise"].isNil ? .push : try animator(reader["otherwise"])
    return .refresh(apply: apply, otherwise: otherwise)
  }

  private func applier(_ function: LuaFunction) -> Handler<Refreshing, Screen> {
    let generation = generation
    return .eventual { refreshing in
      let page = ScriptScreen(refreshing.screen)
      guard let type = generation.classes.screen else { return .now(refreshing.screen) }
      let object = LuaValue.object(LuaObject(page, type: type))
      return try generation.begin(function, [object, try generation.lua(refreshing.state)]) { _ in
        generation.current(page)
      }
    }
  }

  private static func options(of name: String) -> [String] {
    switch name {
    case "root", "automatic": ["wrap"]
    case "push": ["under_modal", "hides_bottom_bar"]
    case "refresh": ["apply", "otherwise"]
    default: presentations[name] ?? []
    }
  }
}
