import LuaRuntime
import Moonroute

/// Reads animators from a script's values: a name, an animator, or a function.
struct AnimatorReader {
  let handlers: ScriptHandlers

  private var generation: Generation { handlers.generation }

  /// The memory that the options of an animator may take: routes and screens hold them.
  private static let optionBytes = 2 << 10

  func choice(_ reader: inout FieldReader, _ field: String) -> AnimatorChoice? {
    if case .function(let function) = reader[field] { return .chosen(chooser(function)) }
    return animator(&reader, field).map { .fixed($0) }
  }

  func animator(_ reader: inout FieldReader, _ field: String) -> Animator? {
    guard !reader[field].isNil else { return nil }
    do throws(RouterError) {
      return holding(try animator(reader[field]))
    } catch {
      reader.add(error.code, error.message, field: field)
      return nil
    }
  }

  func animator(_ value: LuaValue) throws(RouterError) -> Animator {
    switch value {
    case .string(let name):
      if AnimatorKind.all[name]?.effect == .custom { throw Self.lacksFunction }
      if let animator = AnimatorKind.all[name]?.plain { return animator }
      throw RouterError(.unknownName, ScriptAnimators.problem(withName: name) ?? "")
    case .object(let object):
      if let animator = object.payload as? Animator {
        // A script's function is always eventual, so this is `animator.custom` without a function.
        if case .custom(let handler) = animator.effect, case .immediate = handler.body {
          throw Self.lacksFunction
        }
        return animator
      }
    default: break
    }
    throw RouterError(
      .wrongType,
      "An animator is a name such as \"push\" or animator.push, not a \(value.typeName)."
    )
  }

  /// The error for a custom animator without a function.
  static let lacksFunction = RouterError(
    .wrongType,
    "animator.custom needs the function that places the screen:"
      + " animator.custom(function(stage, source, screen) … end)."
  )

  private func chooser(_ function: LuaFunction) -> Handler<RouteState, Animator?> {
    let generation = generation
    let site = SourceSite(function.definedAt)
    return .eventual { state in
      try generation.calls.begin(function, [try generation.bridge.lua(state)]) { values in
        guard let value = values.first, !value.isNil else { return nil }
        do throws(RouterError) {
          return holding(try animator(value))
        } catch {
          throw error.located(at: site)
        }
      }
    }
  }

  func animator(_ kind: AnimatorKind, options: LuaTable) throws(RouterError) -> Animator {
    guard LuaValue.table(options).hostBytes <= Self.optionBytes else {
      throw RouterError(
        .memoryLimit,
        "The options of animator.\(kind.name) take more than \(Self.optionBytes) bytes. Pass a"
          + " name for large data, and load the data in the view."
      )
    }
    var reader = FieldReader(
      options,
      as: "animator.\(kind.name)",
      known: kind.options.map(\.name)
    )
    let animator = animator(kind, &reader)
    if let mistake = reader.mistakes.first { throw RouterError(mistake.code, mistake.message) }
    return animator
  }

  private func animator(_ kind: AnimatorKind, _ reader: inout FieldReader) -> Animator {
    var look = ValueTable()
    for option in kind.options where option.isLook {
      look[option.name] = option.value(in: &reader)
    }
    switch kind.effect {
    case .root: return .root(wrap: reader.word("wrap"))
    case .automatic: return .automatic(wrap: reader.word("wrap"))
    case .push:
      return Animator(
        kind.name,
        .push(
          underModal: reader.word("under_modal") ?? .dismiss,
          clearTo: reader.text("clear_to")
        ),
        options: look
      )
    case .show: return .show(wrap: reader.word("wrap"))
    case .showDetail: return .showDetail(wrap: reader.word("wrap"))
    case .custom: return kind.plain
    case .presentation:
      let style = PresentationStyle(kind.name, options: look)
      return Animator(kind.name, .present(style, wrap: reader.word("wrap")), options: look)
    case .refresh:
      return Animator(
        kind.name,
        .refresh(
          apply: reader.function("apply").map(applier),
          otherwise: (animator(&reader, "otherwise") ?? .push).withoutRefresh
        )
      )
    }
  }

  /// Runs a function on the shown page; does not retain the generation, as scripts hold animators.
  private func applier(_ function: LuaFunction) -> Handler<Refreshing, Screen> {
    let number = generation.number
    return .eventual { [weak generation] refreshing in
      guard let generation else { throw LuaError.gone(number) }
      let page = generation.bridge.heldScreens.object(for: refreshing.screen)
      let arguments = [generation.bridge.lua(page), try generation.bridge.lua(refreshing.state)]
      return try generation.calls.begin(function, arguments) { _ in generation.bridge.current(page)
      }
    }
  }

  /// The animator with a script's function that places the screen.
  func custom(_ function: LuaFunction) -> Animator {
    let number = generation.number
    let site = SourceSite(function.definedAt)
    return Animator(
      "custom",
      .custom(
        .eventual { [weak generation] placing in
          guard let generation else { throw LuaError.gone(number) }
          let page = generation.bridge.heldScreens.object(for: placing.screen)
          let arguments = [
            generation.bridge.lua(placing),
            placing.source.map { generation.bridge.lua($0) } ?? .nil,
            generation.bridge.lua(page),
          ]
          return try generation.calls.begin(function, arguments) { values in
            placing.screen = page.description
            guard let value = values.first, !value.isNil else { return nil }
            do throws(RouterError) {
              return try AnimatorReader(handlers: generation.handlers).animator(value)
            } catch {
              throw error.located(at: site)
            }
          }
        }
      )
    )
  }

  /// The same animator, which retains the generation while it is used.
  private func holding(_ animator: Animator) -> Animator {
    if case .custom(let handler) = animator.effect, case .eventual(let place) = handler.body {
      let generation = generation
      return Animator(
        animator.name,
        .custom(
          .eventual { placing in try withExtendedLifetime(generation) { try place(placing) } }
        )
      )
    }
    guard case .refresh(let handler?, let otherwise) = animator.effect,
      case .eventual(let apply) = handler.body
    else { return animator }
    let generation = generation
    return Animator(
      animator.name,
      .refresh(
        apply: .eventual { refreshing in
          try withExtendedLifetime(generation) { try apply(refreshing) }
        },
        otherwise: holding(otherwise)
      ),
      options: animator.options
    )
  }
}
