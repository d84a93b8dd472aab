#if Releases
import Moonroute
import ScriptHost
import Synchronization

/// A host as a program whose rules follow a channel.
struct HostProgram: ReleaseProgram {
  let host: ScriptHost
  /// The scripts that the host had first.
  let embedded: ScriptSource
  let checks: [ReleaseCheck]
  let counter = OpenCounter()

  func lacks(_ needs: ScriptBundle.Needs) -> ScriptBundle.Needs { host.missing(needs) }

  func prove(_ bundle: ScriptBundle) async -> String? {
    for check in checks {
      if let reason = await check.refusal(bundle) { return reason }
    }
    return nil
  }

  func use(_ rules: ReleaseFollower.Rules) async -> String? {
    var source = embedded
    if case .release(let scripts) = rules { source = scripts }
    do throws(ScriptProblems) {
      try await host.load(from: source)
      return nil
    } catch {
      return error.firstError.description
    }
  }

  func opens() -> OpenCounts { counter.counts }
}

/// Counts the opens of a router.
final class OpenCounter: OpenInstrument {
  private let state = Mutex(OpenCounts())

  var counts: OpenCounts { state.withLock { $0 } }

  func around(
    _ open: InstrumentedOpen,
    isolation: isolated (any Actor)?,
    _ run: () async -> Outcome
  ) async -> Outcome {
    let outcome = await run()
    guard open.purpose.isOpen else { return outcome }
    state.withLock { $0.note(outcome.status, route: outcome.route?.label) }
    return outcome
  }
}
#endif
