import Moonroute
import Rehearsal
import ScriptTesting
import Synchronization

/// An application of a journey, with a record of its effects.
struct WanderApplication: Sendable {
  let rehearsal: Rehearsal
  let effects: EffectRecorder

  fileprivate init(_ scripts: RehearsalScripts) async throws {
    let effects = EffectRecorder()
    rehearsal = try await scripts.rehearsal { effects.note($0) }
    self.effects = effects
    await rehearsal.application.perform { effects.observe($0.router) }
  }
}

/// Newly loaded applications, including reset ones of earlier journeys.
final class ApplicationPool: Sendable {
  private let scripts: RehearsalScripts
  private let free = Mutex<[WanderApplication]>([])

  init(_ scripts: RehearsalScripts) { self.scripts = scripts }

  func take() async throws -> WanderApplication {
    if let known = free.withLock({ $0.popLast() }) { return known }
    return try await WanderApplication(scripts)
  }

  /// Resets an application, or ends it if its work does not end.
  func give(_ application: WanderApplication) async {
    guard (try? await application.rehearsal.reset()) != nil else {
      return await application.rehearsal.end()
    }
    free.withLock { $0.append(application) }
  }

  func end() async {
    let all = free.withLock { free in
      defer { free = [] }
      return free
    }
    for application in all { await application.rehearsal.end() }
  }
}
