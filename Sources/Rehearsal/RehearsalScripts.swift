package import Moonroute
package import ScriptHost

/// A snapshot of an application's scripts for any number of rehearsals.
package struct RehearsalScripts: Sendable {
  package typealias MakeHost = @Sendable (LinkRouter) throws -> ScriptHost

  /// The bytes of each script by path.
  package let texts: [String: [UInt8]]

  private let makeHost: MakeHost

  package init(_ texts: [String: [UInt8]], makeHost: @escaping MakeHost) {
    (self.texts, self.makeHost) = (texts, makeHost)
  }

  /// Creates a snapshot of a host's current scripts, or an empty one if none have loaded.
  package init(of host: ScriptHost, makeHost: @escaping MakeHost) async {
    let texts = await host.router.perform { host.scriptFiles(in: $0) }
    self.init(texts, makeHost: makeHost)
  }

  /// Loads the scripts into a new application, to which ``Rehearsal/reset()`` returns.
  package func rehearsal() async throws -> Rehearsal {
    let time = RehearsalTime()
    let application = try LinkRouter(
      isolation: RehearsalOwner(time.executor),
      options: RouterOptions(storage: MemoryResources(), clock: time.clock)
    )
    let host = try await load(in: application)
    await application.perform { host.holdBase(in: $0) }
    return Rehearsal(host, time)
  }

  /// Loads the scripts into an application that has none yet.
  package func load(in application: LinkRouter) async throws -> ScriptHost {
    let (host, texts) = (try makeHost(application), texts)
    _ = try await host.router.perform { try host.load(over: texts, in: $0) }
    return host
  }
}
