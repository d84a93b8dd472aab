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
  ///
  /// `note` receives each call of a function of the program.
  package func rehearsal(
    noting note: (@Sendable (HostCall) -> Void)? = nil
  ) async throws -> Rehearsal {
    let time = RehearsalTime()
    let application = try LinkRouter(
      isolation: RehearsalOwner(time.executor),
      options: RouterOptions(storage: MemoryResources(), clock: time.clock)
    )
    let host = try makeHost(application)
    let calls = note.map(host.observeHostCalls)
    try await load(host)
    await application.perform { host.holdBase(in: $0) }
    return Rehearsal(host, time, calls)
  }

  /// Loads the scripts into an application that has none yet.
  package func load(in application: LinkRouter) async throws -> ScriptHost {
    let host = try makeHost(application)
    try await load(host)
    return host
  }

  private func load(_ host: ScriptHost) async throws {
    let texts = texts
    _ = try await host.router.perform { try host.load(over: texts, in: $0) }
  }
}
