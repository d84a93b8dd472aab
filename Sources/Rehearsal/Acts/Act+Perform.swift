import MessageStream
package import Moonroute
package import ScriptHost

package enum ActResult: Sendable {
  case opened(Outcome)
  case moved(MoveResult)
  case emitted(receivers: Int)
  /// The session after the act.
  case session(Value)
  /// The application switched to another persona, which removed a number of screens.
  case persona(changes: Int)
  case rechecked(Outcome?)
  /// The stage was restored, except for some locations.
  case restored(leftOut: [String])
  case answered([PromptAnswer])
  case done
}

extension Act {
  /// Performs the act, except a restart, which requires a new application.
  package func perform(
    in application: isolated LinkRouter,
    _ host: ScriptHost?,
    advance: (Duration) async -> Void
  ) async throws -> ActResult {
    let router = application.router
    switch self {
    case .open(let opening):
      return .opened(await router.open(opening.location, options: try opening.options))
    case .person(let act, let place):
      return .moved(await router.perform(act.on(place?.screen(in: application))))
    case .back(let steps): return .moved(await router.back(steps))
    case .swipeBack: return .moved(await router.swipeBack())
    case .dismiss: return .moved(await router.dismiss())
    case .emit(let key, let value):
      return .emitted(receivers: try application.events.emit(key, Value(wire: value)))
    case .setResource(let path, let value?):
      try application.resources.update(path, value: Value(wire: value))
      return .done
    case .setResource(let path, nil):
      try application.resources.delete(path)
      return .done
    case .clock(_, let seconds):
      if let seconds { await advance(.seconds(seconds)) }
      return .done
    case .recheck: return .rechecked(await router.revalidate())
    case .restore:
      return .restored(leftOut: try await router.restore(from: router.stage.restorationState))
    case .restart: return .done
    case .setSession, .become, .reload, .lua:
      guard let host else { throw RouterError(.hostError, "The application has no scripts.") }
      return try await perform(in: application, scripts: host)
    }
  }

  private func perform(
    in application: isolated LinkRouter,
    scripts host: ScriptHost
  ) async throws -> ActResult {
    switch self {
    case .setSession(let path, let value):
      let session = host.session(in: application)
      try session.set(path.map { Value(wire: $0) }, to: Value(wire: value))
      return .session(session.value)
    case .become(let name): return .persona(changes: try await host.become(name, in: application))
    case .reload: _ = try await host.loadAgain()
    case .lua(let text): return .answered(try await host.answers(to: PromptText(text)))
    default: break
    }
    return .done
  }
}

extension Act.Opening {
  fileprivate var options: OpenOptions {
    get throws(RouterError) {
      var options = OpenOptions(extra: Value(wire: extra), tags: tags)
      options.animated = isAnimated
      options.buildsStack = goes
      if let animator { options.animator = try ScriptAnimators.animator(named: animator) }
      return options
    }
  }
}
