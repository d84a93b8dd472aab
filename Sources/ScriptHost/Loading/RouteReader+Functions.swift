import LuaRuntime
import Moonroute
import TextTools

extension RouteReader {
  func sites(_ reader: FieldReader) -> HandlerSites {
    func site(_ field: String) -> SourceSite? {
      reader[field].function.flatMap { SourceSite($0.definedAt) }
    }
    let (view, action) = (site("view"), site("action"))
    let (onExit, animator) = (site("on_exit"), site("animator"))
    return HandlerSites(view: view, action: action, onExit: onExit, animator: animator)
  }

  /// The view of a definition: a name that the host knows, or a function.
  func view(_ reader: inout FieldReader) -> LinkRoute.View? {
    switch reader["view"] {
    case .nil: return nil
    case .string(let name):
      checkView(name, &reader)
      return .named(name)
    case .function(let function): return .made(screenMaker(function))
    case let other:
      reader.expect("the name of a view or a function", in: "view", got: other)
      return nil
    }
  }

  private func checkView(_ name: String, _ reader: inout FieldReader) {
    let offered = views + registrar.scope.router.viewNames
    guard !offered.isEmpty, !offered.contains(name) else { return }
    let hint = NearestNames.hint(for: name, among: offered)
    reader.add(
      .unknownName,
      "The program does not offer the view '\(name)'.\(hint)",
      field: "view"
    )
  }

  private func screenMaker(_ function: LuaFunction) -> Handler<RouteState, Screen?> {
    let generation = handlers.generation
    return .eventual { state in
      try generation.calls.begin(function, [try generation.bridge.lua(state)]) { values in
        switch values.first ?? .nil {
        case .nil: return nil
        case .object(let object):
          if let screen = object.payload as? ScriptScreen { return screen.description }
          throw RouterError.mistake(
            "The view returned \(object.type.name), not a screen.",
            by: function,
            in: generation.sources
          )
        case let other:
          throw RouterError.mistake(
            "The view returned a \(other.typeName), not a screen. Write return screen { … }.",
            by: function,
            in: generation.sources
          )
        }
      }
    }
  }

  func action(_ function: LuaFunction) -> Handler<RouteState, ActionAnswer> {
    let generation = handlers.generation
    return .eventual { state in
      try generation.calls.begin(function, [try generation.bridge.lua(state)]) { values in
        if case .object(let object)? = values.first,
          object.type === generation.bridge.classes.decline
        {
          return .declined
        }
        let answered = values.map { generation.bridge.value($0) }
        if case .boolean(false)? = values.first { return .refused(answered) }
        return .values(answered)
      }
    }
  }

  /// A script's function that is called before its screen is left.
  func onExit(_ function: LuaFunction) -> Handler<ScreenExit, ExitDecision> {
    let generation = handlers.generation
    return .eventual { leaving in
      let screen = generation.bridge.lua(leaving.screen)
      let target = try leaving.target.map { try generation.bridge.lua($0) } ?? .nil
      return try generation.calls.begin(function, [screen, target]) { values in
        switch values.first {
        case .boolean(true): return .proceed
        case .boolean(false):
          return .stop(values.count > 1 ? values[1].string : nil)
        case nil, .nil:
          let name = leaving.screen.state?.route.label ?? leaving.screen.caption
          throw RouterError.mistake(
            "the on_exit of '\(name)' returned nothing; return true or false",
            by: function,
            answering: .nothing,
            in: generation.sources
          )
        case .some(let other):
          throw RouterError.mistake(
            "on_exit returned \(other.typeName); return true or false",
            by: function,
            in: generation.sources
          )
        }
      }
    }
  }
}
